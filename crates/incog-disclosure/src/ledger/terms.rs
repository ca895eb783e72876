//! What all releases of a series share, by a job and a table.

use super::line::{LedgerColumn, LedgerTerms};
use crate::DisclosureError;
use crate::LedgerError;
use crate::job::{Role, Terms};
use crate::secret::Secret;
use incog_audit::{criteria, required_k};
use incog_data::Table;
use incog_privacy::Of;
use std::path::Path;

/// The form of ledgers that this version writes.
pub(super) const VERSION: u32 = 2;

impl LedgerTerms {
    /// What a job asks of the releases of a table. The heights of hierarchies are not known yet.
    pub(super) fn new(terms: &Terms, table: &Table) -> Self {
        let criteria = criteria(&terms.demand(table), table);
        let about_values = criteria.iter().filter(|criterion| matches!(criterion.about(), Of::Values(_)));
        let l = about_values.map(|criterion| criterion.smallest_class()).max().unwrap_or(1);
        Self {
            version: VERSION,
            key: None,
            people: terms.unit.column().unwrap_or_default().to_owned(),
            quasi_identifiers: names_with(terms, table, |role| role == Role::QuasiIdentifier)
                .into_iter()
                .map(|name| LedgerColumn { name, height: 0 })
                .collect(),
            sensitive: names_with(terms, table, |role| role == Role::Sensitive),
            insensitive: names_with(terms, table, |role| {
                !role.names_people() && !matches!(role, Role::QuasiIdentifier | Role::Sensitive)
            }),
            k: required_k(&criteria).max(l),
            l,
        }
    }

    /// Refuses terms that are not those of the series.
    pub(super) fn check(&self, now: &Self, path: &Path) -> Result<(), DisclosureError> {
        let all = [
            ("version", self.version.to_string(), now.version.to_string()),
            ("person", self.people.clone(), now.people.clone()),
            ("k", self.k.to_string(), now.k.to_string()),
            ("l", self.l.to_string(), now.l.to_string()),
            ("quasi-identifiers", names(&self.quasi_identifiers), names(&now.quasi_identifiers)),
            ("sensitive columns", self.sensitive.join(", "), now.sensitive.join(", ")),
            ("other published columns", self.insensitive.join(", "), now.insensitive.join(", ")),
        ];
        match all.into_iter().find(|(_, then, now)| then != now) {
            None => Ok(()),
            Some((key, then, now)) => {
                Err(LedgerError::OtherTerms { path: path.to_owned(), key, then, now }.into())
            }
        }
    }

    /// The key of seals and digests: that of the file, or the secret of the job.
    pub(super) fn key_of(&self, secret: Option<&Secret>) -> Option<Secret> {
        self.key.as_deref().map(Secret::of_text).or_else(|| secret.cloned())
    }
}

fn names(columns: &[LedgerColumn]) -> String {
    columns.iter().map(|column| column.name.as_str()).collect::<Vec<_>>().join(", ")
}

/// The columns of a table whose role is wanted.
fn names_with(terms: &Terms, table: &Table, is_wanted: impl Fn(Role) -> bool) -> Vec<String> {
    let columns = table.columns().iter().map(|column| column.name.clone());
    columns.filter(|name| is_wanted(terms.role(name))).collect()
}

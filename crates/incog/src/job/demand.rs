//! What a job demands of a release of its table.

use super::{Job, Role};
use incog_audit::Demand;
use incog_data::Table;

impl Job {
    /// What a release of `table` must have; columns in the order of the table.
    pub fn demand(&self, table: &Table) -> Demand {
        let with = |wanted: Role| {
            let names = table.columns().iter().map(|column| column.name.clone());
            names.filter(move |name| self.role(name) == wanted)
        };
        Demand {
            models: self.models.clone(),
            quasi_identifiers: with(Role::QuasiIdentifier).collect(),
            sensitive: with(Role::Sensitive).map(|name| (name.clone(), self.missing_as(&name))).collect(),
            provider: with(Role::Provider).next(),
            provider_published: self.release.provider,
        }
    }
}

//! Columns that chance perturbs in another way than in an earlier release.

use crate::job::{JobFile, PublishFile, Role, Terms, TreatmentJob, people_column};
use crate::key_fingerprints::KeyFingerprints;
use crate::report::Report;
use crate::secret::Secret;
use incog_audit::{Finding, Rule, Severity};
use incog_card::Value;
use incog_treatment::{NeededKey, TreatmentSpec};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// How an earlier release perturbed its columns, as far as its report says.
pub(super) struct EarlierPerturbations {
    said: BTreeMap<String, BTreeMap<String, Value>>,
    /// Where paths of its keys begin.
    folder: PathBuf,
    /// Whether its report shows that another secret made it.
    has_other_secret: bool,
    /// Whether its report tells its secret from that of this job.
    tells_secret: bool,
    /// What tells its keys from others.
    fingerprints: Option<KeyFingerprints>,
    /// The column by whose names it draws.
    people: Option<String>,
}

impl EarlierPerturbations {
    pub fn new(report: &Report, folder: &Path, secret: Option<&Secret>) -> Self {
        let treated = report.job.columns.iter().filter_map(|(name, column)| match &column.publish {
            Some(PublishFile::Treatment(said)) => Some((name.clone(), said.clone())),
            _ => None,
        });
        let keyed = secret.zip(report.input.sha256.as_ref()).zip(report.input.hmac_sha256.as_ref());
        let has_other_secret = keyed
            .is_some_and(|((secret, sha256), told)| secret.digest("sha256 of the input", sha256) != *told);
        let fingerprints = report.fingerprints.clone();
        let print_now = secret.and_then(Secret::fingerprint);
        let tells_secret = keyed.is_some() || fingerprints.as_ref().is_some_and(|one| one.secret.is_some());
        Self {
            said: treated.collect(),
            tells_secret: tells_secret && secret.is_some(),
            folder: folder.to_owned(),
            has_other_secret: has_other_secret
                || secret.is_some() && fingerprints.as_ref().is_some_and(|then| then.secret != print_now),
            fingerprints,
            people: people(&report.job),
        }
    }

    /// The columns that are a new draw around values of which this release had another one.
    pub fn perturbed_anew<'t>(&'t self, terms: &'t Terms) -> impl Iterator<Item = &'t str> + 't {
        let has_other_people = self.people.as_deref() != terms.people();
        let drawn = terms.treatments().filter(|(name, treatment)| {
            treatment.spec.needed_key() != NeededKey::None && !terms.role(name).names_people()
        });
        let anew = drawn.filter(move |(name, now)| {
            let then = self.said.get(*name).and_then(|said| spec(said, &now.spec));
            then.is_some_and(|then| {
                has_other_people || !then.draws_like(&now.spec) || self.has_other_key(name, now)
            })
        });
        anew.map(|(name, _)| name)
    }

    /// The names of its columns that a key perturbs, each with how it does so. What a report
    /// withholds is taken from the treatment of a column now.
    pub fn drawn<'t>(
        &'t self,
        now: &'t TreatmentSpec,
    ) -> impl Iterator<Item = (&'t str, TreatmentSpec)> + 't {
        self.said.iter().filter_map(|(name, said)| Some((name.as_str(), spec(said, now)?)))
    }

    /// Whether its report says that it treats a column.
    pub fn treats(&self, column: &str) -> bool {
        self.said.contains_key(column)
    }

    /// Whether its report tells its secret from that of this job.
    pub fn tells_secret(&self) -> bool {
        self.tells_secret
    }

    fn has_other_key(&self, name: &str, now: &TreatmentJob) -> bool {
        match now.spec.needed_key() {
            NeededKey::None => false,
            NeededKey::Secret => self.has_other_secret,
            NeededKey::File(parameter) => {
                let Some(now) = &now.key else { return false };
                if let Some(then) = &self.fingerprints {
                    let print = Secret::read(name, now).ok().and_then(|key| key.fingerprint());
                    if then.columns.get(name) != print.as_ref() {
                        return true;
                    }
                }
                let then = self.said.get(name).and_then(|said| said.get(parameter));
                let Some(Value::Text(then)) = then else { return false };
                let then = self.folder.join(then.as_ref());
                match [&then, now].map(std::fs::read) {
                    [Ok(then), Ok(now)] => then != now,
                    _ => then.file_name() != now.file_name(),
                }
            }
        }
    }
}

/// The column whose names chance is drawn by.
fn people(job: &JobFile) -> Option<String> {
    let unit = job.privacy.unit.as_deref().filter(|unit| job.columns.contains_key(*unit));
    let roles = job.columns.iter().filter_map(|(name, column)| {
        Some((
            name.as_str(),
            Role::ALL.into_iter().find(|role: &(&str, Role)| column.role.as_deref() == Some(role.0))?.1,
        ))
    });
    people_column(unit, roles).map(str::to_owned)
}

/// The earlier treatment, where it perturbed the column, too. A public report withholds paths of
/// keys and lists of categories.
fn spec(said: &BTreeMap<String, Value>, now: &TreatmentSpec) -> Option<TreatmentSpec> {
    let told = said.iter().map(|(name, value)| {
        let value = match (name.as_str(), value) {
            ("values", Value::Switch(true)) => now.parameters().get("values").cloned(),
            (name, Value::Switch(true)) if is_key(name, now) => None,
            (_, value) => Some(value.clone()),
        };
        (name.as_str(), value.unwrap_or(Value::word("")))
    });
    TreatmentSpec::said(told).ok().filter(|then| then.needed_key() != NeededKey::None)
}

fn is_key(name: &str, spec: &TreatmentSpec) -> bool {
    matches!(spec.needed_key(), NeededKey::File(parameter) if parameter == name)
}

/// The finding about a column that an earlier release perturbed in another way.
pub(super) fn finding(column: &str, earlier: &str) -> Finding {
    let message = format!(
        "{earlier} perturbs this column with another parameter or key, or by another column of people, so \
         each release is a new draw, and the mean of several draws is near the original; publish the \
         column with the parameters, the key and the unit of that release, or leave it out"
    );
    anew(column, message)
}

/// The finding about a column of which an earlier release has another draw around nearly the same
/// values, whatever its report says.
pub(super) fn finding_of_values(column: &str, earlier: &str, then: &str) -> Finding {
    let message = format!(
        "{earlier} has another draw around nearly the same values in its column {then}; records that are \
         linked by their other columns show it. Perhaps people were renamed, all values were changed in \
         the same way, or the column or its key is another one. The mean of several draws is near the \
         original. Publish the column with the values, names and key of that release, or leave it out"
    );
    anew(column, message)
}

fn anew(column: &str, message: String) -> Finding {
    Finding {
        severity: Severity::Danger,
        rule: Rule::PerturbedAnew,
        column: column.to_owned(),
        about: None,
        message,
    }
}

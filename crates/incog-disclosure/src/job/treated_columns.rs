//! What the job says that columns become.

use super::{JobError, JobProblem, Place, Role, Terms, TreatmentJob, people_column};
use incog_card::is_planted;
use incog_data::{Column, Table};
use incog_treatment::{NeededKey, TreatmentSpec};

/// The treatment that moves dates.
const SHIFT_DAYS: &str = "shift-days";

/// By how many days at most a treatment moves dates, if it does.
pub fn most_days(spec: &TreatmentSpec) -> Option<u64> {
    (spec.name() == SHIFT_DAYS).then(|| spec.parameters().whole("most").ok()).flatten()
}

impl Terms {
    /// The column that says whom a record is about.
    pub fn people(&self) -> Option<&str> {
        let roles = self.columns.iter().map(|(name, column)| (name.as_str(), column.role));
        people_column(self.unit.column(), roles)
    }

    /// What columns become, of those of which the job says it.
    pub fn treatments(&self) -> impl Iterator<Item = (&str, &TreatmentJob)> {
        self.columns.iter().filter_map(|(name, column)| Some((name.as_str(), column.treatment.as_ref()?)))
    }

    /// The columns of a table that become something else.
    pub fn treated_columns(&self, table: &Table) -> Vec<Column> {
        table
            .columns()
            .iter()
            .filter(|column: &&Column| self.treatment_of(&column.name).is_some())
            .cloned()
            .collect()
    }

    /// What a column becomes, where the job says so.
    pub fn treatment_of(&self, column: &str) -> Option<&TreatmentJob> {
        self.columns.get(column)?.treatment.as_ref()
    }

    /// By how many days at most the dates of a column are moved, where a treatment moves them by
    /// person.
    pub fn most_days_moved(&self, column: &str) -> Option<u64> {
        most_days(&self.treatment_of(column)?.spec)
    }

    /// Whether a release has a column, under its own name or in the form in which it is published.
    pub fn publishes(&self, column: &str) -> bool {
        match self.role(column) {
            role if role.names_people() => {
                self.treatment_of(column).is_some() || is_planted("an identifier is published")
            }
            Role::Provider => self.release.provider,
            Role::OwnK => false,
            _ => true,
        }
    }

    /// The columns that are treated by a key which is not at hand.
    pub fn open_treatments(&self) -> Vec<String> {
        let is_open = |treatment: &TreatmentJob| match treatment.spec.needed_key() {
            NeededKey::None => false,
            NeededKey::File(_) => treatment.key.is_none(),
            NeededKey::Secret => self.secret.is_none(),
        };
        let open = self.treatments().filter(|(_, treatment)| is_open(treatment));
        open.map(|(name, _)| name.to_owned()).collect()
    }

    /// Refuses to publish where a key is not at hand.
    pub fn check_keys(&self) -> Result<(), JobError> {
        let open = self.open_treatments();
        let Some(name) = open.first() else { return Ok(()) };
        let needed = self.treatment_of(name).map(|treatment| treatment.spec.needed_key());
        let problem = match needed {
            Some(NeededKey::File(_)) => JobProblem::NoKey { column: name.clone() },
            _ => JobProblem::NoSecret { column: name.clone() },
        };
        Err(JobError::new(Place::default(), problem))
    }
}

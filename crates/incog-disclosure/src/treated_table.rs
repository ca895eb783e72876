//! The table as it is published value by value: what the job says a column becomes is done before
//! anything is decided, so that models, gate and figures are about what is published.

use crate::DisclosureError;
use crate::gate;
use crate::job::{JobError, JobProblem, Place, Role, Terms, TreatmentJob, people_column};
use crate::secret::Secret;
use incog_audit::name_spelling;
use incog_card::is_planted;
use incog_data::{Column, RecordCounts, Table};
use incog_treatment::{NeededKey, Subject, TreatmentContext, TreatmentSpec, people};

/// The treatment that moves dates.
const SHIFT_DAYS: &str = "shift-days";

/// The table with its columns treated. Where a key is withheld, people have their one spelling, and
/// other columns are as they were: see [`Terms::open_treatments`].
pub fn treated(terms: &Terms, table: Table, counts: RecordCounts<'_>) -> Result<Table, DisclosureError> {
    let (mut columns, mut originals) = (Vec::new(), Vec::new());
    for (name, column) in &terms.columns {
        if let (Some(treatment), Some(original)) = (&column.treatment, table.column(name)) {
            check_counts(name, treatment, counts)?;
            columns.push(treated_column(terms, &table, original, treatment)?);
            originals.push(original.clone());
        }
    }
    if columns.is_empty() && !terms.columns.values().any(|column| column.aggregate.is_some()) {
        return Ok(table);
    }
    let made = columns.into_iter().try_fold(table, Table::with_replaced)?;
    gate::check_treated(terms, &originals, &made)?;
    Ok(made)
}

fn treated_column(
    terms: &Terms,
    table: &Table,
    original: &Column,
    treatment: &TreatmentJob,
) -> Result<Column, DisclosureError> {
    let key = match treatment.spec.needed_key() {
        NeededKey::None => None,
        NeededKey::File(parameter) => {
            let place = format!("columns.{}.publish.{parameter}", original.name);
            treatment.key.as_deref().map(|path| Secret::read(&place, path)).transpose()?
        }
        NeededKey::Secret => Secret::for_terms(terms)?,
    };
    if key.is_none() && treatment.spec.needed_key() != NeededKey::None {
        return Ok(match treatment.spec.entry().subject {
            Subject::People => people(original, &name_spelling)?,
            _ => original.clone(),
        });
    }
    let context = TreatmentContext {
        table,
        people: terms.people().and_then(|people| table.column(people)),
        spelling: &name_spelling,
        key: key.as_ref().map(Secret::key),
    };
    Ok(treatment.spec.treat(original, &context)?)
}

/// Chance is drawn by person, and rows that stand for several records name nobody.
fn check_counts(
    name: &str,
    treatment: &TreatmentJob,
    counts: RecordCounts<'_>,
) -> Result<(), DisclosureError> {
    if counts.each().is_none() || treatment.spec.needed_key() != NeededKey::Secret {
        return Ok(());
    }
    let why = "chance is drawn by person, and rows that stand for several records name nobody";
    let problem = JobProblem::Idle { key: format!("columns.{name}.publish"), why };
    Err(JobError::new(Place::default(), problem).into())
}

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
        let is_treated = |column: &&Column| self.treatment_of(&column.name).is_some();
        table.columns().iter().filter(is_treated).cloned().collect()
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

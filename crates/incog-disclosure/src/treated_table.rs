//! The table as it is published value by value: what the job says a column becomes is done before
//! anything is decided, so that models, gate and figures are about what is published.

use crate::DisclosureError;
use crate::gate;
use crate::job::{JobError, JobProblem, Place, Terms, TreatmentJob};
use crate::secret::Secret;
use incog_audit::name_spelling;
use incog_data::{Column, RecordCounts, Table};
use incog_treatment::{NeededKey, Subject, TreatmentContext, people};

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

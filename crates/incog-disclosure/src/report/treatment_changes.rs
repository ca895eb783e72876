//! What treatments changed, as the internal page tells it.

use super::Report;
use incog_audit::{ChangedFacts, Summary};
use incog_report::svg::{grouped, short_number};
use serde::Serialize;

/// What the template of the page reads of a treated column.
#[derive(Serialize)]
pub(super) struct ChangedRow {
    column: String,
    became: String,
    records: String,
    numbers: Option<NumbersRow>,
}

#[derive(Serialize)]
struct NumbersRow {
    correlation: String,
    before: Vec<String>,
    after: Vec<String>,
}

impl ChangedRow {
    /// A row for each treated column of which the report tells what changed.
    pub fn of_report(report: &Report) -> Vec<Self> {
        let of = |column: &super::ColumnFacts| {
            let facts = column.changed.as_ref()?;
            Some(Self::new(&column.name, column.publish.as_deref().unwrap_or_default(), facts))
        };
        report.columns.iter().filter_map(of).collect()
    }

    fn new(column: &str, became: &str, facts: &ChangedFacts) -> Self {
        let numbers = facts.numbers.as_ref().map(|numbers| NumbersRow {
            correlation: numbers.correlation.map_or_else(|| "–".to_owned(), short_number),
            before: figures(&numbers.before),
            after: figures(&numbers.after),
        });
        Self {
            column: column.to_owned(),
            became: became.to_owned(),
            records: grouped(facts.records),
            numbers,
        }
    }
}

/// Mean, standard deviation and quantiles.
fn figures(summary: &Summary) -> Vec<String> {
    let first = [summary.mean, summary.variance.sqrt()];
    first.into_iter().chain(summary.quantiles).map(short_number).collect()
}

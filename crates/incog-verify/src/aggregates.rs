//! That each class has the aggregate of its own records.

use super::Check;
use super::evidence::Evidence;
use incog_audit::{Grouping, misstated};
use incog_data::{Aggregate, Column, Table};
use incog_disclosure::job::Job;
use std::borrow::Cow;

/// The claims about columns of which the release has one value for each class.
pub(super) fn verify(job: &Job, evidence: &Evidence<'_>) -> Vec<Check> {
    let columns = evidence.records.columns().iter();
    let columns = columns.filter_map(|column| Some((column, job.terms.aggregate_of(&column.name)?)));
    let mut columns = columns.peekable();
    if columns.peek().is_none() {
        return Vec::new();
    }
    let known = KnownClasses::new(evidence);
    columns.flat_map(|(column, aggregate)| known.checks(evidence, column, aggregate)).collect()
}

/// The records with values in the place of aggregates of sensitive columns, and whether these are
/// the true ones: where some are not certain, one value of the input stands for all.
pub(super) fn with_values<'e>(
    job: &Job,
    evidence: &Evidence<'_>,
    mut records: Cow<'e, Table>,
) -> (Cow<'e, Table>, bool) {
    let aggregated = job.terms.demand(evidence.input).aggregated;
    if aggregated.is_empty() {
        return (records, true);
    }
    let rows: Option<Vec<u32>> = evidence.behind.iter().copied().collect();
    let rows = rows.filter(|rows| rows.len() == records.rows());
    let stand_in = vec![0; records.rows()];
    for name in &aggregated {
        let Some(input) = evidence.input.column(name) else { continue };
        let values = input.of_rows(rows.as_ref().unwrap_or(&stand_in));
        // As long as the others: one value for each record.
        if let Ok(replaced) = records.clone().into_owned().with_replaced(values) {
            records = Cow::Owned(replaced);
        }
    }
    (records, rows.is_some())
}

/// The records of classes of which all values are certain.
struct KnownClasses<'a> {
    quasi_identifiers: Vec<&'a str>,
    /// The records.
    release: Table,
    /// Their places in the release.
    places: Vec<usize>,
    /// The rows of the input whose values they have.
    rows: Vec<u32>,
    /// The class of each record of the release.
    classes: Grouping,
    /// How many classes are not among them.
    unknown: usize,
}

impl<'a> KnownClasses<'a> {
    fn new(evidence: &'a Evidence<'_>) -> Self {
        let quasi_identifiers: Vec<&str> = evidence.attributes.iter().map(|bound| &*bound.qid.name).collect();
        let classes = evidence.classes();
        let row = |record: usize| evidence.behind.get(record).copied().flatten();
        let mut is_known = vec![true; classes.len()];
        for (record, &class) in classes.of_row.iter().enumerate() {
            is_known[class as usize] &= row(record).is_some();
        }
        let known = |&record: &usize| is_known[classes.of_row[record] as usize];
        let places: Vec<usize> = (0..evidence.records.rows()).filter(known).collect();
        Self {
            quasi_identifiers,
            release: evidence.records.with_rows(&places),
            rows: places.iter().filter_map(|&place| row(place)).collect(),
            places,
            classes,
            unknown: is_known.iter().filter(|is_known| !**is_known).count(),
        }
    }

    /// That records of one class have different values, whichever records these are.
    fn refuted_by_itself(&self, claim: &str, column: &Column) -> Option<Check> {
        let mut cell_of: Vec<Option<u32>> = vec![None; self.classes.len()];
        let differs = |(&class, cell): (&u32, u32)| *cell_of[class as usize].get_or_insert(cell) != cell;
        let differing =
            self.classes.of_row.iter().zip(&column.codes).map(differs).filter(|differs| *differs).count();
        let detail = || format!("{differing} records differ from the first record of their class");
        (differing > 0).then(|| Check::new(claim, false, detail()))
    }

    fn checks(&self, evidence: &Evidence<'_>, column: &Column, aggregate: Aggregate) -> Vec<Check> {
        let (name, of) = (&column.name, aggregate.name());
        let claim = format!("{name} is the {of} of each class");
        let mut checks = Vec::new();
        if let Some(divided) = self.refuted_by_itself(&claim, column) {
            return vec![divided];
        }
        if let (false, Some(input)) = (self.places.is_empty(), evidence.input.column(name)) {
            let places: Vec<u32> = self.places.iter().map(|&place| place as u32).collect();
            let (written, values) = (column.of_rows(&places), input.of_rows(&self.rows));
            let wrong =
                misstated(aggregate, (&self.release).into(), &self.quasi_identifiers, &written, &values);
            let detail = match wrong {
                0 => format!("{} records have the {of} of the records of their class", self.places.len()),
                wrong => format!("{wrong} classes have another value"),
            };
            checks.push(Check::new(&claim, wrong == 0, detail));
        }
        if self.unknown > 0 {
            let why = format!("for {} classes, the files do not show which records they have", self.unknown);
            checks.push(Check::not_shown(claim, why));
        }
        checks
    }
}

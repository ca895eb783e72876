//! Which published columns single people out: columns that are published value by value, alone, by pairs, and beside the released
//! labels.
//!
//! Privacy models count quasi-identifiers. Whoever knows the bill of a patient to the cent, the day of an operation or the number of a
//! case finds the record by that alone, whatever role the column has and however far others are generalized.

mod crowd;
mod finding;
mod knowable;
mod numbers;
mod pairs;
mod recognized;
mod thresholds;

pub(crate) use crowd::says_something;
pub use knowable::Knowable;
pub(crate) use numbers::{day_of, number_of};

use crate::lint::Severity;
use crowd::Crowd;
use incog_data::{Column, RecordCounts};
use incog_privacy::Role;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use thresholds::{BESIDE_LABELS, FEWEST_RECORDS, FEWEST_SHARED, lookalikes, severity};

/// How far published values are from those that somebody may know.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Blur {
    /// Not at all.
    None,
    /// Numbers may be so far from the original.
    Numbers(f64),
    /// The same, as a share of the number.
    Share(f64),
    /// Days may be so far from the original; those of columns with the same number are moved together.
    Days {
        /// The most days.
        most: f64,
        /// What columns that are moved together have in common.
        key: usize,
    },
}

impl Blur {
    fn reach(self, number: f64) -> f64 {
        match self {
            Self::None => 0.0,
            Self::Numbers(reach) | Self::Days { most: reach, .. } => reach,
            Self::Share(share) => share * number.abs(),
        }
    }
}

/// A column as it is published, value by value.
#[derive(Debug, Clone, Copy)]
pub struct PublishedColumn<'a> {
    /// The column.
    pub column: &'a Column,
    /// Its role; that of columns without one is insensitive.
    pub role: Role,
    /// How far its values are from those that somebody may know.
    pub blur: Blur,
}

/// A table as it is published, or as it would be.
#[derive(Debug, Clone)]
pub struct SinglingRequest<'a> {
    /// The columns that are published value by value.
    pub columns: Vec<PublishedColumn<'a>>,
    /// The labels of the quasi-identifiers; none before it is decided what these are.
    pub labels: Vec<&'a Column>,
    /// Whose each record is, where that is known.
    pub people: Option<&'a Column>,
    /// How many records each row stands for.
    pub counts: RecordCounts<'a>,
    /// Rows of the table.
    pub rows: usize,
    /// The largest k that a model asks for; 1 where none does.
    pub k: u64,
}

/// By what somebody is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Singling {
    /// By values of one column.
    Alone,
    /// By values of two columns together.
    Together,
    /// By a value of a column beside the released labels.
    BesideLabels,
    /// By a column that others know people by, and that no model counts.
    Recognized,
    /// Not looked at: there are more pairs of columns than are looked at.
    LeftOut,
}

/// Columns by which records are singled out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SingledOut {
    /// By what.
    pub by: Singling,
    /// The columns.
    pub columns: Vec<String>,
    /// What others may know of them.
    pub knowable: Knowable,
    /// How bad it is.
    pub severity: Severity,
    /// Records that are singled out; pairs that were left out.
    pub records: u64,
    /// All records.
    pub of: u64,
    /// They have fewer lookalikes than this, themselves included.
    pub fewer_than: u64,
    /// Whether lookalikes are people and not records.
    pub counts_people: bool,
}

/// A column whose values were counted.
struct Known<'a> {
    published: PublishedColumn<'a>,
    of_code: Vec<u64>,
    knowable: Knowable,
    distinct: usize,
}

impl<'a> Known<'a> {
    fn new(published: PublishedColumn<'a>, counts: RecordCounts<'_>) -> Self {
        let of_code = counts.by_value(published.column);
        let knowable = Knowable::from_values(published.column, published.role, &of_code);
        let distinct = of_code.iter().filter(|records| **records > 0).count();
        Self { published, of_code, knowable, distinct }
    }

    fn name(&self) -> &str {
        &self.published.column.name
    }
}

/// Finds the published columns that single people out.
///
/// A column is looked at alone and with each other column of which the same holds that it singles nobody out alone. What
/// others may know or look up (amounts, dates, codes) is a danger where one record in twenty has fewer than k lookalikes,
/// and categories where one in five has; these are a warning above one in twenty.
///
/// ```
/// use incog_audit::{Blur, PublishedColumn, SinglingRequest, singled_out};
/// use incog_privacy::Role;
/// let rows: Vec<String> = (0..40).map(|row| format!("{row}.50")).collect();
/// let table = incog_data::Table::from_rows(["costs"], rows.iter().map(|row| [row.as_str()]), &[])?;
/// let costs = PublishedColumn { column: &table.columns()[0], role: Role::Sensitive, blur: Blur::None };
/// let request = SinglingRequest {
///     columns: vec![costs], labels: vec![], people: None, counts: Default::default(), rows: 40, k: 5,
/// };
/// let found = singled_out(&request);
/// assert_eq!((found[0].records, found[0].fewer_than), (40, 5));
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn singled_out(request: &SinglingRequest<'_>) -> Vec<SingledOut> {
    let looked_at = Looked::new(request);
    let mut found = looked_at.recognized();
    if looked_at.records < FEWEST_RECORDS {
        return found;
    }
    let alone = looked_at.alone(&found);
    found.extend(alone);
    let (free, labelled) = rayon::join(|| looked_at.together(&found), || looked_at.beside_labels(&found));
    found.extend(free.into_iter().chain(labelled));
    found
}

struct Looked<'a> {
    columns: Vec<Known<'a>>,
    labels: &'a [&'a Column],
    crowd: Crowd<'a>,
    records: u64,
    least: u64,
}

impl<'a> Looked<'a> {
    fn new(request: &'a SinglingRequest<'a>) -> Self {
        let columns = request.columns.par_iter().map(|column| Known::new(*column, request.counts)).collect();
        let crowd = Crowd { people: request.people, counts: request.counts, rows: request.rows };
        let records = request.counts.sum(request.rows);
        Self { columns, labels: &request.labels, crowd, records, least: lookalikes(request.k, records) }
    }

    fn found(&self, by: Singling, columns: &[&Known<'_>], records: u64) -> SingledOut {
        let knowable = columns.iter().map(|column| column.knowable).reduce(Knowable::and);
        SingledOut {
            by,
            columns: columns.iter().map(|column| column.name().to_owned()).collect(),
            knowable: knowable.unwrap_or(Knowable::Category),
            severity: Severity::Danger,
            records,
            of: self.records,
            fewer_than: if by == Singling::BesideLabels { 2 } else { self.least },
            counts_people: self.crowd.people.is_some(),
        }
    }

    /// Columns that others know people by, and that are said to be of no interest.
    fn recognized(&self) -> Vec<SingledOut> {
        let found = |known: &Known<'_>| {
            let records = self.crowd.fewer_than(self.least, &[known.published.column]);
            recognized::is_recognized(known, self.crowd.counts)
                .then(|| self.found(Singling::Recognized, &[known], records))
        };
        self.columns.par_iter().filter_map(found).collect()
    }

    fn others<'s>(&'s self, found: &'s [SingledOut]) -> impl Iterator<Item = &'s Known<'a>> {
        let is_found =
            |known: &Known<'_>| found.iter().any(|one| one.columns.iter().any(|name| name == known.name()));
        self.columns.iter().filter(move |known| !is_found(known))
    }

    fn alone(&self, found: &[SingledOut]) -> Vec<SingledOut> {
        let others: Vec<&Known<'_>> = self.others(found).collect();
        let alone = |known: &&Known<'_>| {
            let (column, blur) = (known.published.column, known.published.blur);
            let records = match blur {
                Blur::None => self.crowd.fewer_than(self.least, &[column]),
                blur => self.crowd.fewer_near(self.least, column, blur),
            };
            let severity = severity(known.knowable, (records, self.records))?;
            Some(SingledOut { severity, ..self.found(Singling::Alone, &[*known], records) })
        };
        others.par_iter().filter_map(alone).collect()
    }

    fn together(&self, found: &[SingledOut]) -> Vec<SingledOut> {
        if self.records < FEWEST_SHARED {
            return Vec::new();
        }
        let others: Vec<&Known<'_>> = self.others(found).collect();
        let pairs = pairs::pairs(self.crowd, &others, self.least);
        let together = |&(first, second, records): &(usize, usize, u64)| {
            let columns = [others[first], others[second]];
            let knowable = columns[0].knowable.and(columns[1].knowable);
            let severity = severity(knowable, (records, self.records))?;
            Some(SingledOut { severity, ..self.found(Singling::Together, &columns, records) })
        };
        let mut together: Vec<SingledOut> = pairs.singled.iter().filter_map(together).collect();
        if pairs.left_out > 0 {
            let left_out = self.found(Singling::LeftOut, &[], pairs.left_out as u64);
            together.push(SingledOut { severity: Severity::Note, ..left_out });
        }
        together
    }

    fn beside_labels(&self, found: &[SingledOut]) -> Vec<SingledOut> {
        if self.labels.is_empty() {
            return Vec::new();
        }
        let is_looked_up = |known: &&Known<'_>| {
            known.published.role != Role::Sensitive
                && known.published.blur == Blur::None
                && known.knowable.is_looked_up()
                && known.distinct > 1
        };
        let looked_up: Vec<&Known<'_>> = self.others(found).filter(is_looked_up).collect();
        let beside = |known: &&Known<'_>| {
            let mut columns = self.labels.to_vec();
            columns.push(known.published.column);
            let records = self.crowd.alone_by(&columns, known.published.column);
            let is_danger = u128::from(records) * u128::from(BESIDE_LABELS) > u128::from(self.records);
            is_danger.then(|| self.found(Singling::BesideLabels, &[*known], records))
        };
        looked_up.par_iter().filter_map(beside).collect()
    }
}

#[cfg(test)]
mod tests;

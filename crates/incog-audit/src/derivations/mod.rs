//! Published columns that give a generalized one back: two dates whose difference is the length of
//! a stay, a year that is a part of a date, a ward that stands for its hospital.
//!
//! What is published value by value is read row by row, as numbers, as texts and as mere codes,
//! alone and by pairs, and held against the originals of the quasi-identifiers. How often they
//! agree is compared with how often they would by chance.

mod arithmetic;
mod codes;
mod known_parts;
mod labels;
mod least_squares;
mod match_rate;
mod order;
mod predictions;
mod readings;
mod rows;
mod texts;
mod triples;
mod weighted_sums;

pub use known_parts::follows_from_known;
pub use labels::{
    LabelledColumn, empty_cells_behind_labels, narrows_labels, usual_values_behind_labels,
    values_behind_labels,
};
pub use order::told_by_order;

use crate::lint::{Finding, Severity};
use crate::singling::PublishedColumn;
use incog_data::Column;
use incog_privacy::Role;
use match_rate::{Agreement, Found, pairs_left_out};
use rayon::prelude::*;
use rows::Rows;

/// Of agreement beyond chance, so much is a warning.
const MANY: f64 = 0.5;

/// Of agreement beyond chance, so much is a danger: a day counted as none or as one, a few slips.
const NEARLY_ALL: f64 = 0.75;

/// Tables of fewer rows show nothing: with few rows much agrees by chance.
const FEWEST_ROWS: usize = 20;

/// Tables of fewer rows show nothing of mere codes, nor of the order of rows.
const FEWEST_ROWS_OF_CODES: usize = 100;

/// Where so many rows agree by chance, as by one value that nearly all have, little is given back.
const MOST_BY_CHANCE: f64 = 0.95;

/// Rows by which most pairs are refuted, evenly spaced.
const SAMPLE: usize = 1_500;

/// Rows of the sample by which formulas are refuted first, about so many, evenly spaced.
const FIRST_ROWS: usize = 150;

/// Columns of more values are no bands, whose pairs say between which numbers another one lies.
const MOST_BANDS: usize = 100;

/// Columns whose pairs are looked at, at most; those that can be computed with come first.
const MOST_COLUMNS: usize = 128;

/// A column whose original values nobody should be able to compute.
#[derive(Debug, Clone, Copy)]
pub struct DerivedTarget<'a> {
    /// Its original.
    pub original: &'a Column,
    /// What is published in its place, value by value; none for a column that is generalized, or
    /// whose classes are given one value.
    pub published: Option<&'a Column>,
    /// Whether numbers that are nearly the original are worth as much: a treatment keeps nothing
    /// but the last digits from the reader.
    pub is_treated: bool,
}

impl<'a> DerivedTarget<'a> {
    /// A quasi-identifier.
    pub fn generalized(original: &'a Column) -> Self {
        Self { original, published: None, is_treated: false }
    }
}

/// Columns that are published value by value, and the originals that they may give back.
#[derive(Debug, Clone)]
pub struct DerivedRequest<'a> {
    /// What may be given back.
    pub targets: Vec<DerivedTarget<'a>>,
    /// What is published value by value.
    pub sources: Vec<PublishedColumn<'a>>,
    /// Rows of the table.
    pub rows: usize,
    /// Whether rows are published in the order of the table.
    pub is_in_order: bool,
}

/// Finds the published columns that give quasi-identifiers, or originals of treated columns, back:
/// dangers, and warnings where that is true of fewer rows, or not all pairs were tried.
///
/// ```
/// use incog_audit::{Blur, DerivedRequest, DerivedTarget, PublishedColumn, gives_back};
/// use incog_privacy::Role;
/// let row = |row: u32| {
///     let (from, stay) = (1 + row * 7 % 13, row % 11);
///     [format!("2024-01-{from:02}"), format!("2024-01-{:02}", from + stay), stay.to_string()]
/// };
/// let rows: Vec<[String; 3]> = (1..60).map(row).collect();
/// let rows = rows.iter().map(|row| row.iter().map(String::as_str));
/// let table = incog_data::Table::from_rows(["from", "to", "stay"], rows, &[])?;
/// let [from, to, stay] = table.columns() else { unreachable!("three columns") };
/// let sources = [from, to].map(|column| PublishedColumn { column, role: Role::Sensitive, blur: Blur::None });
/// let targets = vec![DerivedTarget::generalized(stay)];
/// let request = DerivedRequest { targets, sources: sources.to_vec(), rows: 59, is_in_order: false };
/// assert_eq!(gives_back(&request)[0].key(), "from + to: gives back stay");
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn gives_back(request: &DerivedRequest<'_>) -> Vec<Finding> {
    if request.rows < FEWEST_ROWS {
        return Vec::new();
    }
    request.targets.par_iter().flat_map_iter(|target| about(request, target)).collect()
}

/// What gives one original back; pairs are tried of columns that do not do it alone.
fn about(request: &DerivedRequest<'_>, target: &DerivedTarget<'_>) -> Vec<Finding> {
    let rows = Rows::new(target, request.rows);
    if rows.told.len() < FEWEST_ROWS {
        return Vec::new();
    }
    let trial = Trial { target: *target, numbers: arithmetic::Target::new(target, &rows), rows };
    let others = request.sources.iter().filter(|source| source.column.name != target.original.name);
    let sources: Vec<Source<'_>> = others.map(|source| trial.source(*source)).collect();
    let mut found: Vec<Found<'_>> = sources.par_iter().filter_map(|source| trial.alone(source)).collect();
    let is_told = |name: &str| found.iter().any(|one| one.is_danger() && one.sources[0].name == name);
    let rest = sources.iter().filter(|source| !source.is_told && !is_told(&source.column.name));
    let mut rest: Vec<&Source<'_>> = rest.collect();
    rest.sort_by_key(|source| !source.is_number);
    let left_out = rest.len().saturating_sub(MOST_COLUMNS);
    rest.truncate(MOST_COLUMNS);
    let together = trial.pairs(&rest, &found);
    found.extend(together);
    let triples = trial.triples(&rest, &found);
    found.extend(triples);
    let weighted = trial.weighted_sum(&rest, &found);
    found.extend(weighted);
    let ordered = request.is_in_order.then(|| order::ordered(target, &trial.rows)).flatten();
    let cut = (left_out > 0).then(|| pairs_left_out(&target.original.name, rest.len(), left_out));
    found.iter().map(Found::finding).chain(ordered).chain(cut).collect()
}

/// A published column that may give the target back.
struct Source<'a> {
    column: &'a Column,
    /// What only its codes say of the target is what a sensitive column may say: a warning of the
    /// lint.
    is_sensitive: bool,
    /// Whether it determines the target, which is a finding of its own.
    is_told: bool,
    /// Whether its value determines the target, in nearly all rows.
    determines: bool,
    /// Its numbers, or days, in the sample.
    sample: Vec<Option<f64>>,
    /// Whether most of its values are numbers or days.
    is_number: bool,
}

/// A target with all that it is compared by.
struct Trial<'a> {
    target: DerivedTarget<'a>,
    numbers: Option<arithmetic::Target>,
    rows: Rows,
}

impl<'a> Trial<'a> {
    fn source(&self, published: PublishedColumn<'a>) -> Source<'a> {
        let (column, is_sensitive) = (published.column, published.role == Role::Sensitive);
        let target = self.target.original;
        let is_exact = codes::is_exact(column, target, &self.rows);
        let determines = is_exact
            || is_sensitive
                && codes::nearly(&[column], target, &self.rows)
                    .is_some_and(|found: Agreement| found.severity == Severity::Danger);
        let is_told = is_exact && !is_sensitive && !self.target.is_treated;
        let sample = arithmetic::sampled(column, &self.rows);
        let is_number = sample.iter().flatten().count() * 2 >= sample.len();
        Source { column, is_sensitive, is_told, determines, sample, is_number }
    }

    /// What one column gives back in all rows, or where it says something.
    fn alone(&self, source: &Source<'a>) -> Option<Found<'a>> {
        self.alone_in_all(source).or_else(|| {
            let rows = self.rows.part_told_by(source.column)?;
            let numbers = arithmetic::Target::new(&self.target, &rows);
            Trial { target: self.target, numbers, rows }.alone_in_all(source)
        })
    }

    fn alone_in_all(&self, source: &Source<'a>) -> Option<Found<'a>> {
        let (target, rows, column) = (self.target.original, &self.rows, source.column);
        if source.is_told {
            return None;
        }
        let by_number = self.numbers.as_ref().and_then(|numbers| numbers.alone(target, column, rows));
        let by_text = || texts::part(column, target, rows);
        let by_code = || codes::nearly(&[column], target, rows).filter(|_| !source.is_sensitive);
        let treated = self.numbers.as_ref().filter(|_| self.target.is_treated);
        let by_group = || treated.and_then(|numbers| numbers.by_group(target, [column, column], rows));
        let ways: [&dyn Fn() -> Option<Agreement>; 4] = [&|| by_number, &by_text, &by_code, &by_group];
        let agreement = Agreement::strongest(ways.iter().filter_map(|way| way()))?;
        Some(Found { sources: vec![column], target: self.target, agreement })
    }

    /// Pairs that give the target back. What one of them does nearly as well alone is told once.
    fn pairs(&self, rest: &[&Source<'a>], found: &[Found<'a>]) -> Vec<Found<'a>> {
        let pairs = (0..rest.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
        let pairs: Vec<(usize, usize)> = pairs.collect();
        let together = |&(first, second): &(usize, usize)| {
            let pair = self.together([rest[first], rest[second]])?;
            (pair.is_danger() || !pair.has_any_of(found)).then_some(pair)
        };
        pairs.par_iter().filter_map(together).collect()
    }

    fn together(&self, [first, second]: [&Source<'a>; 2]) -> Option<Found<'a>> {
        let (target, rows, columns) = (self.target.original, &self.rows, [first.column, second.column]);
        let by_number = self.numbers.as_ref().filter(|_| first.is_number && second.is_number);
        let by_number = || by_number.and_then(|numbers| numbers.together(target, [first, second], rows));
        let by_text = || texts::joined(columns, target, rows);
        let may_tell_by_code =
            !(first.determines || second.determines || first.is_sensitive && second.is_sensitive);
        let by_code = || may_tell_by_code.then(|| codes::nearly(&columns, target, rows)).flatten();
        let are_bands = rows.told.len() >= FEWEST_ROWS_OF_CODES
            && columns.iter().all(|column| column.dictionary.iter().len() <= MOST_BANDS);
        let treated = self.numbers.as_ref().filter(|_| self.target.is_treated && are_bands);
        let ways: [&dyn Fn() -> Option<Agreement>; 4] = [&by_number, &by_text, &by_code, &|| {
            treated.and_then(|numbers| numbers.by_group(target, columns, rows))
        }];
        let agreement = Agreement::strongest(ways.iter().filter_map(|way| way()))?;
        Some(Found { sources: columns.to_vec(), target: self.target, agreement })
    }

    /// Sums of three numbers, and three codes, that give the target back.
    fn triples(&self, rest: &[&Source<'a>], found: &[Found<'a>]) -> Vec<Found<'a>> {
        let target = self.target.original;
        let numbers: Vec<&Source<'a>> = rest.iter().copied().filter(|source| source.is_number).collect();
        let sums = self.numbers.iter().flat_map(|one| triples::sums(one, target, &numbers, &self.rows));
        let codes = rest.iter().filter(|source| !source.determines && !source.is_sensitive);
        let codes: Vec<&Column> = codes.map(|source| source.column).collect();
        let codes = triples::codes(target, &codes, &self.rows);
        let triples = sums.chain(codes).map(|(sources, agreement)| Found {
            sources: sources.to_vec(),
            target: self.target,
            agreement,
        });
        triples.filter(|triple| triple.is_danger() && !triple.has_all_of_one(found)).collect()
    }

    /// Four numbers and more of which a weighted sum gives the target back.
    fn weighted_sum(&self, rest: &[&Source<'a>], found: &[Found<'a>]) -> Option<Found<'a>> {
        let target = self.numbers.as_ref().filter(|numbers| self.target.is_treated || numbers.has_many())?;
        let numbers: Vec<&Source<'a>> = rest.iter().copied().filter(|source| source.is_number).collect();
        let (sources, agreement) = weighted_sums::weighted_sum(target, &numbers, &self.rows)?;
        let sum = Found { sources, target: self.target, agreement };
        (!sum.has_all_of_one(found)).then_some(sum)
    }
}

#[cfg(test)]
mod tests;

//! Published columns that give a generalized one back: two dates whose difference is the length of
//! a stay, a year that is a part of a date, a ward that stands for its hospital.
//!
//! What is published value by value is read row by row, as numbers, as texts and as mere codes,
//! alone and by pairs, and held against the originals of the quasi-identifiers. How often they
//! agree is compared with how often they would by chance.

mod arithmetic;
mod codes;
mod texts;

use crate::lint::{Finding, Rule, Severity};
use crate::singling::{PublishedColumn, says_something};
use incog_data::Column;
use incog_privacy::Role;
use rayon::prelude::*;

/// Of agreement beyond chance, so much is nearly all rows: a day counted as none or as one, a few
/// slips.
const NEARLY_ALL: f64 = 0.75;

/// For mere codes, where nothing but the rows says that one follows from the other.
const NEARLY_ALL_CODES: f64 = 0.95;

/// Tables of fewer rows show nothing: with few rows much agrees by chance.
const FEWEST_ROWS: usize = 20;

/// Tables of fewer rows show nothing of mere codes.
const FEWEST_ROWS_OF_CODES: usize = 100;

/// Where so many rows agree by chance, as by one value that nearly all have, little is given back.
const MOST_BY_CHANCE: f64 = 0.95;

/// Rows by which most pairs are refuted, evenly spaced.
const SAMPLE: usize = 1_500;

/// Columns whose pairs are looked at, at most.
const MOST_COLUMNS: usize = 64;

/// Columns that are published value by value, and the quasi-identifiers that they may give back.
#[derive(Debug, Clone)]
pub struct DerivedRequest<'a> {
    /// The originals of quasi-identifiers.
    pub targets: Vec<&'a Column>,
    /// What is published value by value.
    pub sources: Vec<PublishedColumn<'a>>,
    /// Rows of the table.
    pub rows: usize,
}

/// How some columns give another one back.
struct Found<'a> {
    sources: Vec<&'a Column>,
    target: &'a Column,
    how: &'static str,
    agree: usize,
    of: usize,
}

/// Finds the published columns that give quasi-identifiers back.
///
/// ```
/// use incog_audit::{Blur, DerivedRequest, PublishedColumn, gives_back};
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
/// let found = gives_back(&DerivedRequest { targets: vec![stay], sources: sources.to_vec(), rows: 59 });
/// assert_eq!(found[0].key(), "from + to: gives back stay");
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn gives_back(request: &DerivedRequest<'_>) -> Vec<Finding> {
    if request.rows < FEWEST_ROWS || request.sources.is_empty() {
        return Vec::new();
    }
    let of_target = |target: &&Column| about(request, target).iter().map(Found::finding).collect::<Vec<_>>();
    request.targets.par_iter().flat_map_iter(of_target).collect()
}

/// What gives one quasi-identifier back; pairs are tried of columns that do not do it alone.
fn about<'a>(request: &DerivedRequest<'a>, target: &'a Column) -> Vec<Found<'a>> {
    let rows = Rows::new(target, request.rows);
    if rows.told.len() < FEWEST_ROWS {
        return Vec::new();
    }
    let trial = Trial { target, numbers: arithmetic::Target::new(target, &rows), rows };
    let others = request.sources.iter().filter(|source| source.column.name != target.name);
    let sources: Vec<Source<'a>> = others.map(|source| trial.source(*source)).collect();
    let mut found: Vec<Found<'a>> = sources.par_iter().filter_map(|source| trial.alone(source)).collect();
    let is_found = |name: &str| found.iter().any(|one| one.sources[0].name == name);
    let rest = sources.iter().filter(|source| !source.is_told && !is_found(&source.column.name));
    let rest: Vec<&Source<'a>> = rest.take(MOST_COLUMNS).collect();
    let pairs = (0..rest.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    let pairs: Vec<(usize, usize)> = pairs.collect();
    let together = |&(first, second): &(usize, usize)| trial.together([rest[first], rest[second]]);
    let together: Vec<Found<'a>> = pairs.par_iter().filter_map(together).collect();
    found.extend(together);
    found
}

/// A published column that may give the target back.
struct Source<'a> {
    column: &'a Column,
    /// What only its codes say of the target is what a sensitive column may say: a warning of the
    /// lint.
    is_sensitive: bool,
    /// It determines the target in every row, which is a danger by another rule.
    is_told: bool,
    /// It determines the target alone, so that it does in every pair.
    determines: bool,
}

/// A quasi-identifier that is held against published columns.
struct Trial<'a> {
    target: &'a Column,
    numbers: Option<arithmetic::Target>,
    rows: Rows,
}

impl<'a> Trial<'a> {
    fn source(&self, published: PublishedColumn<'a>) -> Source<'a> {
        let (column, is_sensitive) = (published.column, published.role == Role::Sensitive);
        let is_exact = codes::is_exact(column, self.target, &self.rows);
        let determines =
            is_exact || is_sensitive && codes::nearly(&[column], self.target, &self.rows).is_some();
        Source { column, is_sensitive, is_told: is_exact && !is_sensitive, determines }
    }

    fn alone(&self, source: &Source<'a>) -> Option<Found<'a>> {
        let (target, rows, column) = (self.target, &self.rows, source.column);
        if source.is_told {
            return None;
        }
        let by_number = self.numbers.as_ref().and_then(|numbers| numbers.alone(target, column, rows));
        let by_text = || texts::part(column, target, rows);
        let by_code = || codes::nearly(&[column], target, rows).filter(|_| !source.is_sensitive);
        let (how, agree, of) = by_number.or_else(by_text).or_else(by_code)?;
        Some(Found { sources: vec![column], target, how, agree, of })
    }

    fn together(&self, [first, second]: [&Source<'a>; 2]) -> Option<Found<'a>> {
        let (target, rows, columns) = (self.target, &self.rows, [first.column, second.column]);
        let by_number = self.numbers.as_ref().and_then(|numbers| numbers.together(target, columns, rows));
        let by_text = || texts::joined(columns, target, rows);
        let may_tell_by_code =
            !(first.determines || second.determines || first.is_sensitive && second.is_sensitive);
        let by_code = || may_tell_by_code.then(|| codes::nearly(&columns, target, rows)).flatten();
        let (how, agree, of) = by_number.or_else(by_text).or_else(by_code)?;
        Some(Found { sources: columns.to_vec(), target, how, agree, of })
    }
}

/// Rows where the target says something, and a sample of them.
struct Rows {
    told: Vec<usize>,
    sample: Vec<usize>,
}

impl Rows {
    fn new(target: &Column, rows: usize) -> Self {
        let told: Vec<usize> =
            (0..rows).filter(|&row| says_something(target, target.codes.at(row))).collect();
        let step = told.len().div_ceil(SAMPLE).max(1);
        Self { sample: told.iter().copied().step_by(step).collect(), told }
    }

    /// Whether something holds in nearly all rows, beyond what chance gives; `of` are the rows
    /// where it can be said. In how many it does, and in how many it could.
    fn nearly_all(&self, chance: f64, holds: impl Fn(usize) -> Option<bool>) -> Option<(usize, usize)> {
        self.nearly(&self.sample, chance, &holds)?;
        self.nearly(&self.told, chance, &holds)
    }

    fn nearly(
        &self,
        rows: &[usize],
        chance: f64,
        holds: &impl Fn(usize) -> Option<bool>,
    ) -> Option<(usize, usize)> {
        let (mut agree, mut of) = (0, 0);
        for said in rows.iter().filter_map(|&row| holds(row)) {
            of += 1;
            agree += usize::from(said);
        }
        let is_told = of * 2 >= rows.len() && of >= FEWEST_ROWS.min(self.told.len());
        let beyond = (agree as f64 / of.max(1) as f64 - chance) / (1.0 - chance);
        (is_told && chance < MOST_BY_CHANCE && beyond >= NEARLY_ALL).then_some((agree, of))
    }
}

impl Found<'_> {
    fn finding(&self) -> Finding {
        let names: Vec<&str> = self.sources.iter().map(|source| source.name.as_str()).collect();
        let (target, how, agree, of) = (&self.target.name, self.how, self.agree, self.of);
        let (is, them) = if names.len() == 1 { ("is", "it") } else { ("are", "both") };
        let message = format!(
            "{how} reveals {target} in {agree} of {of} records: {is} published unchanged, which undoes the \
             generalization of that column; leave {them} out, publish {them} coarser (publish: first_of, \
             round), or give {them} the role quasi-identifier"
        );
        Finding {
            severity: Severity::Danger,
            rule: Rule::GivesBack,
            column: names.join(" + "),
            about: Some(target.clone()),
            message,
        }
    }
}

#[cfg(test)]
mod tests;

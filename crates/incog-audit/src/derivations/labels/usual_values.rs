//! Sensitive values, alone or by pairs, whose usual companion is what stands behind a label.

use super::super::FEWEST_ROWS_OF_CODES;
use super::super::match_rate::Agreement;
use super::LabelledColumn;
use crate::lint::{EMPTY_CELLS, Finding, Rule, Severity};
use crate::numbers::says_something;
use incog_data::Column;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

/// A column of fewer values hides little behind its labels.
const FEWEST_VALUES: usize = 3;

/// It is a danger where one record in so many has a label that hides something.
const HIDDEN: usize = 20;

/// The most rows from which the guesses are made; they are evenly spaced.
const MOST_ROWS: usize = 20_000;

/// The most columns whose pairs are tried: those with most values.
const MOST_IN_PAIRS: usize = 8;

/// How often each original stands beside a key.
type Companions<K> = HashMap<K, HashMap<u32, usize>>;

/// Finds the sensitive columns, and pairs of them, whose values say what stands behind the labels
/// of another column.
///
/// Each row is guessed by all other rows: by the most frequent original of those with the same
/// values, and of those with the same label. It is a danger where the former is right in three of
/// four rows beyond the latter.
///
/// ```
/// use incog_audit::{LabelledColumn, usual_values_behind_labels};
/// let kinds = [
///     ["nurse", "health", "2100"],
///     ["baker", "trade", "2200"],
///     ["smith", "trade", "2300"],
/// ];
/// // One baker in forty has another pay.
/// let row = |row: usize| if row % 120 == 1 { ["baker", "trade", "2300"] } else { kinds[row % 3] };
/// let names = ["occupation", "label", "salary"];
/// let table = incog_data::Table::from_rows(names, (0..600).map(row), &[])?;
/// let [originals, labels, salary] = table.columns() else { unreachable!("three columns") };
/// let found = usual_values_behind_labels(&[LabelledColumn { labels, originals }], &[salary]);
/// assert_eq!(found[0].key(), "salary: gives back occupation");
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn usual_values_behind_labels(labelled: &[LabelledColumn<'_>], published: &[&Column]) -> Vec<Finding> {
    labelled.iter().filter_map(Hidden::new).flat_map(|hidden| hidden.told_by(published)).collect()
}

/// Finds the columns whose originals follow from which of these columns are empty: the year
/// somebody came, in a table with a column for each year.
///
/// The guess is that of [`usual_values_behind_labels`].
pub fn empty_cells_behind_labels(labelled: &[LabelledColumn<'_>], published: &[&Column]) -> Vec<Finding> {
    let mut partly = published.to_vec();
    partly.retain(|column| {
        let filled = column.codes.iter().filter(|code| says_something(column, *code)).count();
        filled > 0 && filled < column.codes.len()
    });
    if partly.is_empty() {
        return Vec::new();
    }
    let found = labelled.iter().filter_map(Hidden::new).filter_map(|hidden| hidden.told_by_empty(&partly));
    found.collect()
}

/// The rows of a target whose label hides something.
struct Hidden<'a> {
    target: &'a LabelledColumn<'a>,
    rows: Vec<usize>,
    /// Of them, those where the guess by the label is right.
    by_label: usize,
}

impl<'a> Hidden<'a> {
    /// None where there are too few.
    fn new(target: &'a LabelledColumn<'a>) -> Option<Self> {
        let mut rows = rows(target);
        let all = target.labels.codes.len().min(MOST_ROWS);
        let of_label = companions(&rows, target.originals, |row| target.labels.codes.at(row));
        rows.retain(|row| of_label[&target.labels.codes.at(*row)].len() > 1);
        if all < FEWEST_ROWS_OF_CODES || rows.len() * HIDDEN < all {
            return None;
        }
        let by_label = guesses(&rows, target.originals, |row| target.labels.codes.at(row));
        Some(Self { target, rows, by_label })
    }

    /// The columns that give the target back, or where none does, the first pair.
    fn told_by(&self, published: &[&Column]) -> Vec<Finding> {
        let alone: Vec<Finding> = published.iter().filter_map(|source| self.told_by_all(&[source])).collect();
        if !alone.is_empty() {
            return alone;
        }
        let mut many = published.to_vec();
        many.sort_by_key(|column| std::cmp::Reverse(column.dictionary.len()));
        many.truncate(MOST_IN_PAIRS);
        let pairs = (1..many.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
        pairs.filter_map(|(first, second)| self.told_by_all(&[many[first], many[second]])).take(1).collect()
    }

    fn told_by_all(&self, sources: &[&Column]) -> Option<Finding> {
        let mut telling = self.rows.clone();
        telling.retain(|row| sources.iter().all(|source| says_something(source, source.codes.at(*row))));
        let agree = guesses(&telling, self.target.originals, |row| {
            sources.iter().map(|source| source.codes.at(row)).collect::<Vec<u32>>()
        });
        let names: Vec<&str> = sources.iter().map(|source| source.name.as_str()).collect();
        let them = if names.len() == 1 { "it" } else { "both" };
        let advice = format!("leave {them} out, publish {them} coarser");
        self.finding(&names.join(" + "), ["most records with one value", &advice], agree)
    }

    fn told_by_empty(&self, partly: &[&Column]) -> Option<Finding> {
        let agree = guesses(&self.rows, self.target.originals, |row| {
            partly.iter().map(|source| says_something(source, source.codes.at(row))).collect::<Vec<bool>>()
        });
        let how =
            ["most records with the same columns empty", "leave the columns with empty cells out, fill them"];
        self.finding(EMPTY_CELLS, how, agree)
    }

    fn finding(&self, column: &str, [how, advice]: [&str; 2], agree: usize) -> Option<Finding> {
        let chance = self.by_label as f64 / self.rows.len() as f64;
        Agreement::beyond_chance("the usual value", agree, self.rows.len(), chance)
            .filter(|found| found.severity == Severity::Danger)?;
        let (name, of) = (&self.target.originals.name, self.rows.len());
        let message = format!(
            "{how} have one value of {name}, so it says what stands behind the labels of {name} in {agree} of \
             {of} records; {advice}, or leave {name} out"
        );
        Some(Finding {
            severity: Severity::Danger,
            rule: Rule::GivesBack,
            column: column.to_owned(),
            about: Some(name.clone()),
            message,
        })
    }
}

/// Evenly spaced rows whose original is known; none where there are too few different ones.
fn rows(target: &LabelledColumn<'_>) -> Vec<usize> {
    let all = target.labels.codes.len();
    let known = (0..all)
        .step_by(all.div_ceil(MOST_ROWS).max(1))
        .filter(|row| says_something(target.originals, target.originals.codes.at(*row)));
    let known: Vec<usize> = known.collect();
    let values: HashSet<u32> = known.iter().map(|row| target.originals.codes.at(*row)).collect();
    if values.len() < FEWEST_VALUES { Vec::new() } else { known }
}

fn companions<K: Eq + Hash>(rows: &[usize], originals: &Column, key: impl Fn(usize) -> K) -> Companions<K> {
    let mut found = Companions::new();
    for &row in rows {
        *found.entry(key(row)).or_default().entry(originals.codes.at(row)).or_default() += 1;
    }
    found
}

/// In how many rows the most frequent original of all other rows with the same key is right.
fn guesses<K: Eq + Hash>(rows: &[usize], originals: &Column, key: impl Fn(usize) -> K) -> usize {
    companions(rows, originals, key).values().map(right_guesses).sum()
}

/// Each row is guessed by the others: of an original that is only as frequent as another one after
/// its own row is left out, the guess is wrong.
fn right_guesses(of_original: &HashMap<u32, usize>) -> usize {
    let Some((most, count)) = of_original.iter().max_by_key(|(original, count)| (**count, **original)) else {
        return 0;
    };
    let second = of_original.iter().filter(|(original, _)| *original != most).map(|(_, count)| *count).max();
    if count - 1 > second.unwrap_or(0) { *count } else { 0 }
}

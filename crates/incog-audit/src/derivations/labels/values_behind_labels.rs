//! Sensitive values that say what stands behind a label, as a pay scale says the occupation.

use super::super::FEWEST_ROWS_OF_CODES;
use super::LabelledColumn;
use crate::lint::{Finding, Rule, Severity};
use crate::numbers::says_something;
use incog_data::{Column, RecordCounts, may_agree_by_chance};
use std::collections::HashMap;

/// A column of fewer values hides little behind its labels.
const FEWEST_VALUES: usize = 3;

/// It is a danger where one record in so many has a label that hides something.
const HIDDEN: u64 = 20;

/// Finds the columns of which each value occurs with one value behind the labels of another column.
/// An attacker who knows which goes with which reads the value behind a label off.
///
/// Labels count that stand for several values of the release. A column is a danger where it gives
/// back half of the records with such labels, and chance would not make it so. Tables of fewer than
/// a hundred records show nothing.
///
/// ```
/// use incog_audit::{LabelledColumn, values_behind_labels};
/// let kinds = [
///     ["nurse", "health", "2100"],
///     ["baker", "trade", "2200"],
///     ["smith", "trade", "2300"],
/// ];
/// let rows = (0..120).map(|row| kinds[row % 3]);
/// let table = incog_data::Table::from_rows(["occupation", "label", "salary"], rows, &[])?;
/// let [originals, labels, salary] = table.columns() else { unreachable!("three columns") };
/// let labelled = [LabelledColumn { labels, originals }];
/// let found = values_behind_labels(&labelled, &[salary], Default::default());
/// assert_eq!(found[0].key(), "salary: gives back occupation");
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn values_behind_labels(
    labelled: &[LabelledColumn<'_>],
    published: &[&Column],
    counts: RecordCounts<'_>,
) -> Vec<Finding> {
    let pairs = labelled.iter().flat_map(|target| published.iter().map(move |source| (target, *source)));
    pairs.filter_map(|(target, source)| given_back(target, source, counts)).collect()
}

fn given_back(target: &LabelledColumn<'_>, source: &Column, counts: RecordCounts<'_>) -> Option<Finding> {
    let rows: Vec<usize> = (0..source.codes.len())
        .filter(|&row| {
            says_something(source, source.codes.at(row))
                && says_something(target.originals, target.originals.codes.at(row))
        })
        .collect();
    let of_label = one_behind_each(target.labels, target.originals, &rows);
    let of_value = one_behind_each(source, target.originals, &rows);
    let hidden = rows.iter().copied().filter(|row| of_label[&target.labels.codes.at(*row)].is_none());
    let told = hidden.clone().filter(|row| of_value[&source.codes.at(*row)].is_some());
    let (records, told) =
        (hidden.map(|row| counts.at(row)).sum::<u64>(), told.map(|row| counts.at(row)).sum());
    let all = counts.sum(source.codes.len());
    let is_many = all >= FEWEST_ROWS_OF_CODES as u64 && records * HIDDEN >= all && told * 2 >= records;
    let is_danger = is_many && !may_be_chance(target.originals, &rows, of_value.len() as u64, counts);
    is_danger.then(|| finding(target, source, [told, all]))
}

/// For each value of a column the one value of the other that it occurs with in these rows; `None`
/// where there are several.
fn one_behind_each(column: &Column, originals: &Column, rows: &[usize]) -> HashMap<u32, Option<u32>> {
    let mut behind: HashMap<u32, Option<u32>> = HashMap::new();
    for &row in rows {
        let original = originals.codes.at(row);
        let known = behind.entry(column.codes.at(row)).or_insert(Some(original));
        *known = known.filter(|known| *known == original);
    }
    behind
}

/// Whether columns that have nothing to do with each other could look like this: rows that share a
/// value agree in the originals each with the chance that two rows do.
fn may_be_chance(originals: &Column, rows: &[usize], values: u64, counts: RecordCounts<'_>) -> bool {
    let mut of_code = vec![0; originals.dictionary.len()];
    rows.iter().for_each(|&row| of_code[originals.codes.at(row) as usize] += counts.at(row));
    let (used, records) = (of_code.iter().filter(|count| **count > 0).count(), of_code.iter().sum::<u64>());
    used < FEWEST_VALUES || values * 2 > records || may_agree_by_chance(&of_code, records, values)
}

fn finding(target: &LabelledColumn<'_>, source: &Column, records: [u64; 2]) -> Finding {
    let (source, target, [told, all]) = (&source.name, &target.originals.name, records);
    let message = format!(
        "each of its values occurs with one value of {target}, so it says what stands behind the labels of \
         {target} in {told} of {all} records: leave {source} out, publish it coarser, or leave {target} out"
    );
    Finding {
        severity: Severity::Danger,
        rule: Rule::GivesBack,
        column: source.clone(),
        about: Some(target.clone()),
        message,
    }
}

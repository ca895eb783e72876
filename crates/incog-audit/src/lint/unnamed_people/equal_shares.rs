//! A column of which nearly all people have each value equally often: the subjects of a pupil, the
//! tests of a patient, the waves of a panel.

use crate::grouping::Grouping;
use crate::lint::{Finding, Rule, Severity};
use crate::numbers::says_something;
use incog_data::Column;
use std::collections::HashMap;

/// Columns of more values are no subjects or waves.
const MOST_VALUES: usize = 30;

/// Tables of fewer rows, or of fewer combinations, show nothing.
const FEWEST_ROWS: usize = 100;

/// See [`FEWEST_ROWS`].
const FEWEST_KINDS: usize = 10;

/// Four of five rows are in a combination of quasi-identifiers that has all values equally often.
/// By chance that is so in hardly any.
const MOST: f64 = 0.8;

/// The first column that most combinations of quasi-identifiers have each value of equally often.
pub(super) fn equal_shares(
    quasi_identifiers: &[&Column],
    others: &[&Column],
    rows: usize,
) -> Option<Finding> {
    let balanced: Vec<&Column> = others.iter().copied().filter(|column| is_balanced(column, rows)).collect();
    if rows < FEWEST_ROWS || balanced.is_empty() {
        return None;
    }
    let kinds = Grouping::of_columns(quasi_identifiers.iter().copied(), rows);
    if kinds.len() < FEWEST_KINDS {
        return None;
    }
    balanced.into_iter().find_map(|column| {
        let values = rows_of_values(column, rows).len();
        let equal = rows_with_equal_shares(&kinds, column, values);
        (equal as f64 >= MOST * rows as f64).then(|| finding(column, equal, rows, values))
    })
}

/// Whether so many rows can be in combinations with equal shares: each value has its part of them.
fn is_balanced(column: &Column, rows: usize) -> bool {
    let rows_of_values = rows_of_values(column, rows);
    let least = rows_of_values.iter().min().copied().unwrap_or(0);
    (2..=MOST_VALUES).contains(&rows_of_values.len())
        && (least * rows_of_values.len()) as f64 >= MOST * rows as f64
}

/// The rows of each value that says something.
fn rows_of_values(column: &Column, rows: usize) -> Vec<usize> {
    let mut of_code = vec![0; column.dictionary.len()];
    (0..rows).for_each(|row| of_code[column.codes.at(row) as usize] += 1);
    let used = (0u32..).zip(of_code).filter(|(code, rows)| *rows > 0 && says_something(column, *code));
    used.map(|(_, rows)| rows).collect()
}

/// The rows whose combination has all of so many values of a column equally often.
fn rows_with_equal_shares(kinds: &Grouping, column: &Column, values: usize) -> usize {
    let mut of_kind: HashMap<u32, HashMap<u32, usize>> = HashMap::new();
    for (row, kind) in kinds.of_row.iter().enumerate() {
        *of_kind.entry(*kind).or_default().entry(column.codes.at(row)).or_default() += 1;
    }
    let equal = of_kind.values().filter(|counts| {
        let mut counts_of_values = counts.values();
        let first = counts_of_values.next();
        counts.len() == values && counts_of_values.all(|count| Some(count) == first)
    });
    equal.map(|counts| counts.values().sum::<usize>()).sum()
}

fn finding(column: &Column, equal: usize, rows: usize, values: usize) -> Finding {
    Finding {
        severity: Severity::Warning,
        rule: Rule::UnnamedPeople,
        column: column.name.clone(),
        about: None,
        message: format!(
            "in {equal} of {rows} records, those with the same quasi-identifiers have each of the {values} values of \
             {} equally often: each person seems to have {values} records, and then a class of records has fewer \
             people. Add the column that says whose a record is (role \"person\"; it is not published), or set unit = \
             \"record\" if each record is about another person",
            column.name
        ),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use incog_data::Table;

    fn found(subject: fn(usize) -> usize) -> Option<String> {
        let rows = (0..600).map(|row| {
            let person = row / 6;
            [person % 9, person * 7 % 5, subject(row)].map(|cell| cell.to_string())
        });
        let rows: Vec<[String; 3]> = rows.collect();
        let rows = rows.iter().map(|row| row.iter().map(String::as_str));
        let table = Table::from_rows(["year", "class", "subject"], rows, &[]).expect("a table");
        let [year, class, subject] = table.columns() else { panic!("three columns") };
        equal_shares(&[year, class], &[subject], 600).map(|finding| finding.key())
    }

    #[test]
    fn a_pupil_has_one_mark_in_each_subject() {
        assert_eq!(found(|row| row % 6).as_deref(), Some("subject: unnamed people"));
        assert_eq!(found(|row| row * row * 31 % 37 % 6), None);
        assert_eq!(found(|_| 1), None);
    }
}

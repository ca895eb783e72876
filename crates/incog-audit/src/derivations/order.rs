//! Rows that stand in the order of a column that is not published value by value.

use super::{DerivedTarget, FEWEST_ROWS_OF_CODES, Rows};
use crate::lint::{Finding, ORDER_OF_ROWS, Rule, Severity};
use crate::numbers::numbers_or_days;
use incog_data::Column;
use std::cmp::Ordering;

/// From this rank correlation with the number of the row on, the order gives the column back: the
/// place of a row tells its value within a tenth of all values, or nearer.
const ORDERED: f64 = 0.9;

/// From this rank correlation on, somebody should look at it.
const NEARLY_ORDERED: f64 = 0.75;

/// It is a danger where so large a share of the rows stands behind a row of the same person, beyond
/// what chance gives: as large as that which may be singled out.
const TOGETHER: f64 = 0.05;

/// What the order of the rows tells of columns that are not published: that the rows rise or fall
/// by one of them, and that the rows of a person stand together.
///
/// An attacker who has a list of names, such as the members of a club, reads it beside a release
/// that is sorted by name.
///
/// ```
/// let row = |row: u32| [format!("P{}", row / 3), format!("{:04}", row * 3)];
/// let rows: Vec<[String; 2]> = (0..300).map(row).collect();
/// let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
/// let table = incog_data::Table::from_rows(["who", "number"], rows, &[])?;
/// let [who, number] = table.columns() else { unreachable!("two columns") };
/// let found = incog_audit::told_by_order(&[number], Some(who), 300);
/// let found: Vec<String> = found.iter().map(|one| one.key()).collect();
/// assert_eq!(found, ["order of the rows: gives back number", "order of the rows: linked rows"]);
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn told_by_order(left_out: &[&Column], person: Option<&Column>, rows: usize) -> Vec<Finding> {
    let targets = left_out.iter().map(|column| DerivedTarget::generalized(column));
    let told = targets.filter_map(|target| ordered(&target, &Rows::new(&target, rows)));
    told.chain(person.and_then(|person| standing_together(person, rows))).collect()
}

/// The finding that rows of a person stand behind each other more often than by chance.
fn standing_together(person: &Column, rows: usize) -> Option<Finding> {
    let names = person.codes.iter().zip(person.codes.iter().skip(1));
    let together = names.filter(|(one, next)| one == next && !person.is_missing(*one)).count() as f64;
    let counts = (0u32..).zip(person.counts()).filter(|(code, _)| !person.is_missing(*code));
    let pairs: f64 = counts.map(|(_, rows)| rows as f64 * (rows as f64 - 1.0)).sum();
    let by_chance = pairs / rows.max(1) as f64;
    (rows >= FEWEST_ROWS_OF_CODES && together - by_chance >= TOGETHER * rows as f64).then(|| Finding {
        severity: Severity::Danger,
        rule: Rule::LinkedRows,
        column: ORDER_OF_ROWS.to_owned(),
        about: None,
        message: format!(
            "the rows keep the order of the input, in which {together} of {rows} stand behind another one of \
             their person, so an attacker who finds one row finds the others beside it; sort the release (remove order \
             under [release])"
        ),
    })
}

/// The finding that rows are published in the order of the target, rising or falling.
pub(super) fn ordered(target: &DerivedTarget<'_>, rows: &Rows) -> Option<Finding> {
    let (column, rows) = (target.original, &rows.sample);
    if rows.len() < FEWEST_ROWS_OF_CODES {
        return None;
    }
    let correlation = rank_correlation(&ranks(column, rows))?.abs();
    let severity = if correlation >= ORDERED { Severity::Danger } else { Severity::Warning };
    (correlation >= NEARLY_ORDERED).then(|| Finding {
        severity,
        rule: Rule::GivesBack,
        column: ORDER_OF_ROWS.to_owned(),
        about: Some(column.name.clone()),
        message: format!(
            "the rows keep the order of the input, which is nearly that of {0} (rank correlation \
             {correlation:.2}), so the position of a row reveals {0}; sort the release (remove order under \
             [release])",
            column.name
        ),
    })
}

/// The place of each row among all by the value of the column; equal values share the mean of
/// their places.
fn ranks(column: &Column, rows: &[usize]) -> Vec<f64> {
    let of_code = numbers_or_days(column);
    let compare = |one: &u32, other: &u32| -> Ordering {
        match (of_code[*one as usize], of_code[*other as usize]) {
            (Some(one), Some(other)) => one.total_cmp(&other),
            (one, other) if one.is_some() != other.is_some() => other.is_some().cmp(&one.is_some()),
            _ => column.dictionary.get(*one).cmp(column.dictionary.get(*other)),
        }
    };
    let codes: Vec<u32> = rows.iter().map(|&row| column.codes.at(row)).collect();
    let mut order: Vec<usize> = (0..codes.len()).collect();
    order.sort_by(|&one, &other| compare(&codes[one], &codes[other]));
    let mut ranks = vec![0.0; codes.len()];
    let mut first = 0;
    for equal in order.chunk_by(|&one, &other| compare(&codes[one], &codes[other]) == Ordering::Equal) {
        let mean = first as f64 + (equal.len() - 1) as f64 / 2.0;
        equal.iter().for_each(|&place| ranks[place] = mean);
        first += equal.len();
    }
    ranks
}

/// The correlation of ranks with the places at which they stand; none where all are one.
fn rank_correlation(ranks: &[f64]) -> Option<f64> {
    let mean = (ranks.len() - 1) as f64 / 2.0;
    let (mut both, mut of_ranks, mut of_places) = (0.0, 0.0, 0.0);
    for (place, rank) in ranks.iter().enumerate() {
        let (place, rank) = (place as f64 - mean, rank - mean);
        both += place * rank;
        of_ranks += rank * rank;
        of_places += place * place;
    }
    (of_ranks > 0.0).then(|| both / (of_ranks * of_places).sqrt())
}

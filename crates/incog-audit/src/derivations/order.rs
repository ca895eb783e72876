//! Rows that stand in the order of a column that is not published value by value.

use super::{DerivedTarget, FEWEST_ROWS_OF_CODES, Rows};
use crate::lint::{Finding, Rule, Severity};
use crate::numbers::numbers_or_days;
use incog_data::Column;
use std::cmp::Ordering;

/// From this rank correlation with the number of the row on, the order gives the column back: the
/// place of a row tells its value within a tenth of all values, or nearer.
const ORDERED: f64 = 0.9;

/// From this rank correlation on, somebody should look at it.
const NEARLY_ORDERED: f64 = 0.75;

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
        column: "order of the rows".to_owned(),
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

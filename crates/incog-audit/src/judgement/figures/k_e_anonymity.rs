//! The class with the fewest different numbers, and the one whose numbers span the least.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use crate::measure::ClassValues;
use incog_data::Column;
use incog_privacy::Criterion;

pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    let name = criterion.column().unwrap_or_default();
    let Some(column) = measured.judged.evidence.release.column(&name) else { return Ok(None) };
    let numbers = numbers(column)?;
    let in_order = |class: &ClassValues| {
        let mut found: Vec<f64> = class.all.iter().filter_map(|&(code, _)| numbers[code as usize]).collect();
        found.sort_unstable_by(f64::total_cmp);
        found
    };
    let figure = |mut class: Vec<f64>| match criterion.variant() {
        Some("k") => {
            class.dedup();
            class.len() as f64
        }
        _ => class.last().zip(class.first()).map_or(0.0, |(last, first)| last - first),
    };
    Ok(measured.class_values(criterion).iter().map(in_order).map(figure).reduce(f64::min))
}

/// The number of each value that occurs; `None` of missing ones.
fn numbers(column: &Column) -> Result<Vec<Option<f64>>, Unshown> {
    let used = column.used();
    let values = (0u32..).zip(column.dictionary.iter());
    let number = |(code, value): (u32, &str)| {
        if column.is_missing(code) || !used[code as usize] {
            return Ok(None);
        }
        // Adding 0 turns a negative zero into a positive one.
        let number = value.trim().parse().ok().filter(|number: &f64| number.is_finite());
        number.map(|number| Some(number + 0.0)).ok_or(Unshown::Numbers)
    };
    values.map(number).collect()
}

//! Whether the value that stands for those of a class is what it is said to be.

use crate::Grouping;
use incog_data::decimal::{floor_scaled, plain};
use incog_data::{Aggregate, Column, CountedTable};
use std::collections::{BTreeSet, HashMap};

/// How far a mean or a middle may be from what is written for it beyond its last decimal place, as
/// a share: 15 significant digits are written.
const ROUNDING: f64 = 1e-12;

/// How many classes of a release have, in a column, not what an aggregate makes of their records'
/// values: `values` has for each row of the release the value it had. All columns that
/// `quasi_identifiers` names are in the release.
///
/// The aggregates are computed here in floating-point numbers from counted values, apart from the
/// code that wrote them.
pub fn misstated(
    aggregate: Aggregate,
    release: CountedTable<'_>,
    quasi_identifiers: &[&str],
    written: &Column,
    values: &Column,
) -> usize {
    let columns = quasi_identifiers.iter().filter_map(|name| release.column(name));
    let classes = Grouping::of_columns(columns, release.table().rows());
    let mut cells = vec![BTreeSet::new(); classes.len()];
    let mut counted: Vec<HashMap<u32, u64>> = vec![HashMap::new(); classes.len()];
    for (row, &class) in classes.of_row.iter().enumerate() {
        cells[class as usize].insert(written.codes.at(row));
        *counted[class as usize].entry(values.codes.at(row)).or_default() += release.count(row);
    }
    let is_wrong = |(cells, counted): &(&BTreeSet<u32>, &HashMap<u32, u64>)| {
        let known = counted.iter().filter(|(code, _)| !values.is_missing(**code));
        let known: Vec<(&str, u64)> =
            known.map(|(&code, &count)| (values.dictionary.get(code), count)).collect();
        let is_right = |&code: &u32| {
            let text = written.dictionary.get(code);
            let is_empty = written.is_missing(code) || text.is_empty();
            if known.is_empty() { is_empty } else { !is_empty && is_aggregate(aggregate, text, &known) }
        };
        cells.len() != 1 || !cells.iter().all(is_right)
    };
    cells.iter().zip(&counted).filter(is_wrong).count()
}

/// Whether a text says the aggregate of these values, of which there is at least one.
fn is_aggregate(aggregate: Aggregate, written: &str, values: &[(&str, u64)]) -> bool {
    if aggregate == Aggregate::Mode {
        return most_frequent(values) == Some(written);
    }
    if aggregate == Aggregate::Range {
        return is_range(written, values);
    }
    let numbers = values.iter().map(|&(value, count)| Some((number(value)?, count)));
    let Some(mut numbers) = numbers.collect::<Option<Vec<(f64, u64)>>>() else { return false };
    numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
    match aggregate {
        Aggregate::Mean => is_mean(written, &numbers),
        _ => is_median(written, &numbers),
    }
}

fn is_mean(written: &str, numbers: &[(f64, u64)]) -> bool {
    let count: u64 = numbers.iter().map(|(_, count)| count).sum();
    let mean = numbers.iter().map(|&(number, count)| number * count as f64).sum::<f64>() / count as f64;
    let size = numbers.iter().map(|(number, _)| number.abs()).fold(0.0, f64::max);
    let places = numbers.iter().map(|&(number, _)| places(number)).max().unwrap_or(0);
    let last_place = 0.5 * 10f64.powi(-(places as i32) - 2);
    number(written).is_some_and(|found| (found - mean).abs() <= last_place + ROUNDING * size)
}

fn is_median(written: &str, numbers: &[(f64, u64)]) -> bool {
    let mut all = Vec::new();
    numbers.iter().for_each(|&(number, count)| all.extend(std::iter::repeat_n(number, count as usize)));
    let middle = f64::midpoint(all[(all.len() - 1) / 2], all[all.len() / 2]);
    let size = all[(all.len() - 1) / 2].abs().max(all[all.len() / 2].abs());
    number(written).is_some_and(|found| (found - middle).abs() <= ROUNDING * size)
}

/// Whether both bounds lie outside the numbers as far as they must: at the nearest multiple of the
/// first base that is more than the numbers lie apart and whose multiple is none of them.
fn is_range(written: &str, values: &[(&str, u64)]) -> bool {
    let (lower, upper) = written.split_once("..").unwrap_or((written, written));
    let places = |text: &str| {
        let plain = plain(text)?;
        Some(plain.split_once('.').map_or(0, |(_, fraction)| fraction.len() as u32))
    };
    let most = values.iter().map(|(text, _)| places(text)).max().flatten().unwrap_or(0);
    let scaled =
        |text: &str| floor_scaled(text, most).filter(|_| places(text).is_some_and(|own| own <= most));
    let Some(mut numbers) = values.iter().map(|(text, _)| scaled(text)).collect::<Option<Vec<i128>>>() else {
        return false;
    };
    numbers.sort_unstable();
    let (Some(lower), Some(upper)) = (scaled(lower), scaled(upper)) else { return false };
    let (Some(&least), Some(&greatest)) = (numbers.first(), numbers.last()) else { return false };
    if least == greatest {
        return lower == least && upper == least;
    }
    let negated: Vec<i128> = numbers.iter().rev().map(|number| -number).collect();
    lower == lower_bound(&numbers) && -upper == lower_bound(&negated)
}

/// The lower bound of numbers, ascending, that are not all one.
fn lower_bound(numbers: &[i128]) -> i128 {
    let (least, apart) = (numbers[0], numbers[numbers.len() - 1] - numbers[0]);
    for power in 0..37 {
        for base in [1, 2, 5].map(|digit| digit * 10i128.pow(power)) {
            let below = least.div_euclid(base) * base;
            let farther = if base > least.abs() { below - base } else { below };
            if let Some(bound) = [below, farther]
                .into_iter()
                .find(|bound: &i128| !numbers.contains(bound))
                .filter(|_| base > apart)
            {
                return bound;
            }
        }
    }
    least
}

/// The value that most records have; of several the least number, or the first text where some are
/// no numbers.
fn most_frequent<'v>(values: &[(&'v str, u64)]) -> Option<&'v str> {
    let most = values.iter().map(|(_, count)| *count).max()?;
    let are_numbers = values.iter().all(|(value, _)| number(value).is_some());
    let size = |value: &str| number(value).filter(|_| are_numbers).unwrap_or(0.0);
    let mut best = values.iter().filter(|(_, count)| *count == most).map(|(value, _)| *value);
    let first = best.next()?;
    Some(best.fold(first, |first, other| {
        let order = size(other).total_cmp(&size(first)).then_with(|| other.cmp(first));
        if order.is_lt() { other } else { first }
    }))
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok().filter(|number: &f64| number.is_finite())
}

/// Decimal places of a number as it is written shortest.
fn places(number: f64) -> usize {
    number.to_string().split_once('.').map_or(0, |(_, places)| places.len())
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::Table;

    fn wrong(aggregate: Aggregate, rows: &[[&str; 3]]) -> usize {
        let table = Table::from_rows(["age", "written", "income"], rows.iter().copied(), &["NA"]).unwrap();
        let of = |name| table.column(name).unwrap();
        misstated(aggregate, (&table).into(), &["age"], of("written"), of("income"))
    }

    #[test]
    fn every_class_is_looked_at() {
        use Aggregate::{Mean, Median, Mode, Range};
        for (aggregate, of_20, of_30) in
            [(Mean, "2.33", "5.5"), (Median, "2", "5.5"), (Mode, "1", "5"), (Range, "0..5", "4..10")]
        {
            let rows = |of_20, of_30| {
                [
                    ["20", of_20, "1"],
                    ["20", of_20, "4"],
                    ["30", of_30, "5"],
                    ["20", of_20, "2"],
                    ["30", of_30, "6"],
                    ["30", of_30, "NA"],
                    ["40", "", "NA"],
                ]
            };
            assert_eq!(wrong(aggregate, &rows(of_20, of_30)), 0, "{aggregate:?}");
            for (of_20, of_30) in [(of_30, of_20), ("", of_30), ("x", of_30), (of_20, "NA"), ("2.32", of_30)]
            {
                assert!(wrong(aggregate, &rows(of_20, of_30)) > 0, "{aggregate:?} {of_20} {of_30}");
            }
            // Records of one class with different cells.
            assert_eq!(wrong(aggregate, &[["20", "1", "1"], ["20", "1.0", "1"]]), 1);
        }
    }
}

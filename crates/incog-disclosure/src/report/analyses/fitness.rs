//! What a release is fit for, by figures of analyses that the internal report has.

use crate::report::page::percent;
use incog_audit::{Comparison, Moments, NumbersOf, Pair};
use serde::Serialize;

/// Counts of two columns together are fit if in the median pair at most this share of the records
/// stands in another cell.
const MOST_IN_WRONG_CELL: f64 = 0.1;

/// A mean is fit if it moved by at most this share of the standard deviation: a standardized
/// difference below 0.1 is negligible (Austin 2009, doi:10.1002/sim.3697).
const MOST_SHIFT: f64 = 0.1;

/// A standard deviation is fit if it changed by at most this share.
const MOST_SPREAD: f64 = 0.1;

/// Models of a column are fit if at least this share of its dependence on the quasi-identifiers is
/// left.
const LEAST_DEPENDENCE: f64 = 0.8;

/// Below this dependence on all quasi-identifiers there is nothing to model.
const NO_DEPENDENCE: f64 = 0.02;

/// A use of the release, and whether it is fit for it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Fitness {
    /// The use, such as `means`.
    pub of: String,
    /// Whether the release is fit for it.
    pub is_fit: bool,
    /// The figure that says so, in words.
    pub why: String,
}

/// What a release is fit for: counts of two columns together, means, standard deviations, and
/// models of each sensitive column by the quasi-identifiers.
pub fn fitness(comparison: &Comparison) -> Vec<Fitness> {
    let sensitive: Vec<&str> = {
        let mut names: Vec<&str> = comparison.pairs.iter().map(|pair| pair.sensitive.as_str()).collect();
        names.sort_unstable();
        names.dedup();
        names
    };
    let models = sensitive.into_iter().filter_map(|name| models(comparison, name));
    let of_numbers = [means(&comparison.numbers), deviations(&comparison.numbers)];
    counts(&comparison.pairs).into_iter().chain(of_numbers.into_iter().flatten()).chain(models).collect()
}

/// The uses in one line: `fit for: counts of two columns together yes, means yes`.
pub fn fitness_line(comparison: &Comparison) -> Option<String> {
    let found = fitness(comparison);
    let uses: Vec<String> = found
        .iter()
        .map(|Fitness { of, is_fit, .. }| format!("{of} {}", if *is_fit { "yes" } else { "no" }))
        .collect();
    (!uses.is_empty()).then(|| format!("fit for: {}", uses.join(", ")))
}

fn counts(pairs: &[Pair]) -> Option<Fitness> {
    let mut wrong: Vec<f64> = pairs.iter().map(|pair| pair.wrong_cell).collect();
    wrong.sort_by(f64::total_cmp);
    let median = *wrong.get(wrong.len() / 2)?;
    Some(Fitness {
        of: "counts of two columns together".to_owned(),
        is_fit: median <= MOST_IN_WRONG_CELL,
        why: format!(
            "in the median pair {} of the records stand in another cell (fit: at most {})",
            percent(median),
            percent(MOST_IN_WRONG_CELL)
        ),
    })
}

fn means(numbers: &[NumbersOf]) -> Option<Fitness> {
    fn shift(before: &Moments, after: &Moments) -> Option<f64> {
        let (old, new, spread) = (before.mean?, after.mean?, before.standard_deviation?);
        Some((new - old).abs() / spread)
    }
    worst("means", numbers, shift, MOST_SHIFT, "moved by up to", "of a standard deviation")
}

fn deviations(numbers: &[NumbersOf]) -> Option<Fitness> {
    fn change(before: &Moments, after: &Moments) -> Option<f64> {
        Some((after.standard_deviation? / before.standard_deviation? - 1.0).abs())
    }
    worst("standard deviations", numbers, change, MOST_SPREAD, "changed by up to", "")
}

/// By the column that changed most, of those that vary; one whose figures are gone is not fit.
fn worst(
    of: &str,
    numbers: &[NumbersOf],
    change: impl Fn(&Moments, &Moments) -> Option<f64>,
    most: f64,
    verb: &str,
    unit: &str,
) -> Option<Fitness> {
    let changed =
        numbers.iter().filter(|one| one.before.standard_deviation.is_some_and(|spread| spread > 0.0));
    // A figure of less than half of the records is one of other records.
    let of_most = |one: &NumbersOf| {
        change(&one.before, &one.after).filter(|_| 2 * one.after.values >= one.before.values)
    };
    let changed = changed.map(|one| (of_most(one).unwrap_or(f64::INFINITY), one.column.as_str()));
    let (change, column) = changed.max_by(|one, other| one.0.total_cmp(&other.0))?;
    let why = match change.is_finite() {
        true => format!("{column} {verb} {} {unit}", percent(change)),
        false => format!("{column} has numbers in less than half of the records"),
    };
    Some(Fitness {
        of: of.to_owned(),
        is_fit: change <= most,
        why: format!("{} (fit: at most {})", why.trim_end(), percent(most)),
    })
}

fn models(comparison: &Comparison, sensitive: &str) -> Option<Fitness> {
    let pairs = comparison.pairs.iter().filter(|pair| pair.sensitive == sensitive);
    let (before, after) = pairs.fold((0.0, 0.0), |(before, after), pair| {
        (before + pair.dependence_before, after + pair.dependence_after)
    });
    (before >= NO_DEPENDENCE).then(|| Fitness {
        of: format!("models of {sensitive}"),
        is_fit: after / before >= LEAST_DEPENDENCE,
        why: format!(
            "{} of its dependence on single quasi-identifiers is left (fit: at least {})",
            percent((after / before).clamp(0.0, 1.0)),
            percent(LEAST_DEPENDENCE)
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair(wrong_cell: f64, before: f64, after: f64) -> Pair {
        Pair {
            quasi_identifier: "age".to_owned(),
            sensitive: "illness".to_owned(),
            wrong_cell,
            dependence_before: before,
            dependence_after: after,
        }
    }

    fn moments(mean: Option<f64>, deviation: Option<f64>) -> Moments {
        Moments { values: 100, mean, standard_deviation: deviation, median: mean }
    }

    fn line(pairs: Vec<Pair>, before: Moments, after: Moments) -> Option<String> {
        let numbers = vec![NumbersOf { column: "age".to_owned(), before, after }];
        fitness_line(&Comparison { numbers, pairs, table: None })
    }

    #[test]
    fn figures_on_both_sides_of_each_threshold() {
        let before = moments(Some(40.0), Some(10.0));
        let fit = line(vec![pair(0.1, 0.25, 0.2)], before, moments(Some(41.0), Some(9.0)));
        assert_eq!(
            fit.as_deref(),
            Some(
                "fit for: counts of two columns together yes, means yes, standard deviations yes, models of illness yes"
            )
        );
        let unfit = line(vec![pair(0.11, 0.25, 0.19)], before, moments(Some(41.1), Some(8.8)));
        assert_eq!(
            unfit.as_deref(),
            Some(
                "fit for: counts of two columns together no, means no, standard deviations no, models of illness no"
            )
        );
        // Numbers that most records lost tell of the others only.
        let few = Moments { values: 49, ..before };
        assert!(line(vec![], before, few).is_some_and(|line| line.contains("means no")));
        // Nothing depends on anything: there is nothing to model, and nothing is said of it.
        let none = line(vec![pair(0.0, 0.01, 0.0)], before, moments(None, None));
        assert_eq!(
            none.as_deref(),
            Some("fit for: counts of two columns together yes, means no, standard deviations no")
        );
    }
}

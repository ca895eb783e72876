//! Weighted sums of many published numbers that are the target: a total of six parts, a score.

use super::{Agreement, Rows, Source, arithmetic, least_squares};
use crate::lint::Severity;
use incog_data::Column;

/// At most so many numbers are summed: those that go most with the target.
const MOST_NUMBERS: usize = 32;

/// Sums of up to three are tried exactly, one by one.
const FEWEST_NUMBERS: usize = 4;

/// The numbers of which a weighted sum gives the target back, without those that it does not need;
/// `None` where no sum does. Weights are learnt from every other row of the sample and tried on the
/// rest.
pub(super) fn weighted_sum<'a>(
    target: &arithmetic::Target,
    sources: &[&Source<'a>],
    rows: &Rows,
) -> Option<(Vec<&'a Column>, Agreement)> {
    let mut used = target.most_correlated(sources, MOST_NUMBERS);
    if used.len() < FEWEST_NUMBERS {
        return None;
    }
    let mut found = agreement(target, &used, rows)?;
    // From the least telling on, a number is left out if the others do without it.
    for place in (0..used.len()).rev() {
        let mut fewer = used.clone();
        fewer.remove(place);
        if let Some(agreement) = agreement(target, &fewer, rows) {
            (used, found) = (fewer, agreement);
        }
    }
    Some((used.iter().map(|source| source.column).collect(), found))
}

/// How often a weighted sum is the target, where that is a danger.
fn agreement(target: &arithmetic::Target, sources: &[&Source<'_>], rows: &Rows) -> Option<Agreement> {
    let places: Vec<usize> = (0..rows.sample.len())
        .filter(|place| target.wanted(*place).is_some())
        .filter(|place| sources.iter().all(|source| source.sample[*place].is_some()))
        .collect();
    if 2 * places.len() < rows.sample.len() {
        return None;
    }
    let cells = |place: &usize| {
        let numbers = sources.iter().map(|source| source.sample[*place].unwrap_or_default());
        std::iter::once(1.0).chain(numbers).collect()
    };
    let cells: Vec<Vec<f64>> = places.iter().map(cells).collect();
    let wanted: Vec<f64> = places.iter().map(|place| target.wanted(*place).unwrap_or_default()).collect();
    let halves = [0, 1].map(|parity| least_squares::weights(&cells, &wanted, parity));
    let [even, odd] = halves.each_ref().map(Option::as_deref);
    let agree = (0..cells.len()).filter(|&row| {
        let learnt = if row % 2 == 0 { odd } else { even };
        learnt.is_some_and(|weights| target.is_given(wanted[row], least_squares::at(weights, &cells[row])))
    });
    let how = "a weighted sum of these numbers";
    Agreement::beyond_chance(how, agree.count(), cells.len(), target.by_chance())
        .filter(|found| found.severity == Severity::Danger)
}

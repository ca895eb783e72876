//! Rounded numbers, and top and bottom codes.

use super::TreatedColumn;
use incog_card::Parameters;

/// A share of a base, and of a number, that is lost when numbers are divided.
const SLACK: f64 = 1e-9;

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}

/// Pairs of cells of which the second is not the nearest multiple of the base; of a rounding by
/// chance, neither of the two nearest. `None` where no base is known.
pub(super) fn not_rounded(column: &TreatedColumn<'_>) -> Option<usize> {
    let parameters = column.treatment.spec.parameters();
    let chosen = column.premises.job.terms.bases().remove(&column.was.name);
    let base = match &chosen {
        Some(chosen) => chosen.number()?,
        None => parameters.number("round").ok()?,
    };
    let ends = chosen.and_then(|chosen| chosen.end_numbers());
    let farthest = if parameters.is_on("random") { base } else { base / 2.0 };
    Some(wrong(column, |was, is| {
        let was = ends.map_or(was, |[lowest, highest]| was.max(lowest).min(highest));
        is_near_multiple(was, is, base, farthest)
    }))
}

/// Whether `is` is a multiple of a base, at most so far from `was`.
fn is_near_multiple(was: f64, is: f64, base: f64, farthest: f64) -> bool {
    let slack = SLACK * base + 4.0 * f64::EPSILON * was.abs();
    let steps = is / base;
    (steps - steps.round()).abs() * base <= slack && (is - was).abs() <= farthest + slack
}

/// Pairs of cells of which the second is beyond a limit, or changed within them.
pub(super) fn not_coded(column: &TreatedColumn<'_>) -> Option<usize> {
    let parameters = column.treatment.spec.parameters();
    let (top, bottom) = (limit(parameters, "top"), limit(parameters, "bottom"));
    Some(wrong(column, |was, is| {
        let coded = top.map_or(was, |top| was.min(top));
        let coded = bottom.map_or(coded, |bottom| coded.max(bottom));
        (is - coded).abs() <= 4.0 * f64::EPSILON * was.abs()
    }))
}

fn limit(parameters: &Parameters, name: &str) -> Option<f64> {
    parameters.get(name)?;
    parameters.number(name).ok()
}

/// How many different pairs of numbers are wrong.
fn wrong(column: &TreatedColumn<'_>, is_right: impl Fn(f64, f64) -> bool) -> usize {
    let pairs = column.cells(false).into_iter().filter_map(|cell| Some((number(cell.was)?, number(cell.is))));
    pairs.filter(|(was, is)| !is.is_some_and(|is| is_right(*was, is))).count()
}

//! Rounded numbers, and top and bottom codes.

use super::TreatedColumn;
use incog_card::Value;

/// A share of a base, and of a number, that is lost when numbers are divided.
const SLACK: f64 = 1e-9;

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}

/// Pairs of cells of which the second is not the nearest multiple of the base; of a rounding by
/// chance, neither of the two nearest. `None` where no base is known.
pub(super) fn not_rounded(column: &TreatedColumn<'_>) -> Option<usize> {
    let parameters = column.treatment.spec.parameters();
    let base = match column.premises.job.terms.bases().get(&column.was.name) {
        Some(Value::Whole(base)) => *base as f64,
        Some(Value::Number(base)) => *base,
        _ => parameters.number("round").ok()?,
    };
    let farthest = if parameters.is_on("random") { base } else { base / 2.0 };
    let is_right = |was: f64, is: f64| {
        let slack = SLACK * base + 4.0 * f64::EPSILON * was.abs();
        let steps = is / base;
        (steps - steps.round()).abs() * base <= slack && (is - was).abs() <= farthest + slack
    };
    Some(wrong(column, is_right))
}

/// Pairs of cells of which the second is beyond a limit, or changed within them.
pub(super) fn not_coded(column: &TreatedColumn<'_>) -> Option<usize> {
    let parameters = column.treatment.spec.parameters();
    let limit = |name| parameters.get(name).and_then(|_| parameters.number(name).ok());
    let (top, bottom) = (limit("top"), limit("bottom"));
    let is_right = |was: f64, is: f64| {
        let coded = top.map_or(was, |top| was.min(top));
        let coded = bottom.map_or(coded, |bottom| coded.max(bottom));
        (is - coded).abs() <= 4.0 * f64::EPSILON * was.abs()
    };
    Some(wrong(column, is_right))
}

/// How many different pairs of numbers are wrong.
fn wrong(column: &TreatedColumn<'_>, is_right: impl Fn(f64, f64) -> bool) -> usize {
    let cells = column.cells(false);
    let is_wrong = |was: f64, is: &str| !number(is).is_some_and(|is| is_right(was, is));
    cells.iter().filter(|cell| number(cell.was).is_some_and(|was| is_wrong(was, cell.is))).count()
}

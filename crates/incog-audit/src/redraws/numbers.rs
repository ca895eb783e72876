//! Numbers and days that chance has moved, in linked records.

use super::linked_rows::Group;
use super::{DEVIATIONS, Draws, FEWEST_LINKS, LinkedRows, Redraw};
use crate::copies::line;
use crate::numbers::{correlation, numbers_or_days};
use crate::singling::Blur;
use incog_data::Column;

/// Numbers that lie around a line over the originals are draws around them where they are so much
/// wider than the noise: then the values have changed by less than 0.66 of its deviation.
const WIDER: f64 = 1.2;

/// By its quartiles a uniform shift seems so much wider than by its deviation.
const OF_UNIFORM: f64 = 1.285;

/// Where chance may make equal numbers twice, so many of them are one draw.
const EQUAL_OF_FEW: f64 = 0.8;

/// Of other numbers two draws are never equal, but some values may have changed.
const EQUAL_OF_MANY: f64 = 0.75;

/// What lies between the quartiles of a normal distribution, in its deviations.
const QUARTILES: f64 = 1.349;

/// The means of a group.
struct Means {
    original: f64,
    earlier: f64,
    is_equal: bool,
    records: f64,
}

pub(super) fn draws(redraw: &Redraw<'_>, links: &LinkedRows) -> Draws {
    let Redraw { earlier, original, published } = *redraw;
    let [before, behind, now] = [earlier.column, original, published].map(by_row);
    let means = |group: &Group| {
        let original = mean(&behind, &group.now)?;
        let (earlier, now) = (mean(&before, &group.earlier)?, mean(&now, &group.now)?);
        let is_equal = (earlier - now).abs() <= 1e-9 * earlier.abs().max(now.abs());
        Some(Means { original, earlier, is_equal, records: group.now.len() as f64 })
    };
    let all: Vec<Means> = links.groups.iter().filter_map(means).collect();
    if all.len() < FEWEST_LINKS {
        return Draws::NotShown;
    }
    let equal = all.iter().filter(|means| means.is_equal).count() as f64 / all.len() as f64;
    let is_few = matches!(earlier.blur, Blur::Multiples(_));
    if equal >= if is_few { EQUAL_OF_FEW } else { EQUAL_OF_MANY } {
        return Draws::Equal;
    }
    let others: Vec<&Means> = all.iter().filter(|means| is_few || !means.is_equal).collect();
    if are_around_a_line(&others, earlier.blur) { Draws::Anew } else { Draws::NotShown }
}

/// Whether earlier numbers lie around a line over the originals as narrowly as the noise.
fn are_around_a_line(means: &[&Means], blur: Blur) -> bool {
    let mut rows: Vec<(f64, f64)> = means.iter().map(|means| (means.original, means.earlier)).collect();
    rows.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let Some(line) = line(&rows).filter(|_| rows.len() >= FEWEST_LINKS) else { return false };
    let residual = |means: &&Means| {
        let deviation = blur.deviation(means.earlier) / means.records.sqrt();
        (means.earlier - line.at(means.original)) / deviation
    };
    let mut residuals: Vec<f64> = means.iter().map(residual).collect();
    residuals.sort_by(f64::total_cmp);
    let spread = (residuals[residuals.len() * 3 / 4] - residuals[residuals.len() / 4]) / QUARTILES;
    let of_noise = if matches!(blur, Blur::Days { .. }) { OF_UNIFORM } else { 1.0 };
    // The quartiles of few groups are known to about their number's square root.
    let widest = WIDER * of_noise * (1.0 + 1.0 / (rows.len() as f64).sqrt());
    spread <= widest && correlation(&rows).abs() * (rows.len() as f64).sqrt() >= DEVIATIONS
}

fn by_row(column: &Column) -> Vec<Option<f64>> {
    let of_code = numbers_or_days(column);
    column.codes.iter().map(|code| of_code[code as usize].filter(|_| !column.is_missing(code))).collect()
}

/// The mean of some rows; none where one has no number.
fn mean(numbers: &[Option<f64>], rows: &[usize]) -> Option<f64> {
    let sum = rows.iter().map(|row| numbers[*row]).sum::<Option<f64>>()?;
    (!rows.is_empty()).then(|| sum / rows.len() as f64)
}

//! Numbers and days that follow from those of another column by a straight line, nearly.

use super::{FEWEST_ROWS, NEARLY_ALL, step};
use crate::numbers::{median, numbers_or_days};
use crate::singling::{Blur, PublishedColumn};

/// A number is told that is met to so many deviations of its noise. Three of four residuals are
/// that small where their deviation is half that of the noise; then the mean of the two draws has
/// nearly the error of two draws of one number.
const OF_NOISE: f64 = 0.6;

/// Where noise is wide beside the column itself, a number is met to this share of its deviations:
/// columns that merely go together, with a correlation of 0.95, do not tell each other so well.
const OF_COLUMN: f64 = 0.3;

/// What lies between the quartiles of a normal distribution, in its deviations.
const QUARTILES: f64 = 1.349;

/// The numbers of a column, and how far chance moves them.
pub(super) struct Perturbed {
    numbers: Vec<Option<f64>>,
    blur: Blur,
    /// A deviation by quartiles, which a few huge numbers do not move.
    spread: f64,
}

impl Perturbed {
    pub fn new(published: PublishedColumn<'_>) -> Self {
        let (column, blur) = (published.column, published.blur);
        let of_code = numbers_or_days(column);
        let rows = column.codes.iter().step_by(step(column.codes.len()));
        let numbers: Vec<Option<f64>> =
            rows.map(|code| of_code[code as usize].filter(|_| !column.is_missing(code))).collect();
        let mut known: Vec<f64> = numbers.iter().copied().flatten().collect();
        known.sort_by(f64::total_cmp);
        let spread = match known.len() {
            0 => 0.0,
            all => (known[all * 3 / 4] - known[all / 4]) / QUARTILES,
        };
        Self { numbers, blur, spread }
    }

    /// How near an estimate must be to say more than the perturbed number. Of a column where most
    /// have one number the spread is 0: then the noise alone counts.
    fn tolerance(&self, number: f64) -> f64 {
        let of_noise = OF_NOISE * self.blur.deviation(number);
        if self.spread > 0.0 { of_noise.min(OF_COLUMN * self.spread) } else { of_noise }
    }
}

/// Whether nearly all numbers of the target lie on a line over the source, to within a part of the
/// target's noise.
pub(super) fn tells_within_noise(source: &Perturbed, target: &Perturbed) -> bool {
    let both = source.numbers.iter().zip(&target.numbers);
    let mut rows: Vec<(f64, f64)> = both.filter_map(|(one, other)| (*one).zip(*other)).collect();
    if rows.len() < FEWEST_ROWS || rows.len() * 2 < source.numbers.len() {
        return false;
    }
    let others: Vec<f64> = rows.iter().map(|row| row.1).collect();
    let shifted = others.iter().cycle().skip(rows.len() / 2);
    let by_chance: Vec<(f64, f64)> = rows.iter().zip(shifted).map(|(row, other)| (row.0, *other)).collect();
    rows.sort_by(|one, other| one.0.total_cmp(&other.0).then(one.1.total_cmp(&other.1)));
    let Some(line) = line(&rows) else { return false };
    let chance = line.met(&by_chance, target);
    let beyond = (line.met(&rows, target) - chance) / (1.0 - chance);
    beyond.is_finite() && beyond >= NEARLY_ALL
}

pub(crate) struct Line {
    slope: f64,
    intercept: f64,
    /// Differences that are nothing but binary fractions.
    rounding: f64,
}

impl Line {
    pub(crate) fn at(&self, x: f64) -> f64 {
        self.slope * x + self.intercept
    }

    /// The share of the rows whose target is met.
    fn met(&self, rows: &[(f64, f64)], target: &Perturbed) -> f64 {
        let met =
            rows.iter().filter(|(x, y)| (self.at(*x) - y).abs() <= target.tolerance(*y).max(self.rounding));
        met.count() as f64 / rows.len() as f64
    }
}

/// The line of the middle slope between rows that are half of the rows apart, and of the middle
/// intercept: a quarter of wrong rows does not move it. The rows ascend by their first number.
pub(crate) fn line(rows: &[(f64, f64)]) -> Option<Line> {
    let far = rows.iter().zip(&rows[rows.len() / 2..]).filter(|(low, high)| high.0 > low.0);
    let slope = median(far.map(|(low, high)| (high.1 - low.1) / (high.0 - low.0)))?;
    let intercept = median(rows.iter().map(|(x, y)| y - slope * x))?;
    let largest = rows.iter().map(|row| row.1.abs()).fold(0.0, f64::max);
    Some(Line { slope, intercept, rounding: 1e-9 * largest })
}

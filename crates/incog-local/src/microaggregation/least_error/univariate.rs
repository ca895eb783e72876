//! The bound of columns by themselves.

use super::super::points::NumericPoints;

/// By what share of its squares the error of a column may be off: it is computed in floating-point
/// numbers.
const ROUNDING: f64 = 1e-10;

/// The sum over columns of their least errors, rounded down, and an error that is the least there
/// is: where only one column has different numbers.
pub(super) fn bound(points: &NumericPoints, k: usize) -> (f64, f64) {
    let (mut bound, mut slack, mut columns) = (0.0, 0.0, 0);
    for column in 0..points.at(0).len() {
        let mut numbers: Vec<f64> = (0..points.len() as u32).map(|point| points.at(point)[column]).collect();
        numbers.sort_unstable_by(f64::total_cmp);
        let squares: f64 = numbers.iter().map(|number| number * number).sum();
        if squares > 0.0 {
            bound += (least(&numbers, k) - ROUNDING * squares).max(0.0);
            slack += ROUNDING * squares;
            columns += 1;
        }
    }
    (bound, if columns == 1 { bound + 2.0 * slack } else { 0.0 })
}

/// The least error of numbers in ascending order: of the shortest path over runs of k to 2k - 1 of
/// them.
fn least(numbers: &[f64], k: usize) -> f64 {
    let mut sums = vec![(0.0, 0.0)];
    for number in numbers {
        let (sum, squares) = sums[sums.len() - 1];
        sums.push((sum + number, squares + number * number));
    }
    let error = |from: usize, to: usize| {
        let (sum, squares) = (sums[to].0 - sums[from].0, sums[to].1 - sums[from].1);
        (squares - sum * sum / (to - from) as f64).max(0.0)
    };
    let mut least = vec![f64::INFINITY; numbers.len() + 1];
    least[0] = 0.0;
    for to in k..=numbers.len() {
        let from = (to + 1).saturating_sub(2 * k)..=to - k;
        least[to] = from.map(|from| least[from] + error(from, to)).fold(f64::INFINITY, f64::min);
    }
    least[numbers.len()]
}

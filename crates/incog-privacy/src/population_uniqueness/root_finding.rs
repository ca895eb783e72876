//! Where functions are zero, and sums of reciprocals.

/// Where a function that falls changes its sign between two numbers; `None` where it does not, or
/// is not a number.
pub(super) fn zero_of_falling(from: f64, to: f64, of: impl Fn(f64) -> f64) -> Option<f64> {
    let (mut positive, mut negative) = (from, to);
    let changes = of(positive) > 0.0 && of(negative) < 0.0;
    // Halved 100 times no interval is wider than the rounding of its ends.
    for _ in 0..if changes { 100 } else { 0 } {
        let middle = positive + (negative - positive) / 2.0;
        if of(middle) > 0.0 { positive = middle } else { negative = middle }
    }
    changes.then_some(positive + (negative - positive) / 2.0)
}

/// `1/x + 1/(x+1) + ... + 1/(x+terms-1)` for x above 0, also where the number of terms is not
/// whole: a difference of digamma functions.
pub(super) fn reciprocals(x: f64, terms: f64) -> f64 {
    digamma(x + terms) - digamma(x)
}

/// The logarithmic derivative of the gamma function for x above 0, by its asymptotic series from 10
/// on.
fn digamma(mut x: f64) -> f64 {
    let mut sum = 0.0;
    while x < 10.0 {
        sum -= 1.0 / x;
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series =
        [1.0 / 12.0, -1.0 / 120.0, 1.0 / 252.0, -1.0 / 240.0, 1.0 / 132.0, -691.0 / 32760.0, 1.0 / 12.0];
    let rest = series.iter().rev().fold(0.0, |rest, factor| (rest + factor) * square);
    sum + x.ln() - 0.5 / x - rest
}

/// The logarithm of the gamma function for x above 0, by Stirling's series from 10 on.
pub(super) fn ln_gamma(mut x: f64) -> f64 {
    let mut product = 0.0;
    while x < 10.0 {
        product += x.ln();
        x += 1.0;
    }
    let square = 1.0 / (x * x);
    let series = [1.0 / 12.0, -1.0 / 360.0, 1.0 / 1260.0, -1.0 / 1680.0, 1.0 / 1188.0, -691.0 / 360_360.0];
    let rest = series.iter().rev().fold(0.0, |rest, factor| rest * square + factor) / x;
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + rest - product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_and_factorials_term_by_term() {
        for x in [0.001, 0.3, 1.0, 2.5, 9.9, 10.0, 123.4] {
            let sum: f64 = (0..50).map(|term| 1.0 / (x + f64::from(term))).sum();
            assert!((reciprocals(x, 50.0) / sum - 1.0).abs() < 1e-12, "{x}");
        }
        let mut factorial = 0.0;
        for n in 1..30u32 {
            assert!((ln_gamma(f64::from(n)) - factorial).abs() < 1e-11, "{n}");
            factorial += f64::from(n).ln();
        }
        // The square root of pi.
        assert!((ln_gamma(0.5) - 0.5 * std::f64::consts::PI.ln()).abs() < 1e-12);
    }

    #[test]
    fn zeros_are_found_where_signs_change() {
        let found = zero_of_falling(0.0, 4.0, |x| 2.0 - x * x);
        assert!((found.unwrap_or_default() - 2f64.sqrt()).abs() < 1e-15);
        assert_eq!(zero_of_falling(2.0, 4.0, |x| 2.0 - x * x), None);
        assert_eq!(zero_of_falling(0.0, 4.0, |_| f64::NAN), None);
    }
}

//! The smallest class, and the δ that follows from the k and ε of a release whose records were
//! drawn.
//!
//! δ is worked out by a function of a library, the regularized incomplete beta function, and not as
//! the model does it.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use incog_privacy::{Criterion, Direction};
use statrs::function::beta::beta_reg;

/// Parts that the probability of a record is counted in.
const PARTS: f64 = 4_294_967_296.0;

/// By how much the function of the library may be off, as a share of δ.
const ROUNDING: f64 = 1e-6;

/// Nothing where the k of the criterion does not keep δ: then the model does not hold, whatever the
/// classes are.
pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    let asked = criterion.asked();
    // They were read when the model was made.
    let number = |name: &str| asked.number(name).unwrap_or(f64::NAN);
    let on_levels = asked.get("levels").map_or(0.0, |_| number("levels"));
    let delta = delta(criterion.smallest_class(), number("epsilon") - on_levels);
    if delta.is_nan() || delta > number("delta") * (1.0 + ROUNDING) {
        return Ok(None);
    }
    Ok(Some(match criterion.direction() {
        Direction::AtLeast => measured.measurement.k as f64,
        _ => upwards(delta).min(number("delta")),
    }))
}

/// The largest probability that more records of one kind are drawn than `e^ε` allows for, where at
/// least `k` must be.
fn delta(k: u64, epsilon: f64) -> f64 {
    let beta = (-(-epsilon).exp_m1() * PARTS).floor() / PARTS;
    let gamma = 1.0 - (1.0 - beta) * (-epsilon).exp();
    let per_record = gamma * (gamma / beta).ln() + (1.0 - gamma) * ((1.0 - gamma) / (1.0 - beta)).ln();
    let first = (k as f64 / gamma - 1.0 - 1e-9).ceil().max(1.0) as u64;
    let mut most = 0.0f64;
    for n in first.. {
        let beyond = ((gamma * n as f64 - 1e-9).floor() + 1.0).max(k as f64);
        let at_least = if beyond > n as f64 { 0.0 } else { beta_reg(beyond, n as f64 - beyond + 1.0, beta) };
        most = most.max(at_least);
        // Chernoff's bound of all that follow.
        if most.is_nan() || (-per_record * n as f64).exp() < most {
            break;
        }
    }
    most
}

/// A delta rounded up to three digits, which is as far as two programs agree.
fn upwards(delta: f64) -> f64 {
    let digits = |number: f64| format!("{number:.2e}").parse().unwrap_or(number);
    let near: f64 = digits(delta);
    if near >= delta { near } else { digits(near + 10f64.powf(delta.log10().floor() - 2.0)) }
}

#[cfg(test)]
mod tests {
    use super::{delta, upwards};
    use incog_privacy::DifferentialPrivacy;

    /// By exact arithmetic.
    #[test]
    fn delta_is_that_of_fractions() {
        for (epsilon, k, exact) in [
            (0.1, 60, 9.020085826306925e-7),
            (0.5, 39, 9.191285208925573e-5),
            (1.0, 34, 0.0008506156665175145),
            (2.0, 131, 9.445777181316951e-7),
        ] {
            assert!((delta(k, epsilon) / exact - 1.0).abs() < 1e-8, "{epsilon} {k}");
        }
    }

    /// The model's own bound is this, up to rounding.
    #[test]
    fn the_model_finds_the_same() {
        for epsilon in [0.02, 0.3, 0.7, 1.1, 2.2, 3.5, 5.0] {
            for asked in [0.1, 1e-3, 1e-6, 1e-10] {
                let model = DifferentialPrivacy::new(epsilon, asked);
                let found = delta(model.k(), epsilon);
                assert!((found / model.delta() - 1.0).abs() < 1e-6, "{epsilon} {asked}: {found}");
                assert!(found <= asked * (1.0 + 1e-6));
            }
        }
    }

    #[test]
    fn three_digits_upwards() {
        assert_eq!([1.234e-5, 9.999e-5, 1.23e-5, 0.5].map(upwards), [1.24e-5, 1e-4, 1.23e-5, 0.5]);
    }
}

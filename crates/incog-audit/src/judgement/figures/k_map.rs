//! The people of the population who look like the class that fewest look like; or, where they are
//! estimated, how likely the smallest class is as large as it is, if it has k people in the
//! population.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use incog_privacy::{Criterion, Of};
use statrs::function::gamma::gamma_lr;

pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    if *criterion.about() == Of::Population {
        return Ok(measured.in_population()?.least_people().map(|people| people as f64));
    }
    let asked = criterion.asked();
    // They were read when the model was made.
    let k = asked.whole("k").map_or(f64::NAN, |k| k as f64);
    let fraction = asked.number("sampling_fraction").unwrap_or(f64::NAN);
    // Truncated when nothing is said.
    let is_truncated = !matches!(asked.word("estimator"), Ok("poisson"));
    let least = measured.measurement.k;
    Ok((least > 0).then(|| chance(least, k, fraction, is_truncated)))
}

/// `P(f >= records)` of a Poisson number with mean `fraction * k`, which is a regularized
/// incomplete gamma function; 0 where the table itself has k.
fn chance(records: u64, k: f64, fraction: f64, is_truncated: bool) -> f64 {
    let mean = fraction * k;
    let seen = if is_truncated { -(-mean).exp_m1() } else { 1.0 };
    if records as f64 >= k { 0.0 } else { gamma_lr(records as f64, mean) / seen }
}

#[cfg(test)]
mod tests {
    use super::chance;

    /// 1 - 1.5 / sqrt(e), and that over 1 - 1 / sqrt(e).
    #[test]
    fn by_hand() {
        let root = 1f64.exp().sqrt();
        assert!((chance(2, 5.0, 0.1, false) - (1.0 - 1.5 / root)).abs() < 1e-12);
        assert!((chance(2, 5.0, 0.1, true) - (1.0 - 1.5 / root) / (1.0 - 1.0 / root)).abs() < 1e-12);
        assert!((chance(1, 5.0, 0.1, true) - 1.0).abs() < 1e-12);
        assert_eq!(chance(5, 5.0, 0.1, true), 0.0);
    }
}

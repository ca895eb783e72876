//! Pitman's model of population uniques.

use super::population::{Sample, root};
use statrs::function::gamma::{digamma, ln_gamma};

/// Below it α is taken to be 0, and the model not to fit.
const LEAST_ALPHA: f64 = 1e-4;

/// The expected number of uniques of a population of `N` by Pitman's sampling formula with
/// parameters `α` (0 to 1) and `θ > -α`, fitted to the classes of the sample by maximum likelihood:
/// `N (θ+α)(θ+α+1)...(θ+α+N-2) / ((θ+1)(θ+2)...(θ+N-1))`, which is near `Γ(θ+1)/Γ(θ+α) N^α`.
///
/// Reference: Hoshino, "Applying Pitman's sampling formula to microdata disclosure risk
/// assessment", Journal of Official Statistics 17(4), 2001.
pub(super) fn uniques(sample: &Sample) -> Option<f64> {
    let alpha = root(LEAST_ALPHA, 1.0 - 1e-6, |alpha| slope_of_alpha(sample, alpha))?;
    let theta = theta(sample, alpha)?;
    let population = sample.population();
    let ln = ln_gamma(theta + alpha + population - 1.0) - ln_gamma(theta + alpha) + ln_gamma(theta + 1.0)
        - ln_gamma(theta + population);
    Some(population * ln.exp()).filter(|uniques| uniques.is_finite())
}

/// The θ that is likeliest with an α.
fn theta(sample: &Sample, alpha: f64) -> Option<f64> {
    let above =
        root(-40.0, (1e6 * sample.size() as f64).ln(), |ln| slope_of_theta(sample, alpha, ln.exp() - alpha))?;
    Some(above.exp() - alpha)
}

/// How the logarithm of the likelihood rises with θ: `sum 1/(θ + iα)` over `i` below the number of
/// classes, less `sum 1/(θ + i)` over `i` below the number of records.
fn slope_of_theta(sample: &Sample, alpha: f64, theta: f64) -> f64 {
    classes_sum(sample, alpha, theta) - (digamma(theta + sample.size() as f64) - digamma(theta + 1.0))
}

/// `sum 1/(θ + iα)` over `i` from 1 to the number of classes less 1.
fn classes_sum(sample: &Sample, alpha: f64, theta: f64) -> f64 {
    let first = theta / alpha + 1.0;
    // Near -α the first is all that counts, and the function has a pole there.
    let rest = digamma(theta / alpha + sample.count() as f64) - digamma(first + 1.0);
    if sample.count() < 2 { 0.0 } else { 1.0 / (theta + alpha) + rest / alpha }
}

/// How it rises with α at the likeliest θ: `sum i/(θ + iα)` less `sum 1/(j - α)` over classes and
/// `j` below their sizes.
fn slope_of_alpha(sample: &Sample, alpha: f64) -> f64 {
    let Some(theta) = theta(sample, alpha) else { return f64::NAN };
    let of_classes = (sample.count() as f64 - 1.0 - theta * classes_sum(sample, alpha, theta)) / alpha;
    let within = |&(size, classes): &(u64, u64)| {
        classes as f64 * (digamma(size as f64 - alpha) - digamma(1.0 - alpha))
    };
    of_classes - sample.classes.iter().map(within).sum::<f64>()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// The equations of the likeliest parameters, summed term by term.
    #[test]
    fn the_likelihood_rises_no_further() {
        let sample = Sample { classes: vec![(1, 40), (2, 12), (3, 5), (10, 2), (30, 1)], fraction: 0.05 };
        let alpha = root(LEAST_ALPHA, 1.0 - 1e-6, |alpha| slope_of_alpha(&sample, alpha)).unwrap();
        let theta = theta(&sample, alpha).unwrap();
        let (n, u) = (sample.size(), sample.count());
        let of_theta: f64 = (1..u).map(|i| 1.0 / (theta + i as f64 * alpha)).sum::<f64>()
            - (1..n).map(|i| 1.0 / (theta + i as f64)).sum::<f64>();
        let within: f64 = (sample.classes.iter())
            .map(|&(size, classes)| classes as f64 * (1..size).map(|j| 1.0 / (j as f64 - alpha)).sum::<f64>())
            .sum();
        let of_alpha = (1..u).map(|i| i as f64 / (theta + i as f64 * alpha)).sum::<f64>() - within;
        assert!(of_theta.abs() < 1e-6 && of_alpha.abs() < 1e-6, "{theta} {alpha}: {of_theta}, {of_alpha}");
        let near = ln_gamma(theta + 1.0) - ln_gamma(theta + alpha) + alpha * sample.population().ln();
        let exact = uniques(&sample).unwrap();
        assert!((exact / near.exp() - 1.0).abs() < 0.01, "{exact} {}", near.exp());
    }

    #[test]
    fn nothing_is_fitted_where_all_are_unique() {
        assert_eq!(uniques(&Sample { classes: vec![(1, 40)], fraction: 0.1 }), None);
    }
}

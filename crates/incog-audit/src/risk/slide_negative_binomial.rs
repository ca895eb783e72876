//! The slide negative binomial model of population uniques.

use super::population::{Sample, root};

/// The number `K β^α` of uniques of a population of `K` classes, each of size 1 + X with X negative
/// binomial: `P(F = 1) = β^α`, mean of F `1 + α (1-β)/β`.
///
/// `K`, `α` and `β` are those with which a sample of the share `p`, each of the population drawn by
/// itself, is expected to have as many records, classes and uniques as the sample has. (Chen and
/// Keller-McNulty take K from Shlosser's estimator, and uniques and pairs for the rest; so does
/// ARX, whose figures therefore differ.)
///
/// Reference: Chen, Keller-McNulty, "Estimation of identification disclosure risk in microdata",
/// Journal of Official Statistics 14(1), 1998.
pub(super) fn uniques(sample: &Sample) -> Option<f64> {
    let (alone, fits) = (sample.uniques() as f64, |odds: f64| Fit::new(sample, odds));
    // More even classes have fewer uniques, so the excess of uniques changes its sign once where it
    // does.
    let excess = |odds: f64| fits(odds).map_or(f64::NAN, |fit| fit.expected_uniques(sample.fraction) - alone);
    let odds = root(-25.0, 12.0, excess)?;
    let fit = fits(odds)?;
    Some(fit.classes * fit.beta.powf(fit.alpha)).filter(|uniques| uniques.is_finite())
}

/// Parameters with which records and classes are as expected.
struct Fit {
    classes: f64,
    alpha: f64,
    beta: f64,
}

impl Fit {
    /// Those with `ln (β / (1 - β)) = odds`.
    fn new(sample: &Sample, odds: f64) -> Option<Self> {
        let beta = 1.0 / (1.0 + (-odds).exp());
        let with = |more: f64| {
            // The mean of X is `more`.
            let alpha = more * odds.exp();
            Self { classes: sample.population() / (1.0 + more), alpha, beta }
        };
        let found = sample.count() as f64;
        let excess = |ln: f64| with(ln.exp()).expected_classes(sample.fraction) - found;
        Some(with(root(-40.0, 40.0, excess)?.exp()))
    }

    /// A class of the population has none in the sample with `(1-p) b^α`, where b is this.
    fn none_of_further(&self, fraction: f64) -> f64 {
        (self.alpha * (self.beta / (1.0 - self.left_out(fraction))).ln()).exp()
    }

    fn left_out(&self, fraction: f64) -> f64 {
        (1.0 - self.beta) * (1.0 - fraction)
    }

    fn expected_classes(&self, fraction: f64) -> f64 {
        self.classes * (1.0 - (1.0 - fraction) * self.none_of_further(fraction))
    }

    fn expected_uniques(&self, fraction: f64) -> f64 {
        let left_out = self.left_out(fraction);
        let further = 1.0 + self.alpha * left_out / (1.0 - left_out);
        self.classes * fraction * self.none_of_further(fraction) * further
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Sample counts as the model itself expects them give its parameters back.
    #[test]
    fn what_the_model_expects_fits_it() {
        let (classes, alpha, beta, fraction) = (50_000.0, 0.4, 0.15, 0.3);
        let truth = Fit { classes, alpha, beta };
        let (found, alone) = (truth.expected_classes(fraction), truth.expected_uniques(fraction));
        let records = classes * (1.0 + alpha * (1.0 - beta) / beta) * fraction;
        // What is neither unique nor a pair is one class.
        let pairs = found - alone - 1.0;
        let rest = records - alone - 2.0 * pairs;
        let classes = vec![(1, alone.round() as u64), (2, pairs.round() as u64), (rest.round() as u64, 1)];
        let sample = Sample { classes, fraction };
        let expected = 50_000.0 * beta.powf(alpha);
        let found = uniques(&sample).unwrap();
        assert!((found / expected - 1.0).abs() < 0.02, "{found}, of the model {expected}");
    }
}

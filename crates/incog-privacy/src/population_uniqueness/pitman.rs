//! Pitman's model of population uniques.

use super::root_finding::{ln_gamma, reciprocals, zero_of_falling};
use super::sizes::Sizes;

/// Where α is looked for; at its ends the model is another one.
const ALPHAS: (f64, f64) = (1e-4, 1.0 - 1e-6);

/// The uniques that a population of `N` is expected to have by Pitman's sampling formula,
/// `N Γ(θ+1) Γ(θ+α+N-1) / (Γ(θ+α) Γ(θ+N))`, with the α and θ that are likeliest for the classes of
/// the sample; `None` where none are.
///
/// Reference: Hoshino, "Applying Pitman's sampling formula to microdata disclosure risk
/// assessment", Journal of Official Statistics 17(4), 2001.
pub(super) fn uniques(sizes: &Sizes, fraction: f64) -> Option<f64> {
    let likelihood = Likelihood { sizes, records: sizes.records(), classes: sizes.classes() };
    let alpha = zero_of_falling(ALPHAS.0, ALPHAS.1, |alpha| likelihood.by_alpha(alpha))?;
    let theta = likelihood.theta(alpha)?;
    let population = likelihood.records / fraction;
    let grown = ln_gamma(theta + alpha + population - 1.0) - ln_gamma(theta + population);
    let found = population * (grown + ln_gamma(theta + 1.0) - ln_gamma(theta + alpha)).exp();
    found.is_finite().then_some(found)
}

/// The logarithm of the likelihood of the classes of a sample.
struct Likelihood<'a> {
    sizes: &'a Sizes,
    records: f64,
    classes: f64,
}

impl Likelihood<'_> {
    /// The θ that is likeliest with an α: it is looked for above -α, on a scale of logarithms.
    fn theta(&self, alpha: f64) -> Option<f64> {
        let above = |ln: f64| ln.exp() - alpha;
        let found = zero_of_falling(-40.0, (1e6 * self.records).ln(), |ln| self.by_theta(alpha, above(ln)))?;
        Some(above(found))
    }

    /// How it rises with θ: the sum of `1 / (θ + iα)` for i from 1 below the number of classes,
    /// less that of `1 / (θ + i)` for i from 1 below the number of records.
    fn by_theta(&self, alpha: f64, theta: f64) -> f64 {
        self.of_classes(alpha, theta) - reciprocals(theta + 1.0, self.records - 1.0)
    }

    /// The sum of `1 / (θ + iα)` for i from 1 below the number of classes.
    fn of_classes(&self, alpha: f64, theta: f64) -> f64 {
        if self.classes < 2.0 {
            return 0.0;
        }
        1.0 / (theta + alpha) + reciprocals(theta / alpha + 2.0, self.classes - 2.0) / alpha
    }

    /// How it rises with α at the likeliest θ: the sum of `i / (θ + iα)` over classes, less that of
    /// `1 / (j - α)` for each class and j from 1 below its size.
    fn by_alpha(&self, alpha: f64) -> f64 {
        let Some(theta) = self.theta(alpha) else { return f64::NAN };
        // i / (θ + iα) is (1 - θ / (θ + iα)) / α.
        let between = (self.classes - 1.0 - theta * self.of_classes(alpha, theta)) / alpha;
        let within =
            |(size, classes): (u64, u64)| classes as f64 * reciprocals(1.0 - alpha, size as f64 - 1.0);
        between - self.sizes.iter().map(within).sum::<f64>()
    }
}

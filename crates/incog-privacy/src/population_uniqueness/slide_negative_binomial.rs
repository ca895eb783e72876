//! The slide negative binomial model of population uniques.

use super::root_finding::zero_of_falling;
use super::sizes::Sizes;

/// The uniques `K β^α` of a population of `K` classes of size 1 + X, where X is negative binomial
/// with α and β, such that a sample in which each person is with the probability `fraction` is
/// expected to have as many records, classes and uniques as there are; `None` where there are no
/// such numbers.
///
/// A class of the population is not seen with `(1-p) g(1-p)` and seen once with
/// `p (g(1-p) + (1-p) g'(1-p))`, where `g(s) = (β / (1 - (1-β) s))^α` is the generating function of
/// X.
///
/// Reference: Chen, Keller-McNulty, "Estimation of identification disclosure risk in microdata",
/// Journal of Official Statistics 14(1), 1998.
pub(super) fn uniques(sizes: &Sizes, fraction: f64) -> Option<f64> {
    let with = |odds: f64| Population::expecting(sizes, fraction, odds);
    let excess = |odds: f64| {
        with(odds).map_or(f64::NAN, |population| population.seen_once(fraction) - sizes.uniques())
    };
    let population = with(zero_of_falling(-25.0, 12.0, excess)?)?;
    let found = population.classes * population.beta.powf(population.alpha);
    found.is_finite().then_some(found)
}

/// The classes of a population.
struct Population {
    classes: f64,
    alpha: f64,
    beta: f64,
}

impl Population {
    /// With `ln(β / (1 - β)) = odds`, and so many classes that records and classes of the sample
    /// are as expected.
    fn expecting(sizes: &Sizes, fraction: f64, odds: f64) -> Option<Self> {
        let people = sizes.records() / fraction;
        let beta = 1.0 / (1.0 + (-odds).exp());
        // By the mean of X, which is α (1 - β) / β.
        let of_mean = |mean: f64| Self { classes: people / (1.0 + mean), alpha: mean * odds.exp(), beta };
        let excess = |ln: f64| of_mean(ln.exp()).seen(fraction) - sizes.classes();
        zero_of_falling(-40.0, 40.0, excess).map(|ln| of_mean(ln.exp()))
    }

    /// The generating function of X.
    fn generating(&self, s: f64) -> f64 {
        (self.beta / (1.0 - (1.0 - self.beta) * s)).powf(self.alpha)
    }

    /// Classes of which somebody is in the sample.
    fn seen(&self, fraction: f64) -> f64 {
        let missed = 1.0 - fraction;
        self.classes * (1.0 - missed * self.generating(missed))
    }

    /// Classes of which exactly one is in the sample.
    fn seen_once(&self, fraction: f64) -> f64 {
        let missed = 1.0 - fraction;
        let per_step = self.alpha * (1.0 - self.beta) / (1.0 - (1.0 - self.beta) * missed);
        self.classes * fraction * self.generating(missed) * (1.0 + missed * per_step)
    }
}

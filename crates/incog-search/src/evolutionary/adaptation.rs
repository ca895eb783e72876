//! HAEF's two layers of adaptation.

use super::{Shares, Strategies, Strategy, Successes};
use crate::Stream;

/// HAEF's epsilon of eq. 11, for which the paper gives no value.
const EPSILON: f64 = 1e-6;

impl Shares {
    /// HAEF eq. 9 and 10. `progress` is `g / gamma`, from 0 to 1; without it, they give no priority
    /// to the genetic algorithm early and to differential evolution late.
    ///
    /// Eq. 9 is printed with a missing subscript; its numerator is `ns_de (ns_ga + nf_ga)`, so that
    /// both sum to 1. Where the denominator is 0 the first term of both is 1/2.
    pub fn adapted(ga: Successes, de: Successes, progress: Option<f64>) -> Self {
        let weight = |own: Successes, other: Successes| {
            own.successes as f64 * (other.successes + other.failures) as f64
        };
        let (by_ga, by_de) = (weight(ga, de), weight(de, ga));
        let sum = by_ga + by_de;
        let (ga, de) = if sum > 0.0 { (by_ga / sum, by_de / sum) } else { (0.5, 0.5) };
        match progress {
            None => Self { ga, de },
            Some(progress) => Self { ga: (ga + 1.0 - progress) / 2.0, de: (de + progress) / 2.0 },
        }
    }
}

/// The probabilities of the six strategies and what is counted to adapt them.
#[derive(Debug, Clone, PartialEq)]
pub struct StrategyShares {
    shares: [f64; 6],
    counts: [Successes; 6],
}

impl Default for StrategyShares {
    fn default() -> Self {
        Self { shares: [1.0 / 6.0; 6], counts: [Successes::default(); 6] }
    }
}

impl StrategyShares {
    /// The probabilities, in the order of [`Strategy::ALL`].
    pub fn shares(&self) -> [f64; 6] {
        self.shares
    }

    /// HAEF eq. 11 to 13. `progress` is `g / gamma`, from 0 to 1; without it, they give no priority
    /// to random-based strategies early and to best-based ones late. The counts start again from
    /// zero.
    pub fn adapt(&mut self, progress: Option<f64>) {
        let rates = self.counts.map(|count| {
            count.successes as f64 / ((count.successes + count.failures) as f64 + EPSILON) + EPSILON
        });
        let sum: f64 = rates.iter().sum();
        for (strategy, share) in Strategy::ALL.into_iter().zip(&mut self.shares) {
            let rate = rates[strategy as usize] / sum;
            *share = match progress {
                None => rate,
                Some(progress) if strategy.is_best_based() => (rate + progress) / 4.0,
                Some(progress) => (rate + 1.0 - progress) / 4.0,
            };
        }
        self.counts = Default::default();
    }
}

impl Strategies for StrategyShares {
    fn choose(&mut self, stream: &mut Stream) -> Strategy {
        let mut rest = stream.unit();
        for (strategy, share) in Strategy::ALL.into_iter().zip(self.shares) {
            rest -= share;
            if rest < 0.0 {
                return strategy;
            }
        }
        // This is reached only through rounding: the shares sum to 1.
        Strategy::CurrentToBest1
    }

    fn learn(&mut self, strategy: Strategy, success: bool) {
        self.counts[strategy as usize].count(success);
    }
}

//! Evaluating the runs of two algorithms: descriptive figures and tests of significance.

mod describe;
mod effect;
mod friedman;
mod holm;
mod rank_sum;
mod ranks;
mod share;
mod signed_rank;
mod spearman;

pub use describe::{Description, quantile};
pub use effect::{a12, log_ratio_interval};
pub use friedman::{MeanRanks, mean_ranks};
pub use holm::holm;
pub use rank_sum::rank_sum;
pub use share::share_interval;
pub use signed_rank::signed_rank;
pub use spearman::spearman;

/// How a p-value was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Method {
    /// From the distribution of the statistic itself.
    Exact,
    /// From the normal approximation, corrected for ties and for continuity.
    Normal,
}

/// A two-sided test.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Test {
    /// The statistic: `U` of the first sample, or the smaller of the two sums of signed ranks.
    pub statistic: f64,
    /// Probability of a statistic at least as far from its mean if there were no difference.
    pub p: f64,
    /// How `p` was found.
    pub method: Method,
    /// Which sample is larger according to the ranks.
    pub larger: Larger,
}

/// Which of two samples is larger according to the ranks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Larger {
    /// The first.
    First,
    /// The second.
    Second,
    /// Neither.
    Neither,
}

impl Larger {
    /// From a sum of ranks of the first sample and its expected value if there were no difference.
    fn by(sum: f64, expected: f64) -> Self {
        match sum.total_cmp(&expected) {
            std::cmp::Ordering::Greater => Self::First,
            std::cmp::Ordering::Less => Self::Second,
            std::cmp::Ordering::Equal => Self::Neither,
        }
    }
}

/// Samples up to this size are tested exactly when they have no ties, as SciPy does for the signed
/// ranks.
const EXACT_UP_TO: usize = 50;

/// Two-sided probability of a standard normal deviate at least this far from 0.
fn two_sided_normal(z: f64) -> f64 {
    statrs::function::erf::erfc(z.abs() / std::f64::consts::SQRT_2).min(1.0)
}

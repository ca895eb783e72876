//! How many drawn records a class must have to be published.
//!
//! Let a record be added to a table, so that `n` records of the table have its labels and `n - 1`
//! had before, and let `f(j; n) = C(n, j) β^j (1 - β)^(n - j)` be the probability that `j` of `n`
//! are drawn. The other classes are drawn alike in both tables. Of this one the release tells `j`
//! where `j >= k`, and nothing otherwise.
//!
//! * `f(j; n) / f(j; n - 1) = n (1 - β) / (n - j)`, which is at most `e^ε` as long as `j <= γ n`,
//!   with `γ = 1 - (1 - β) e^-ε`. So all that exceeds the factor has `j >= k` and `j > γ n`: it has
//!   no more probability than `P(n) = P[Bin(n, β) >= max(k, floor(γ n) + 1)]`. That nothing is told
//!   is less likely with one record more.
//! * The other way round, `f(j; n - 1) / f(j; n) = (n - j) / (n (1 - β)) <= 1 / (1 - β) <= e^ε` for
//!   `β <= 1 - e^-ε`, and so it is for sums of them.
//!
//! So δ is the largest `P(n)`. As long as `floor(γ n) + 1 <= k` it rises with `n`, so the largest
//! such `n` is the first that counts: `n_m = ceil(k / γ - 1)` of the papers, and from there on this
//! is their δ(k, β, ε) (Li, Qardaji and Su, theorem on strongly-safe k-anonymization; Bild, Kuhn
//! and Prasser, section 4). By Chernoff's bound `P(n) <= exp(-n D)` with the divergence
//! `D = γ ln(γ / β) + (1 - γ) ln((1 - γ) / (1 - β))`, so no more `n` are looked at once that is
//! below what was found.
//!
//! γ is rounded down, which only adds to what is counted, and every sum is rounded up.

use crate::drawn_share::{DrawnShare, decay};

/// The rounding of one step in double precision, with room.
const STEP: f64 = 2.0 * f64::EPSILON;

/// More than what is lost where a number is too small for double precision; far less than any δ.
const TINY: f64 = 1e-280;

/// Records drawn with a probability β for a factor of `e^ε`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Mechanism {
    beta: f64,
    rest: f64,
    /// No more than γ.
    gamma: f64,
    /// No more than the divergence of γ from β.
    divergence: f64,
}

impl Mechanism {
    pub fn new(epsilon: f64, share: DrawnShare) -> Self {
        let (beta, rest) = (share.probability(), share.rest());
        let (_, decay) = decay(epsilon);
        let gamma = (1.0 - rest * decay * (1.0 + STEP)) * (1.0 - STEP);
        let divergence = gamma * (gamma / beta).ln() + (1.0 - gamma) * ((1.0 - gamma) / rest).ln();
        Self { beta, rest, gamma, divergence: divergence * (1.0 - 1e-6) }
    }

    /// The least k that keeps δ. The more is asked of a class, the fewer `n` count, so the δ of k
    /// does not rise with it.
    pub fn least_k(&self, delta: f64) -> u64 {
        let keeps = |k: &u64| self.delta(*k) <= delta;
        let mut enough = 1;
        while !keeps(&enough) {
            enough *= 2;
        }
        let mut too_few = enough / 2;
        while enough - too_few > 1 {
            let middle = too_few + (enough - too_few) / 2;
            *if keeps(&middle) { &mut enough } else { &mut too_few } = middle;
        }
        enough
    }

    /// No less than the δ that classes of at least `k` keep.
    pub fn delta(&self, k: u64) -> f64 {
        let mut most = 0.0f64;
        for n in self.first(k).. {
            most = most.max(self.tail(n, self.beyond(n).max(k)));
            if (-self.divergence * (n + 1) as f64).exp() <= most {
                break;
            }
        }
        most
    }

    /// The least number of drawn records of `n` that may be beyond the factor.
    fn beyond(&self, n: u64) -> u64 {
        (self.gamma * n as f64 * (1.0 - STEP)) as u64 + 1
    }

    /// The largest `n` of which `k` records or fewer are beyond the factor.
    fn first(&self, k: u64) -> u64 {
        let mut n = (k as f64 / self.gamma) as u64 + 1;
        while n > k && self.beyond(n) > k {
            n -= 1;
        }
        n.max(k)
    }

    /// No less than the probability that `least` or more of `n` records are drawn, where that is
    /// more than β n.
    fn tail(&self, n: u64, least: u64) -> f64 {
        if least > n {
            return 0.0;
        }
        let mut term = self.term(n, least);
        let mut sum = term;
        for j in least..n {
            // Falls with j, and is below 1.
            let ratio = (n - j) as f64 / (j + 1) as f64 * (self.beta / self.rest);
            term *= ratio;
            sum += term;
            if term < sum * f64::EPSILON {
                sum += term / (1.0 - ratio);
                break;
            }
        }
        // No step is rounded by more than half a unit, and there are fewer than 9 of them for each
        // of n.
        sum * (1.0 + 8.0 * (n + 64) as f64 * STEP) + TINY
    }

    /// The probability that `drawn` of `n` records are drawn. Large and small factors take turns,
    /// so that nothing overflows, and nothing is lost unless the result is.
    fn term(&self, n: u64, drawn: u64) -> f64 {
        let mut left = n - drawn;
        let mut term = 1.0;
        for i in 1..=drawn {
            term *= (n - drawn + i) as f64 / i as f64 * self.beta;
            while term > 1.0 && left > 0 {
                term *= self.rest;
                left -= 1;
            }
        }
        (0..left).fold(term, |term, _| term * self.rest)
    }
}

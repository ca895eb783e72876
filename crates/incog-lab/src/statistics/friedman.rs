//! Several algorithms on the same instances.

use super::ranks::ranks;
use statrs::distribution::{ChiSquared, ContinuousCDF};

/// Studentized range at 0.05, divided by the square root of 2, for 2 to 10 algorithms (Demšar 2006,
/// table 5).
const NEMENYI: [f64; 9] = [1.960, 2.343, 2.569, 2.728, 2.850, 2.949, 3.031, 3.102, 3.164];

/// The mean ranks of several algorithms over the same instances, and how far two of them have to be
/// from each other.
#[derive(Debug, Clone, PartialEq)]
pub struct MeanRanks {
    /// The mean rank of each algorithm; 1 is the best.
    pub of: Vec<f64>,
    /// Instances.
    pub instances: usize,
    /// Friedman's test: the probability of ranks at least as different if all algorithms were
    /// equally good.
    pub p: f64,
    /// Nemenyi's critical difference at 0.05: algorithms whose mean ranks are nearer cannot be told
    /// apart.
    pub critical_difference: f64,
}

/// Ranks algorithms by their values, a row for each instance, of which less is better. `None` for
/// fewer than two instances, and for less than two or more than ten algorithms. It assumes that
/// instances are independent of each other.
///
/// Reference: Demšar, Statistical comparisons of classifiers over multiple data sets, Journal of
/// Machine Learning Research 7, 2006, section 3.2.2.
///
/// ```
/// use incog_lab::statistics::mean_ranks;
/// let found = mean_ranks(&[vec![1.0, 2.0], vec![1.0, 3.0], vec![2.0, 1.0]]).unwrap();
/// assert!((found.of[0] - 4.0 / 3.0).abs() < 1e-12);
/// ```
pub fn mean_ranks(rows: &[Vec<f64>]) -> Option<MeanRanks> {
    let algorithms = rows.first()?.len();
    let quantile = *NEMENYI.get(algorithms.checked_sub(2)?)?;
    if rows.len() < 2 || rows.iter().any(|row| row.len() != algorithms) {
        return None;
    }
    let (k, n) = (algorithms as f64, rows.len() as f64);
    let (mut sums, mut ties) = (vec![0.0; algorithms], 0.0);
    for row in rows {
        let ranks = ranks(row);
        sums.iter_mut().zip(&ranks.of).for_each(|(sum, rank)| *sum += rank);
        ties += ranks.ties;
    }
    let expected = n * (k + 1.0) / 2.0;
    let squares: f64 = sums.iter().map(|sum| (sum - expected).powi(2)).sum();
    let scale = n * k * (k + 1.0) / 12.0 - ties / (12.0 * (k - 1.0));
    let p = match ChiSquared::new(k - 1.0) {
        Ok(distribution) if scale > 0.0 => distribution.sf(squares / scale),
        _ => 1.0,
    };
    let critical_difference = quantile * (k * (k + 1.0) / (6.0 * n)).sqrt();
    let of = sums.into_iter().map(|sum| sum / n).collect();
    Some(MeanRanks { of, instances: rows.len(), p, critical_difference })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Sums of ranks 5, 7, 12: 12/(4 * 3 * 4) * (25 + 49 + 144) - 3 * 4 * 4 = 6.5, and with two
    /// degrees of freedom p = exp(-3.25).
    #[test]
    fn as_by_hand() {
        let rows = [vec![1.0, 2.0, 3.0], vec![2.0, 1.0, 3.0], vec![1.0, 2.0, 3.0], vec![1.0, 2.0, 3.0]];
        let found = mean_ranks(&rows).unwrap();
        assert_eq!(found.of, [1.25, 1.75, 3.0]);
        assert!((found.p - 0.038_774_207_831_722).abs() < 1e-9, "{}", found.p);
        // 2.343 sqrt(3 * 4 / 24)
        assert!((found.critical_difference - 1.656_75).abs() < 1e-4);
    }

    #[test]
    fn who_never_differs_cannot_be_told_apart() {
        let found = mean_ranks(&[vec![1.0; 3], vec![4.0; 3]]).unwrap();
        assert_eq!((found.of, found.p), (vec![2.0; 3], 1.0));
        assert!(mean_ranks(&[vec![1.0, 2.0]]).is_none() && mean_ranks(&[]).is_none());
    }
}

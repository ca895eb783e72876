//! The rank-sum test of two independent samples.

use super::ranks::ranks;
use super::{EXACT_UP_TO, Larger, Method, Test, two_sided_normal};

/// Wilcoxon's rank-sum test (the Mann-Whitney U test), two-sided.
///
/// Exact for samples of up to 50 values each without ties; otherwise the normal approximation with
/// the correction for ties and for continuity, as `scipy.stats.mannwhitneyu`. `p` is 1 where a
/// sample is empty. Reference: Mann, Whitney, On a test of whether one of two random variables is
/// stochastically larger than the other, 1947, doi:10.1214/aoms/1177730491.
///
/// ```
/// let test = incog_lab::statistics::rank_sum(&[1.0, 2.0, 3.0], &[4.0, 5.0, 6.0]);
/// assert!((test.p - 0.1).abs() < 1e-12);
/// ```
pub fn rank_sum(first: &[f64], second: &[f64]) -> Test {
    let (m, n) = (first.len(), second.len());
    if m == 0 || n == 0 {
        return Test { statistic: 0.0, p: 1.0, method: Method::Exact, larger: Larger::Neither };
    }
    let ranks = ranks(&[first, second].concat());
    let sum: f64 = ranks.of[..m].iter().sum();
    let statistic = sum - (m * (m + 1)) as f64 / 2.0;
    let further = statistic.max((m * n) as f64 - statistic);
    let larger = Larger::by(statistic, (m * n) as f64 / 2.0);
    if ranks.ties == 0.0 && m.max(n) <= EXACT_UP_TO {
        return Test { statistic, p: exact(m, n, further as usize), method: Method::Exact, larger };
    }
    Test { statistic, p: normal(m as f64, n as f64, further, ranks.ties), method: Method::Normal, larger }
}

/// Twice the share of the arrangements with `U >= larger`, at most 1.
fn exact(m: usize, n: usize, larger: usize) -> f64 {
    let counts = arrangements(m, n);
    let all: f64 = counts.iter().sum();
    (2.0 * counts[larger..].iter().sum::<f64>() / all).min(1.0)
}

/// The number of arrangements of `m` and `n` values by their U: the coefficients of the Gaussian
/// binomial coefficient, multiplied and divided factor by factor.
fn arrangements(m: usize, n: usize) -> Vec<f64> {
    let largest = m * n;
    let mut counts = vec![0.0; largest + 1];
    counts[0] = 1.0;
    for factor in 1..=m {
        // Times (1 - q^(n + factor)), from above, so that nothing is used twice.
        for u in (n + factor..=largest).rev() {
            counts[u] -= counts[u - n - factor];
        }
        // Through (1 - q^factor), from below.
        for u in factor..=largest {
            counts[u] += counts[u - factor];
        }
    }
    counts
}

fn normal(m: f64, n: f64, larger: f64, ties: f64) -> f64 {
    let (mean, all) = (m * n / 2.0, m + n);
    let variance = m * n / 12.0 * ((all + 1.0) - ties / (all * (all - 1.0)));
    if variance <= 0.0 {
        return 1.0;
    }
    // The correction may carry the larger U past the mean; like SciPy, p is then cut at 1.
    let z = (larger - mean - 0.5) / variance.sqrt();
    if z <= 0.0 { 1.0 } else { two_sided_normal(z) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(test: Test, statistic: f64, p: f64, method: Method) {
        assert_eq!((test.statistic, test.method), (statistic, method));
        assert!((test.p - p).abs() < 1e-10, "{} for {p}", test.p);
    }

    // All from SciPy 1.17.1: scipy.stats.mannwhitneyu(x, y, method=...)

    #[test]
    fn exact_as_scipy() {
        let (x, y) = ([19.0, 22.0, 16.0, 29.0, 24.0], [20.0, 11.0, 17.0, 12.0]);
        close(rank_sum(&x, &y), 17.0, 0.111_111_111_111_111_1, Method::Exact);
    }

    #[test]
    fn normal_with_ties_as_scipy() {
        let x = [1.0, 2.0, 2.0, 3.0, 3.0, 3.0, 4.0, 5.0, 5.0, 6.0];
        let y = [2.0, 3.0, 3.0, 4.0, 5.0, 5.0, 6.0, 6.0, 7.0, 8.0, 8.0];
        close(rank_sum(&x, &y), 27.5, 0.054_046_165_422_638_97, Method::Normal);
    }

    #[test]
    fn twenty_five_runs_each_as_scipy() {
        // x = [(i * 37 % 101) / 10 for i in range(25)]; y =
        // [(i * 53 % 97) / 10 + 1 for i in range(25)]
        let x: Vec<f64> = (0..25).map(|i| f64::from(i * 37 % 101) / 10.0).collect();
        let y: Vec<f64> = (0..25).map(|i| f64::from(i * 53 % 97) / 10.0 + 1.0).collect();
        close(rank_sum(&x, &y), 289.0, 0.655_374_478_623_852, Method::Normal);
    }

    #[test]
    fn all_arrangements_are_counted() {
        let counts = arrangements(2, 2);
        assert_eq!(counts, [1.0, 1.0, 2.0, 1.0, 1.0]);
        assert_eq!(arrangements(5, 4).iter().sum::<f64>(), 126.0);
    }

    #[test]
    fn equal_samples_do_not_differ() {
        assert_eq!(rank_sum(&[3.0; 25], &[3.0; 25]).p, 1.0);
        assert_eq!(rank_sum(&[], &[3.0]).p, 1.0);
    }
}

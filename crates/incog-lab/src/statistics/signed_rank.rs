//! The signed-rank test of paired samples.

use super::ranks::ranks;
use super::{EXACT_UP_TO, Larger, Method, Test, two_sided_normal};

/// Wilcoxon's signed-rank test of paired samples, two-sided; pairs without a difference are left
/// out.
///
/// Exact for up to 50 pairs without ties and without equal pairs; otherwise the normal
/// approximation with the correction for ties and for continuity, as
/// `scipy.stats.wilcoxon(correction=True)`. If the samples differ in length, only as many pairs as
/// the shorter one has are tested. `p` is 1 where no pair differs. Reference: Wilcoxon, Individual
/// comparisons by ranking methods, 1945, doi:10.2307/3001968.
pub fn signed_rank(first: &[f64], second: &[f64]) -> Test {
    let all = first.iter().zip(second).map(|(a, b)| a - b);
    let differences: Vec<f64> = all.filter(|difference| *difference != 0.0).collect();
    let pairs = first.len().min(second.len());
    if differences.is_empty() {
        return Test { statistic: 0.0, p: 1.0, method: Method::Exact, larger: Larger::Neither };
    }
    let sizes: Vec<f64> = differences.iter().map(|difference| difference.abs()).collect();
    let ranks = ranks(&sizes);
    let sum_where = |positive: bool| -> f64 {
        let signed = differences.iter().zip(&ranks.of);
        signed.filter(|(difference, _)| (**difference > 0.0) == positive).map(|(_, rank)| rank).sum()
    };
    let (more, less) = (sum_where(true), sum_where(false));
    let (statistic, larger) = (more.min(less), Larger::by(more, less));
    let n = differences.len();
    if ranks.ties == 0.0 && n == pairs && n <= EXACT_UP_TO {
        return Test { statistic, p: exact(n, statistic as usize), method: Method::Exact, larger };
    }
    Test { statistic, p: normal(n as f64, statistic, ranks.ties), method: Method::Normal, larger }
}

/// Twice the share of the `2^n` choices of signs with a sum of at most `smaller`, at most 1.
fn exact(n: usize, smaller: usize) -> f64 {
    let mut counts = vec![0.0; n * (n + 1) / 2 + 1];
    counts[0] = 1.0;
    for rank in 1..=n {
        for sum in (rank..counts.len()).rev() {
            counts[sum] += counts[sum - rank];
        }
    }
    let all: f64 = counts.iter().sum();
    (2.0 * counts[..=smaller].iter().sum::<f64>() / all).min(1.0)
}

fn normal(n: f64, smaller: f64, ties: f64) -> f64 {
    let mean = n * (n + 1.0) / 4.0;
    let variance = (n * (n + 1.0) * (2.0 * n + 1.0) - ties / 2.0) / 24.0;
    if variance <= 0.0 {
        return 1.0;
    }
    two_sided_normal((mean - smaller - 0.5).max(0.0) / variance.sqrt())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(test: Test, statistic: f64, p: f64, method: Method) {
        assert_eq!((test.statistic, test.method), (statistic, method));
        assert!((test.p - p).abs() < 1e-10, "{} for {p}", test.p);
    }

    // All from SciPy 1.17.1: scipy.stats.wilcoxon(x, y, ...)

    #[test]
    #[allow(clippy::approx_constant)] // 3.14 is a measured depression score in SciPy's own example.
    fn exact_as_scipy() {
        let x = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30];
        let y = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
        close(signed_rank(&x, &y), 5.0, 0.039_062_5, Method::Exact);
        let d = [6.0, 8.0, 14.0, 16.0, 23.0, 24.0, 28.0, 29.0, 41.0, -48.0, 49.0, 56.0, 60.0, -67.0, 75.0];
        close(signed_rank(&d, &[0.0; 15]), 24.0, 0.041_259_765_625, Method::Exact);
    }

    #[test]
    fn normal_with_ties_and_equal_pairs_as_scipy() {
        // wilcoxon(d, zero_method='wilcox', correction=True, method='approx')
        let d = [1.0, -2.0, 2.0, 3.0, 3.0, 0.0, -1.0, 4.0, 5.0, 5.0, 0.0, -2.0, 6.0];
        close(signed_rank(&d, &[0.0; 13]), 9.5, 0.040_163_949_373_365_26, Method::Normal);
    }

    #[test]
    fn equal_pairs_do_not_differ() {
        assert_eq!(signed_rank(&[1.0, 2.0], &[1.0, 2.0]).p, 1.0);
    }
}

//! How large a difference is, whatever its significance.

use super::quantile;
use incog_search::Stream;

/// How often a bootstrap draws its samples again.
const RESAMPLES: usize = 2000;

/// A12: the probability that a value of the first sample is larger than one of the second, ties
/// counted as half; 1/2 where nothing differs, `None` where a sample is empty.
///
/// Reference: Vargha, Delaney, A critique and improvement of the CL common language effect size
/// statistics of McGraw and Wong, Journal of Educational and Behavioral Statistics 25(2), 2000,
/// doi:10.3102/10769986025002101.
///
/// ```
/// assert_eq!(incog_lab::statistics::a12(&[2.0, 3.0], &[1.0, 2.0]), Some(0.875));
/// ```
pub fn a12(first: &[f64], second: &[f64]) -> Option<f64> {
    let pairs = first.iter().flat_map(|a| second.iter().map(move |b| (a, b)));
    let won = pairs.map(|(a, b)| f64::from(u8::from(a > b)) + 0.5 * f64::from(u8::from(a == b)));
    let count = first.len() * second.len();
    (count > 0).then(|| won.sum::<f64>() / count as f64)
}

/// The percentile bootstrap interval, of 95 %, of the natural logarithm of the ratio of two sums of
/// means, over pairs of samples: the runs of both are drawn again within each pair. It holds the
/// pairs fixed, so it speaks of these instances and not of others. `None` where a sum is not above
/// 0.
///
/// Reference: Efron, Tibshirani, An Introduction to the Bootstrap, 1993, section 13.3.
pub fn log_ratio_interval(pairs: &[(&[f64], &[f64])], seed: u64) -> Option<[f64; 2]> {
    let mut stream = Stream::new(seed, 0);
    let mut redraw = |values: &[f64]| {
        let drawn = (0..values.len()).map(|_| values[stream.below(values.len())]);
        drawn.sum::<f64>() / values.len().max(1) as f64
    };
    let mut ratios = Vec::with_capacity(RESAMPLES);
    for _ in 0..RESAMPLES {
        let sums = pairs
            .iter()
            .fold((0.0, 0.0), |(first, second), (one, other)| (first + redraw(one), second + redraw(other)));
        ratios.push(if sums.0 > 0.0 && sums.1 > 0.0 { (sums.0 / sums.1).ln() } else { return None });
    }
    ratios.sort_by(f64::total_cmp);
    Some([quantile(&ratios, 0.025), quantile(&ratios, 0.975)])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a12_as_by_hand() {
        // 3 beats all of 1, 2, 3 but the last, which it ties: 2.5; 1 ties the first: 0.5; of 6
        // pairs.
        assert_eq!(a12(&[3.0, 1.0], &[1.0, 2.0, 3.0]), Some(0.5));
        assert_eq!(a12(&[5.0], &[1.0, 2.0]), Some(1.0));
        assert_eq!(a12(&[], &[1.0]), None);
    }

    #[test]
    fn an_interval_holds_the_ratio_and_repeats_itself() {
        let (first, second) = ([2.0, 2.2, 1.8, 2.0], [1.0, 1.1, 0.9, 1.0]);
        let [low, high] = log_ratio_interval(&[(&first, &second)], 7).unwrap();
        assert!(low < 2f64.ln() && 2f64.ln() < high && high - low < 0.3, "{low} {high}");
        assert_eq!(log_ratio_interval(&[(&first, &second)], 7), Some([low, high]));
        let same = log_ratio_interval(&[(&[4.0; 5], &[2.0; 3])], 1).unwrap();
        assert!(same.iter().all(|end| (end - 2f64.ln()).abs() < 1e-12));
        assert_eq!(log_ratio_interval(&[(&[0.0], &[1.0])], 1), None);
    }

    #[test]
    fn sums_weigh_instances_by_their_size() {
        // Ratios 2 and 1/2 have the mean 1.25; the ratio of the sums is 1002 / 2001.
        let pairs: [(&[f64], &[f64]); 2] = [(&[2.0], &[1.0]), (&[1000.0], &[2000.0])];
        let [low, high] = log_ratio_interval(&pairs, 1).unwrap();
        assert!((low - (1002.0f64 / 2001.0).ln()).abs() < 1e-12 && low == high);
    }
}

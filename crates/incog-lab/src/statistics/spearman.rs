//! Whether one figure goes with another.

use super::ranks::ranks;
use incog_search::Stream;

/// How often the pairing is shuffled for the test.
const SHUFFLES: usize = 10_000;

/// Spearman's rank correlation of two figures of the same things, and the probability of one at
/// least as far from 0 if they were paired at random: by 10,000 shuffles, seeded. `None` for fewer
/// than three pairs, or where one does not vary.
///
/// Reference: Spearman, The proof and measurement of association between two things, American
/// Journal of Psychology 15(1), 1904, doi:10.2307/1412159.
///
/// ```
/// let [rho, p] = incog_lab::statistics::spearman(&[1.0, 2.0, 3.0, 4.0], &[1.0, 4.0, 9.0, 16.0]).unwrap();
/// assert!((rho - 1.0).abs() < 1e-12 && p > 0.05);
/// ```
pub fn spearman(first: &[f64], second: &[f64]) -> Option<[f64; 2]> {
    if first.len() < 3 || first.len() != second.len() {
        return None;
    }
    let (first, mut second) = (ranks(first).of, ranks(second).of);
    let rho = correlation(&first, &second)?;
    let mut stream = Stream::new(1, 0);
    let as_far = (0..SHUFFLES).filter(|_| {
        stream.shuffle(&mut second);
        correlation(&first, &second).is_some_and(|other| other.abs() >= rho.abs() - 1e-12)
    });
    // The pairing found is one of those possible.
    let p = (as_far.count() + 1) as f64 / (SHUFFLES + 1) as f64;
    Some([rho, p])
}

fn correlation(first: &[f64], second: &[f64]) -> Option<f64> {
    // Ranks have the same mean in both.
    let mean = (first.len() as f64 + 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| (a - mean) * (b - mean)).sum::<f64>();
    let scale = (product(first, first) * product(second, second)).sqrt();
    (scale > 0.0).then(|| product(first, second) / scale)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    /// Ranks 1 2 3 4 5 and 1 2 3.5 5 3.5: 8 / sqrt(10 * 9.5). All 120 pairings were counted by a
    /// loop in Python.
    #[test]
    fn as_by_hand() {
        let [rho, p] = spearman(&[1.0, 2.0, 3.0, 4.0, 5.0], &[5.0, 6.0, 7.0, 8.0, 7.0]).unwrap();
        assert!((rho - 0.820_782_681_668_123_3).abs() < 1e-12);
        // Of the 120 pairings 16 are as far from 0; five standard deviations of 10,000 shuffles are
        // 0.017.
        assert!((p - 16.0 / 120.0).abs() < 0.02, "{p}");
        assert!(spearman(&[1.0; 4], &[1.0, 2.0, 3.0, 4.0]).is_none());
    }
}

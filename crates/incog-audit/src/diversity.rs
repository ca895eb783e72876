//! l-diversity of one crowd.
//!
//! A. Machanavajjhala, D. Kifer, J. Gehrke, M. Venkitasubramaniam: l-diversity: privacy beyond
//! k-anonymity. ACM TKDD 1(1), 2007, doi:10.1145/1217299.1217302.

/// Entropy l: `exp(-sum p ln p)`, between 1 and the number of distinct values. Entropy l-diversity
/// (definition 4.1 there) holds when this is at least l.
/// 0 without values.
pub(super) fn entropy_l(histogram: &[(u32, u64)]) -> f64 {
    if histogram.is_empty() {
        return 0.0;
    }
    // Sorted by count, since the order of the values depends on values that do not occur here.
    let mut counts: Vec<u64> = histogram.iter().map(|&(_, count)| count).collect();
    counts.sort_unstable();
    let size = counts.iter().sum::<u64>() as f64;
    let entropy: f64 =
        counts.into_iter().map(|count| count as f64 / size).map(|share| -share * share.ln()).sum();
    entropy.exp()
}

/// The ratio `r_1 / (r_l + ... + r_m)` of counts in descending order: recursive (c, l)-diversity
/// (definition 4.2 there) holds for every c above it. `None` with fewer than l values: for no c.
pub(super) fn recursive_ratio(histogram: &[(u32, u64)], l: usize) -> Option<f64> {
    let mut counts: Vec<u64> = histogram.iter().map(|&(_, count)| count).collect();
    counts.sort_unstable_by(|a, b| b.cmp(a));
    let tail: u64 = counts.iter().skip(l.saturating_sub(1)).sum();
    (tail > 0).then(|| counts[0] as f64 / tail as f64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_ratios() {
        // Counts 4, 3, 2, 1: r_1 = 4; tails from the second, third, fourth: 6, 3, 1.
        let histogram = [(0, 2), (3, 4), (5, 1), (6, 3)];
        assert_eq!(recursive_ratio(&histogram, 2), Some(4.0 / 6.0));
        assert_eq!(recursive_ratio(&histogram, 3), Some(4.0 / 3.0));
        assert_eq!(recursive_ratio(&histogram, 5), None);
    }

    #[test]
    fn entropy_of_equal_shares_is_their_number() {
        assert!((entropy_l(&[(0, 2), (1, 2), (7, 2)]) - 3.0).abs() < 1e-12);
        assert!((entropy_l(&[(4, 9)]) - 1.0).abs() < 1e-12);
    }
}

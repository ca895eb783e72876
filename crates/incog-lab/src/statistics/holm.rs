//! Many tests at once.

/// Holm's correction: adjusted p-values that keep the probability of any false alarm among all
/// tests at the level, in the order of `p`.
///
/// Reference: Holm, A simple sequentially rejective multiple test procedure, 1979, jstor:4615733.
///
/// ```
/// let adjusted = incog_lab::statistics::holm(&[0.01, 0.04, 0.03]);
/// assert_eq!(adjusted, [0.03, 0.06, 0.06]);
/// ```
pub fn holm(p: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p.len()).collect();
    order.sort_by(|&a, &b| p[a].total_cmp(&p[b]));
    let mut adjusted = vec![0.0; p.len()];
    let mut reached: f64 = 0.0;
    for (done, &place) in order.iter().enumerate() {
        reached = reached.max(p[place] * (p.len() - done) as f64).min(1.0);
        adjusted[place] = reached;
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_by_hand() {
        // Ascending: 4 x 0.011; 3 x 0.011 raised to it; 2 x 0.02 raised to it; 0.6.
        let found = holm(&[0.02, 0.011, 0.6, 0.011]);
        for (found, expected) in found.iter().zip([0.044, 0.044, 0.6, 0.044]) {
            assert!((found - expected).abs() < 1e-12, "{found}");
        }
        assert!(holm(&[]).is_empty());
    }
}

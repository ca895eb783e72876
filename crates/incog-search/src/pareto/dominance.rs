//! When one compromise is better than another.

/// Whether `a` is nowhere worse than `b` and somewhere better (smaller).
///
/// ```
/// use incog_search::pareto::dominates;
/// assert!(dominates(&[1.0, 2.0], &[1.0, 3.0]));
/// assert!(!dominates(&[1.0, 2.0], &[1.0, 2.0]));
/// ```
pub fn dominates<const M: usize>(a: &[f64; M], b: &[f64; M]) -> bool {
    let nowhere_worse = a.iter().zip(b).all(|(a, b)| a <= b);
    nowhere_worse && a.iter().zip(b).any(|(a, b)| a < b)
}

/// The indices of the points that no other point dominates, ascending; equal points all stay.
pub fn non_dominated<const M: usize>(points: &[[f64; M]]) -> Vec<usize> {
    let ranks = super::ranks(points);
    (0..points.len()).filter(|&index| ranks[index] == 0).collect()
}

//! Ranks with ties.

/// The ranks of some values.
pub(super) struct Ranks {
    /// The rank of each value from 1; equal values share the mean of their ranks.
    pub of: Vec<f64>,
    /// Sum over groups of equal values of `t^3 - t`; 0 without ties.
    pub ties: f64,
}

pub(super) fn ranks(values: &[f64]) -> Ranks {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&a, &b| values[a].total_cmp(&values[b]));
    let mut of = vec![0.0; values.len()];
    let mut ties = 0.0;
    let mut start = 0;
    for group in order.chunk_by(|&a, &b| values[a] == values[b]) {
        let size = group.len() as f64;
        let mean = start as f64 + (size + 1.0) / 2.0;
        group.iter().for_each(|&place| of[place] = mean);
        ties += size.powi(3) - size;
        start += group.len();
    }
    Ranks { of, ties }
}

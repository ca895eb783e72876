//! Figures told coarsely.

/// A number with so many significant digits.
///
/// Read from its decimal text, so that equal numbers are equal bits everywhere.
pub(crate) fn significant(value: f64, digits: usize) -> f64 {
    if !value.is_finite() || value == 0.0 {
        return value;
    }
    format!("{value:.*e}", digits.saturating_sub(1)).parse().unwrap_or(value)
}

/// The least multiple of 0.0001 that is not below `share`; what is nearly one is taken for it.
pub(super) fn gap_upwards(share: f64) -> f64 {
    let steps = (share * 1e4 - 1e-6).ceil().max(0.0);
    format!("{:.4}", steps / 1e4).parse().unwrap_or(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_coarsely() {
        assert_eq!([significant(12_345.678, 2), significant(0.026_94, 2), significant(-1.25, 2)], [12_000.0, 0.027, -1.2]);
        assert_eq!([significant(0.0, 2), significant(99.9, 2), significant(7.0, 2)], [0.0, 100.0, 7.0]);
        assert_eq!([gap_upwards(0.0), gap_upwards(0.012_31), gap_upwards(0.0123)], [0.0, 0.0124, 0.0123]);
    }
}

//! Figures told coarsely.

/// Rounds a number to this many significant digits.
///
/// Read from its decimal text, so that equal numbers are equal bits everywhere.
pub fn significant(value: f64, digits: usize) -> f64 {
    if !value.is_finite() || value == 0.0 {
        return value;
    }
    format!("{value:.*e}", digits.saturating_sub(1)).parse().unwrap_or(value)
}

/// The least number of two significant digits that is not below `share`; a `share` that is such a number up to rounding
/// error is taken as that number.
pub fn gap_upwards(share: f64) -> f64 {
    if !(share.is_finite() && share > 0.0) {
        return 0.0;
    }
    let near = significant(share, 2);
    if near >= share * (1.0 - 1e-9) {
        return near;
    }
    let unit = 10f64.powi(near.log10().floor() as i32 - 1);
    significant(near + unit, 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_told_coarsely() {
        assert_eq!(
            [significant(12_345.678, 2), significant(0.026_94, 2), significant(-1.25, 2)],
            [12_000.0, 0.027, -1.2]
        );
        assert_eq!([significant(0.0, 2), significant(99.9, 2), significant(7.0, 2)], [0.0, 100.0, 7.0]);
        assert_eq!([gap_upwards(0.0), gap_upwards(0.012_31), gap_upwards(0.012)], [0.0, 0.013, 0.012]);
        assert_eq!([gap_upwards(0.0999), gap_upwards(1.21), gap_upwards(0.001_04)], [0.1, 1.3, 0.0011]);
    }
}

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

/// The least of the steps 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, ... that is not below `share`;
/// a `share` that is a step up to rounding error is taken as that step. Nothing is below 0.01 but
/// 0; what is no number is as far away as can be.
///
/// ```
/// use incog_report::gap_upwards;
/// assert_eq!([gap_upwards(0.0), gap_upwards(4e-9), gap_upwards(0.012), gap_upwards(0.33)], [0.0, 0.01, 0.02, 0.5]);
/// ```
pub fn gap_upwards(share: f64) -> f64 {
    if share <= 0.0 { 0.0 } else { step_upwards(share, -2) }
}

/// The least of the steps 1, 2, 5, 10, 20, 50, ... seconds that is not below a time: shorter ones
/// would tell how many levels were looked at.
///
/// ```
/// use incog_report::seconds_upwards;
/// assert_eq!([seconds_upwards(0.00015), seconds_upwards(1.0), seconds_upwards(7.3)], [1.0, 1.0, 10.0]);
/// ```
pub fn seconds_upwards(seconds: f64) -> f64 {
    step_upwards(seconds, 0)
}

/// The least number of the form 1, 2 or 5 times a power of ten, from that of `least` up, that is
/// not below a figure.
fn step_upwards(figure: f64, least: i32) -> f64 {
    let steps = (least..=300).flat_map(|exponent| [1, 2, 5].map(|first| (first, exponent)));
    let mut steps = steps.filter_map(|(first, exponent)| format!("{first}e{exponent}").parse().ok());
    steps.find(|step| *step >= figure * (1.0 - 1e-9)).unwrap_or(f64::MAX)
}

/// The least power of ten that is not below so many evaluations, and at least 100: how much work it
/// was, and not at how many levels.
///
/// ```
/// use incog_report::work_upwards;
/// assert_eq!([work_upwards(0), work_upwards(7), work_upwards(100), work_upwards(4147)], [100, 100, 100, 10_000]);
/// ```
pub fn work_upwards(evaluations: u64) -> u64 {
    (2..20).map(|exponent| 10u64.pow(exponent)).find(|step| *step >= evaluations).unwrap_or(u64::MAX)
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
        assert_eq!(
            [gap_upwards(f64::NAN), gap_upwards(-1.0), gap_upwards(0.01), gap_upwards(0.010_1)],
            [f64::MAX, 0.0, 0.01, 0.02]
        );
        assert_eq!([gap_upwards(0.0999), gap_upwards(1.21), gap_upwards(1e308)], [0.1, 2.0, f64::MAX]);
        assert_eq!([work_upwards(101), work_upwards(u64::MAX)], [1000, u64::MAX]);
    }
}

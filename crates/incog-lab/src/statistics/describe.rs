//! Descriptive figures of a sample.

/// Mean, spread and extremes of a sample.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Description {
    /// Number of values.
    pub count: usize,
    /// Arithmetic mean.
    pub mean: f64,
    /// Sample standard deviation, with `n - 1`; 0 for one value.
    pub deviation: f64,
    /// Smallest value.
    pub least: f64,
    /// First quartile.
    pub lower_quartile: f64,
    /// Median.
    pub median: f64,
    /// Third quartile.
    pub upper_quartile: f64,
    /// Largest value.
    pub greatest: f64,
}

impl Description {
    /// Describes a sample; `None` for an empty one.
    ///
    /// ```
    /// let one = incog_lab::statistics::Description::from_values(&[2.0, 4.0, 4.0, 6.0]).unwrap();
    /// assert_eq!((one.mean, one.median, one.greatest), (4.0, 4.0, 6.0));
    /// ```
    pub fn from_values(values: &[f64]) -> Option<Self> {
        let mut sorted = values.to_vec();
        sorted.sort_by(f64::total_cmp);
        let (least, greatest) = (*sorted.first()?, *sorted.last()?);
        let count = sorted.len();
        // Summed in ascending order, so that the mean does not depend on the order of the runs.
        // Rounding must not move the mean of equal values away from them.
        let mean = (sorted.iter().sum::<f64>() / count as f64).clamp(least, greatest);
        let squares: f64 = sorted.iter().map(|value| (value - mean).powi(2)).sum();
        Some(Self {
            count,
            mean,
            deviation: if count < 2 { 0.0 } else { (squares / (count - 1) as f64).sqrt() },
            least,
            lower_quartile: quantile(&sorted, 0.25),
            median: quantile(&sorted, 0.5),
            upper_quartile: quantile(&sorted, 0.75),
            greatest,
        })
    }
}

/// A quantile of a non-empty sample in ascending order, by linear interpolation (type 7 of Hyndman
/// and Fan 1996, doi:10.1080/00031305.1996.10473566, NumPy's default); NaN for an empty one.
pub fn quantile(sorted: &[f64], share: f64) -> f64 {
    let Some(last) = sorted.len().checked_sub(1) else { return f64::NAN };
    let place = share.clamp(0.0, 1.0) * last as f64;
    let (low, high) = (place.floor() as usize, place.ceil() as usize);
    sorted[low] + (place - low as f64) * (sorted[high] - sorted[low])
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_those_of_numpy() {
        // numpy: a = [2.5, 1, 7, 3]; a.mean(), a.std(ddof=1), np.quantile(a, [.25, .5, .75])
        let found = Description::from_values(&[2.5, 1.0, 7.0, 3.0]).unwrap();
        assert_eq!(found.mean, 3.375);
        assert!((found.deviation - 2.561_737_691_489_899_5).abs() < 1e-12);
        assert_eq!((found.lower_quartile, found.median, found.upper_quartile), (2.125, 2.75, 4.0));
        assert!(Description::from_values(&[]).is_none());
        assert_eq!(Description::from_values(&[0.2; 10]).unwrap().mean, 0.2);
    }
}

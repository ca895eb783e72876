//! Quantiles of figures.

/// The value that this share of the values is below; 0 when there are none.
pub fn quantile(values: &mut [f64], share: f64) -> f64 {
    if values.is_empty() {
        return 0.0;
    }
    let place = ((values.len() as f64 * share) as usize).min(values.len() - 1);
    *values.select_nth_unstable_by(place, f64::total_cmp).1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_values() {
        assert_eq!(quantile(&mut [3.0, 1.0, 2.0], 0.5), 2.0);
        assert_eq!((quantile(&mut [7.0], 0.9), quantile(&mut [], 0.5)), (7.0, 0.0));
    }
}

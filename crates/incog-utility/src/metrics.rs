//! All utility metrics.

use crate::{
    Metric, MetricEntry, MetricError, ambiguity, c_avg, class_size, cpgen, discernibility, entropy, gen_loss,
    height, kl_divergence, loss, precision, squared_error, transparency,
};
use incog_card::Parameters;

/// What is optimized where nothing else is said: the one whose releases serve best, as measured
/// (docs/utility.md).
pub(crate) const DEFAULT_OBJECTIVE: &MetricEntry = &gen_loss::ENTRY;

/// All metrics.
pub static METRICS: &[&MetricEntry] = &[
    &transparency::ENTRY,
    &precision::ENTRY,
    &gen_loss::ENTRY,
    &loss::ENTRY,
    &cpgen::ENTRY,
    &c_avg::ENTRY,
    &class_size::ENTRY,
    &discernibility::ENTRY,
    &entropy::ENTRY,
    &ambiguity::ENTRY,
    &kl_divergence::ENTRY,
    &height::ENTRY,
    &squared_error::ENTRY,
];

/// The entry with this name.
///
/// # Errors
/// When there is none.
pub fn metric_entry(name: &str) -> Result<&'static MetricEntry, MetricError> {
    let entry = METRICS.iter().find(|entry| entry.card.name == name).copied();
    entry.ok_or_else(|| MetricError::Unknown { name: name.to_owned() })
}

/// The metric with this name and its defaults, when the models ask for classes of `k` records.
///
/// ```
/// use incog_utility::metric_by_name;
/// assert_eq!(metric_by_name("discernibility", 5).unwrap().name(), "discernibility");
/// assert!(metric_by_name("beauty", 5).is_err());
/// ```
///
/// # Errors
/// When there is none.
pub fn metric_by_name(name: &str, k: u64) -> Result<Box<dyn Metric>, MetricError> {
    let entry = metric_entry(name)?;
    entry.metric(&Parameters::defaults(&entry.card), k)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_card::Refusal;

    #[test]
    fn every_entry_builds_the_metric_it_names() {
        for entry in METRICS {
            let metric = metric_by_name(entry.card.name, 1).unwrap();
            assert_eq!(metric.name(), entry.card.name);
        }
    }

    #[test]
    fn refuses_numbers_out_of_range() {
        let cpgen = metric_entry("cpgen").unwrap();
        for alpha in [f64::NAN, -1.0, 1e-9, f64::INFINITY] {
            let parameters = Parameters::said(&cpgen.card, [("alpha", alpha.into())]).unwrap();
            let error = cpgen.metric(&parameters, 1).err().unwrap();
            let refusal = |error| match error {
                MetricError::Refused { metric: "cpgen", refusal } => Some(refusal),
                _ => None,
            };
            assert!(matches!(refusal(error), Some(Refusal::OutOfRange { parameter: "alpha", .. })));
        }
    }
}

//! The class with the fewest providers.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use incog_privacy::Criterion;

pub(super) fn figure(_: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    let fewest = measured.measurement.provider_diversity.ok_or(Unshown::Providers)?;
    Ok(Some(fewest as f64))
}

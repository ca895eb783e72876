//! The mean over all records of 1 / the size of their class.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use incog_privacy::Criterion;

pub(super) fn figure(_: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    let measurement = &measured.measurement;
    Ok((measurement.records > 0).then_some(measurement.risks.prosecutor_mean))
}

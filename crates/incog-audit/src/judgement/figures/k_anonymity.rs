//! The smallest class.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use incog_privacy::Criterion;

pub(super) fn figure(_: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    Ok(Some(measured.measurement.k as f64))
}

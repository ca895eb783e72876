//! The risk of a record in the smallest class.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use incog_privacy::Criterion;

pub(super) fn figure(_: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    let least = measured.measurement.k;
    Ok((least > 0).then(|| 1.0 / least as f64))
}

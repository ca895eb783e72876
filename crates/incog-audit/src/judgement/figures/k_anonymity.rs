//! The smallest class, and the people in classes that are smaller than they ask for.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use incog_privacy::{Criterion, Of};

pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    if *criterion.about() == Of::OwnK {
        let k = criterion.asked().whole("k").map_err(|_| Unshown::OwnK)?;
        let below = measured.below_own_k(k).ok_or(Unshown::OwnK)?;
        return Ok(Some(below.into_iter().max().unwrap_or(0) as f64));
    }
    Ok(Some(measured.measurement.k as f64))
}

//! The smallest class, and the class with the fewest values.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use super::k_anonymity;
use incog_privacy::{Criterion, Of};

pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    match criterion.about() {
        Of::Values(_) => Ok(measured.values(criterion).map(|one| one.distinct_l as f64)),
        _ => k_anonymity::figure(criterion, measured),
    }
}

//! The least diverse class.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use crate::diversity::recursive_ratio;
use crate::measure::ClassValues;
use incog_privacy::{Criterion, DiversityKind};

pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    let parameters = criterion.asked();
    let (Some(one), Ok(kind)) = (measured.values(criterion), DiversityKind::read(parameters)) else {
        return Ok(None);
    };
    Ok(match kind {
        DiversityKind::Distinct => Some(one.distinct_l as f64),
        DiversityKind::Entropy => Some(one.entropy_l),
        DiversityKind::Recursive { .. } => {
            let l = parameters.number("l").map_or(0, |l| l as usize);
            least_c(l, &measured.class_values(criterion))
        }
    })
}

/// The largest `r_1 / (r_l + ... + r_m)` of a class; `None` when one has fewer than l values.
fn least_c(l: usize, classes: &[ClassValues]) -> Option<f64> {
    let mut ratios = classes.iter().map(|class| recursive_ratio(class.diverse(), l));
    ratios.try_fold(0.0, |worst, ratio| ratio.map(|ratio| f64::max(worst, ratio)))
}

//! The class that is farthest from the whole table.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use incog_privacy::{Criterion, DistanceKind};

pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    let distance = DistanceKind::read(criterion.asked());
    let (Some(one), Ok(distance)) = (measured.values(criterion), distance) else { return Ok(None) };
    Ok(match distance {
        DistanceKind::Euclidean => Some(one.t.euclidean),
        DistanceKind::Equal => Some(one.t.equal),
        DistanceKind::Ordered => one.t.ordered,
        DistanceKind::Hierarchical => one.t.hierarchical,
    })
}

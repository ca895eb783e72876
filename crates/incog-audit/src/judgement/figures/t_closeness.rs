//! The class that is farthest from the whole table.

use super::super::Unshown;
use super::super::release_counts::MeasuredCrowds;
use incog_privacy::{Criterion, DistanceKind, ReferenceDistribution};

pub(super) fn figure(criterion: &Criterion, measured: &MeasuredCrowds<'_>) -> Result<Option<f64>, Unshown> {
    let distance = DistanceKind::read(criterion.asked());
    let (Some(one), Ok(distance)) = (measured.values(criterion), distance) else { return Ok(None) };
    let own = one.against_release.filter(|_| criterion.reference() == Some(ReferenceDistribution::Release));
    let t = own.map_or(one.t, |own| own.t);
    Ok(match distance {
        DistanceKind::Euclidean => Some(t.euclidean),
        DistanceKind::Equal => Some(t.equal),
        DistanceKind::Ordered => t.ordered,
        DistanceKind::Hierarchical => t.hierarchical,
    })
}

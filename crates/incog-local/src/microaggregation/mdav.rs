//! `mdav`: maximum distance to average vector.

use super::free_points::Free;
use super::method::{Grouped, Microaggregation};
use super::points::NumericPoints;
use crate::work_budget::WorkBudget;
use incog_request::cards;
use incog_search::Stop;

/// MDAV-generic.
pub(super) static MDAV: Microaggregation = Microaggregation {
    card: &cards::microaggregation::MDAV,
    make: |points, k, _, work| mdav(points, k, work),
};

/// While there are 3k records or more, the record r farthest from the mean of those left takes its
/// k - 1 nearest, and then the one farthest from r does. Of 2k or more that are left, the one
/// farthest from their mean takes its k - 1 nearest; the others are the last group. A record takes
/// as many as it needs for k units.
fn mdav(points: &NumericPoints, k: usize, work: &mut WorkBudget<'_>) -> Grouped {
    let mut free = Free::new(points, (0..points.len() as u32).collect());
    let mut groups = Vec::new();
    let outcome = group_all(points, &mut free, &mut groups, k, work);
    (free.into_groups(groups, k), outcome)
}

fn group_all(
    points: &NumericPoints,
    free: &mut Free<'_>,
    groups: &mut Vec<Vec<u32>>,
    k: usize,
    work: &mut WorkBudget<'_>,
) -> Result<(), Stop> {
    while free.len() >= 3 * k && free.units() >= k {
        let Some(first) = free.farthest(&points.centroid(free.points()), work)? else { break };
        let second = free.farthest(points.at(first), work)?;
        groups.push(free.take_nearest(first, k, work)?);
        // With several records a unit, the second may have gone with the first.
        let second = second.filter(|second| free.points().binary_search(second).is_ok());
        let Some(second) = second.filter(|_| free.units() >= k) else { continue };
        groups.push(free.take_nearest(second, k, work)?);
    }
    if free.len() >= 2 * k && free.units() >= k {
        let outer = free.farthest(&points.centroid(free.points()), work)?;
        groups.extend(outer.map(|outer| free.take_nearest(outer, k, work)).transpose()?);
    }
    Ok(())
}

//! `v-mdav`: groups of k to 2k - 1 records.

use super::free_points::Free;
use super::method::{Grouped, Microaggregation};
use super::points::NumericPoints;
use crate::work_budget::WorkBudget;
use incog_card::Parameters;
use incog_request::cards;
use incog_search::Stop;

/// V-MDAV.
pub(super) static V_MDAV: Microaggregation = Microaggregation {
    card: &cards::microaggregation::V_MDAV,
    make: |points, k, parameters, work| v_mdav(points, k, gamma(parameters), work),
};

fn gamma(parameters: &Parameters) -> f64 {
    parameters.number("gamma").unwrap_or(0.2)
}

/// The record farthest from the mean of all takes its `k - 1` nearest. While the group has fewer
/// than `2k - 1` records, the free record nearest to one of them joins if that is nearer than gamma
/// times its distance to the nearest other free record. What is left joins the nearest groups.
fn v_mdav(points: &NumericPoints, k: usize, gamma: f64, work: &mut WorkBudget<'_>) -> Grouped {
    let all: Vec<u32> = (0..points.len() as u32).collect();
    let mean = points.centroid(&all);
    let mut free = Free::new(points, all);
    let mut groups = Vec::new();
    let method = VariableMdav { points, mean, gamma, k };
    let outcome = method.group_all(&mut free, &mut groups, work);
    // Only a search that was ended early leaves enough for a group.
    (free.into_groups(groups, k), outcome)
}

/// The method on some points; `mean` is the mean of all of them.
struct VariableMdav<'a> {
    points: &'a NumericPoints,
    mean: Vec<f64>,
    gamma: f64,
    k: usize,
}

impl VariableMdav<'_> {
    fn group_all(
        &self,
        free: &mut Free<'_>,
        groups: &mut Vec<Vec<u32>>,
        work: &mut WorkBudget<'_>,
    ) -> Result<(), Stop> {
        let Self { points, ref mean, gamma, k } = *self;
        while free.units() >= k {
            let Some(outer) = free.farthest(mean, work)? else { break };
            groups.push(free.take_nearest(outer, k, work)?);
            let Some(group) = groups.last_mut() else { break };
            let mut near = Nearest::find(points, free, group, work)?;
            while group.len() + 1 < 2 * k {
                let Some((candidate, within)) = near.least(free) else { break };
                work.spend(free.len() as u64)?;
                let others = free.points().iter().filter(|other| **other != candidate);
                let outside =
                    others.map(|&other| points.apart(candidate, other)).fold(f64::INFINITY, f64::min);
                if within.sqrt() >= gamma * outside.sqrt() {
                    break;
                }
                group.extend(free.take(vec![candidate]));
                near.add(points, free, candidate, work)?;
            }
        }
        Ok(())
    }
}

/// For each point, its least squared distance to a member of the group.
struct Nearest(Vec<f64>);

impl Nearest {
    fn find(
        points: &NumericPoints,
        free: &Free<'_>,
        group: &[u32],
        work: &mut WorkBudget<'_>,
    ) -> Result<Self, Stop> {
        let mut near = Self(vec![f64::INFINITY; points.len()]);
        group.iter().try_for_each(|&member| near.add(points, free, member, work))?;
        Ok(near)
    }

    fn add(
        &mut self,
        points: &NumericPoints,
        free: &Free<'_>,
        member: u32,
        work: &mut WorkBudget<'_>,
    ) -> Result<(), Stop> {
        work.spend(free.len() as u64)?;
        for &point in free.points() {
            let least = &mut self.0[point as usize];
            *least = least.min(points.apart(point, member));
        }
        Ok(())
    }

    /// The nearest free point, the first of several, with its squared distance.
    fn least(&self, free: &Free<'_>) -> Option<(u32, f64)> {
        let distances = free.points().iter().map(|&point| (point, self.0[point as usize]));
        distances.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)))
    }
}

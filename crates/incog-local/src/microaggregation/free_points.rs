//! The points that are in no group yet.

use super::group::join_nearest;
use super::points::{NumericPoints, squared};
use crate::work_budget::WorkBudget;
use incog_search::Stop;
use std::collections::BTreeSet;

/// The points that are in no group yet, ascending.
pub(super) struct Free<'p> {
    points: &'p NumericPoints,
    free: Vec<u32>,
    /// For each unit how many of its points are free.
    of_unit: Vec<u32>,
    units: usize,
}

impl<'p> Free<'p> {
    /// All of these, ascending.
    pub fn new(points: &'p NumericPoints, free: Vec<u32>) -> Self {
        let mut of_unit = vec![0; points.units()];
        free.iter().for_each(|&point| of_unit[points.unit(point) as usize] += 1);
        let units = of_unit.iter().filter(|points| **points > 0).count();
        Self { points, free, of_unit, units }
    }

    /// These groups, and what is left: a group where it is of k units, else with the nearest
    /// groups.
    pub fn into_groups(self, mut groups: Vec<Vec<u32>>, k: usize) -> Vec<Vec<u32>> {
        if self.units < k {
            return join_nearest(self.points, groups, &self.free);
        }
        groups.push(self.free);
        groups
    }

    pub fn len(&self) -> usize {
        self.free.len()
    }

    pub fn points(&self) -> &[u32] {
        &self.free
    }

    /// Different units of the free points.
    pub fn units(&self) -> usize {
        self.units
    }

    /// The free point farthest from a place, the first of several.
    pub fn farthest(&self, place: &[f64], work: &mut WorkBudget<'_>) -> Result<Option<u32>, Stop> {
        work.spend(self.free.len() as u64)?;
        let mut found: Option<(f64, u32)> = None;
        for &point in &self.free {
            let distance = squared(self.points.at(point), place);
            if found.is_none_or(|(most, _)| distance > most) {
                found = Some((distance, point));
            }
        }
        Ok(found.map(|(_, point)| point))
    }

    /// Takes a point with its nearest, as many as it takes for k units; there are as many.
    pub fn take_nearest(
        &mut self,
        center: u32,
        k: usize,
        work: &mut WorkBudget<'_>,
    ) -> Result<Vec<u32>, Stop> {
        work.spend(self.free.len() as u64)?;
        let distance = |point: u32| if point == center { -1.0 } else { self.points.apart(point, center) };
        let mut near: Vec<(f64, u32)> = self.free.iter().map(|&point| (distance(point), point)).collect();
        let by_distance = |a: &(f64, u32), b: &(f64, u32)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
        let mut looked_at = k.min(near.len());
        loop {
            near.select_nth_unstable_by(looked_at.saturating_sub(1), by_distance);
            near[..looked_at].sort_unstable_by(by_distance);
            let mut units = BTreeSet::new();
            let is_enough = |(_, point): &(f64, u32)| {
                units.insert(self.points.unit(*point));
                units.len() >= k
            };
            if let Some(last) = near[..looked_at].iter().position(is_enough) {
                return Ok(self.take(near[..=last].iter().map(|(_, point)| *point).collect()));
            }
            if looked_at == near.len() {
                return Ok(self.take(near.iter().map(|(_, point)| *point).collect()));
            }
            looked_at = (2 * looked_at).min(near.len());
        }
    }

    /// Takes these.
    pub fn take(&mut self, mut taken: Vec<u32>) -> Vec<u32> {
        taken.sort_unstable();
        self.free.retain(|point| taken.binary_search(point).is_err());
        for &point in &taken {
            let left = &mut self.of_unit[self.points.unit(point) as usize];
            *left -= 1;
            self.units -= usize::from(*left == 0);
        }
        taken
    }
}

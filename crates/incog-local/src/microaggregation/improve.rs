//! Groups that lose less: records change their group, two exchange their places, a group is
//! dissolved, a large one divided.
//!
//! These are the moves of [`reassign`](crate::searches) and its kin for squared error (compare
//! Khomnotai, Lin, Peng and Pal 2018, doi:10.3390/sym10070262, who dissolve and shrink groups).
//! Each is made only where it lowers the error, so there is an end.

use super::free_points::Free;
use super::group::{Group, are_enough};
use super::points::{NumericPoints, squared};
use crate::work_budget::WorkBudget;
use incog_search::Stop;
use std::collections::BTreeMap;

/// How many of the nearest groups are looked at for an exchange.
const NEAREST: usize = 8;

/// The share of the total error by which a move must lower it: less may be rounding.
const LEAST_GAIN: f64 = 1e-12;

/// Makes moves until none lowers the error.
pub(super) fn improve(
    points: &NumericPoints,
    groups: &mut Vec<Group>,
    k: usize,
    work: &mut WorkBudget<'_>,
) -> Result<(), Stop> {
    let mut group_of = vec![0; points.len()];
    for (number, group) in groups.iter().enumerate() {
        group.members.iter().for_each(|&member| group_of[member as usize] = number);
    }
    let least = LEAST_GAIN * points.total_error();
    let mut moves = Moves { points, groups, group_of, k, least };
    loop {
        let mut found = false;
        for point in 0..points.len() as u32 {
            found |= moves.change_group(point, work)? || moves.exchange(point, work)?;
        }
        for group in 0..moves.groups.len() {
            found |= moves.divide(group, work)? || moves.dissolve(group, work)?;
        }
        if !found {
            return Ok(());
        }
    }
}

struct Moves<'a> {
    points: &'a NumericPoints,
    groups: &'a mut Vec<Group>,
    /// For each point its group.
    group_of: Vec<usize>,
    k: usize,
    /// The least gain.
    least: f64,
}

impl Moves<'_> {
    /// Puts a point into the group that it suits best, if its own can do without.
    fn change_group(&mut self, point: u32, work: &mut WorkBudget<'_>) -> Result<bool, Stop> {
        let own = self.group_of[point as usize];
        let rest = self.groups[own].changed(Some(point), None);
        if !are_enough(self.points, &rest, self.k) {
            return Ok(false);
        }
        work.spend(self.groups.len() as u64)?;
        let place = self.points.at(point);
        let Some((other, cost)) = best_to_join(self.groups, place, own) else { return Ok(false) };
        if self.groups[own].leaving(place) - cost <= self.least {
            return Ok(false);
        }
        let with = self.groups[other].changed(None, Some(point));
        self.set(own, rest);
        self.set(other, with);
        Ok(true)
    }

    /// Exchanges a point for one of a near group, the one that lowers the error most.
    fn exchange(&mut self, point: u32, work: &mut WorkBudget<'_>) -> Result<bool, Stop> {
        let own = self.group_of[point as usize];
        let place = self.points.at(point);
        work.spend(self.groups.len() as u64)?;
        let mut best: Option<(f64, usize, u32)> = None;
        for other in nearest(self.groups, place, own) {
            work.spend(self.groups[other].members.len() as u64)?;
            for &member in &self.groups[other].members {
                let there = self.points.at(member);
                let change =
                    self.groups[own].exchanging(place, there) + self.groups[other].exchanging(there, place);
                let is_better = change < best.map_or(-self.least, |(least, ..)| least);
                if is_better && self.may_exchange(own, point, other, member) {
                    best = Some((change, other, member));
                }
            }
        }
        let Some((_, other, member)) = best else { return Ok(false) };
        let (own_members, others) = (
            self.groups[own].changed(Some(point), Some(member)),
            self.groups[other].changed(Some(member), Some(point)),
        );
        self.set(own, own_members);
        self.set(other, others);
        Ok(true)
    }

    fn may_exchange(&self, own: usize, point: u32, other: usize, member: u32) -> bool {
        let are_enough = |group: usize, without, with| {
            are_enough(self.points, &self.groups[group].changed(Some(without), Some(with)), self.k)
        };
        are_enough(own, point, member) && are_enough(other, member, point)
    }

    /// Divides a group of which both parts are enough; that never loses more.
    fn divide(&mut self, group: usize, work: &mut WorkBudget<'_>) -> Result<bool, Stop> {
        let Some((part, rest)) = divided(self.points, &self.groups[group], self.k, work)? else {
            return Ok(false);
        };
        if self.groups[group].error - part.error - rest.error <= self.least {
            return Ok(false);
        }
        part.members.iter().for_each(|&member| self.group_of[member as usize] = self.groups.len());
        self.groups.push(part);
        self.groups[group] = rest;
        Ok(true)
    }

    /// Gives all members of a group to others, and divides those that become large, if the error is
    /// lower in the end.
    fn dissolve(&mut self, group: usize, work: &mut WorkBudget<'_>) -> Result<bool, Stop> {
        let members = self.groups[group].members.clone();
        if members.is_empty() || self.groups.iter().filter(|other| !other.members.is_empty()).count() < 2 {
            return Ok(false);
        }
        work.spend((members.len() * self.groups.len()) as u64)?;
        let mut changed: BTreeMap<usize, Group> = BTreeMap::new();
        for &member in &members {
            let place = self.points.at(member);
            let cost = |other: usize| changed.get(&other).unwrap_or(&self.groups[other]).joining(place);
            let others = (0..self.groups.len())
                .filter(|other| *other != group && !self.groups[*other].members.is_empty());
            let best = others.map(|other| (other, cost(other)));
            let Some((best, _)) = best.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0))) else {
                return Ok(false);
            };
            let with = changed.get(&best).unwrap_or(&self.groups[best]).changed(None, Some(member));
            changed.insert(best, Group::new(self.points, with));
        }
        let before: f64 = changed.keys().chain([&group]).map(|&other| self.groups[other].error).sum();
        let mut after: Vec<(usize, Vec<Group>)> = Vec::new();
        for (other, changed) in changed {
            let mut parts = vec![changed];
            while let Some((part, rest)) =
                parts.last().map(|last| divided(self.points, last, self.k, work)).transpose()?.flatten()
            {
                parts.pop();
                parts.extend([part, rest]);
            }
            after.push((other, parts));
        }
        let error: f64 = after.iter().flat_map(|(_, parts)| parts).map(|part| part.error).sum();
        if before - error <= self.least {
            return Ok(false);
        }
        self.set(group, Vec::new());
        for (other, mut parts) in after {
            if let Some(last) = parts.pop() {
                self.set(other, last.members);
            }
            for part in parts {
                let number = self.groups.len();
                part.members.iter().for_each(|&member| self.group_of[member as usize] = number);
                self.groups.push(part);
            }
        }
        Ok(true)
    }

    fn set(&mut self, group: usize, members: Vec<u32>) {
        members.iter().for_each(|&member| self.group_of[member as usize] = group);
        self.groups[group] = Group::new(self.points, members);
    }
}

/// The group other than its own that a point joins at the least cost, the first of several.
fn best_to_join(groups: &[Group], place: &[f64], own: usize) -> Option<(usize, f64)> {
    let others =
        groups.iter().enumerate().filter(|(other, group)| *other != own && !group.members.is_empty());
    let costs = others.map(|(other, group)| (other, group.joining(place)));
    costs.min_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)))
}

/// The groups other than its own with the nearest centroids.
fn nearest(groups: &[Group], place: &[f64], own: usize) -> Vec<usize> {
    let others =
        groups.iter().enumerate().filter(|(other, group)| *other != own && !group.members.is_empty());
    let mut distances: Vec<(f64, usize)> =
        others.map(|(other, group)| (squared(place, &group.centroid), other)).collect();
    let by_distance = |a: &(f64, usize), b: &(f64, usize)| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1));
    if distances.len() > NEAREST {
        distances.select_nth_unstable_by(NEAREST, by_distance);
        distances.truncate(NEAREST);
    }
    distances.sort_unstable_by(by_distance);
    distances.into_iter().map(|(_, other)| other).collect()
}

/// A group in two: the member farthest from the mean with its nearest, and the others; `None` where
/// these would be too few.
fn divided(
    points: &NumericPoints,
    group: &Group,
    k: usize,
    work: &mut WorkBudget<'_>,
) -> Result<Option<(Group, Group)>, Stop> {
    if group.members.len() < 2 * k {
        return Ok(None);
    }
    let mut free = Free::new(points, group.members.clone());
    let Some(outer) = free.farthest(&group.centroid, work)? else { return Ok(None) };
    let part = free.take_nearest(outer, k, work)?;
    let are_both = free.units() >= k && are_enough(points, &part, k);
    Ok(are_both.then(|| (Group::new(points, part), Group::new(points, free.points().to_vec()))))
}

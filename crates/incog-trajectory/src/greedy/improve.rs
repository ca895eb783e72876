//! Local moves of members between clusters.

use crate::cost::group_cost;
use crate::{Clustering, TRASH, TrajectorySet};
use rayon::prelude::*;

/// Moves and swaps members between clusters of one data centre, and between clusters and the trash,
/// as long as that lowers the total translation distortion, in at most `passes` passes. Every
/// cluster keeps at least k members and there is never more trash than before or `trash`.
///
/// A pass looks for each trajectory at the cluster around whose means it would be moved least, and
/// tries the wishes by promised gain; a step is taken only when the exact costs of the two clusters
/// fall. So the result never costs more than what it started from.
pub fn improve(
    set: &TrajectorySet,
    clustering: &Clustering,
    k: usize,
    delta: f64,
    trash: usize,
    passes: usize,
) -> Clustering {
    let mut state = State::new(set, clustering, k, delta, trash);
    for _ in 0..passes {
        let wishes = state.wishes();
        let before = state.cost();
        let budget = &mut (WORK_A_PASS * set.len().max(1));
        let granted = wishes.into_iter().filter(|wish| state.grant(wish, budget)).count();
        if granted == 0 || state.cost() > before * (1.0 - 1e-4) {
            break;
        }
    }
    Clustering::from_groups(&state.groups, set.len())
}

/// Members looked at in a pass, for each trajectory: keeps few large clusters from costing n^2.
const WORK_A_PASS: usize = 400;

struct Wish {
    gain: f64,
    trajectory: u32,
    to: u32,
}

struct State<'a> {
    set: &'a TrajectorySet,
    k: usize,
    delta: f64,
    most_trash: usize,
    groups: Vec<Vec<u32>>,
    costs: Vec<f64>,
    places: Vec<Vec<[f32; 2]>>,
    /// The cluster of each trajectory.
    at: Vec<u32>,
    trash: Vec<u32>,
}

impl<'a> State<'a> {
    fn new(set: &'a TrajectorySet, clustering: &Clustering, k: usize, delta: f64, most_trash: usize) -> Self {
        let groups = clustering.groups();
        let at = clustering.clusters().to_vec();
        let trash: Vec<u32> = (0..set.len() as u32).filter(|&t| at[t as usize] == TRASH).collect();
        let costs = groups.par_iter().map(|members| group_cost(set, members, delta)).collect();
        let places = groups.par_iter().map(|members| place(set, members)).collect();
        let most_trash = most_trash.max(trash.len());
        Self { set, k, delta, most_trash, groups, costs, places, at, trash }
    }

    fn cost(&self) -> f64 {
        self.costs.iter().sum()
    }

    /// For each trajectory the best other cluster, where there is a better one; best gain first.
    fn wishes(&self) -> Vec<Wish> {
        let planes: Vec<[Vec<f32>; 2]> = (0..self.set.planes().len())
            .map(|plane| [0, 1].map(|axis| self.places.iter().map(|place| place[plane][axis]).collect()))
            .collect();
        let ranges: Vec<std::ops::Range<usize>> = self.clusters_by_center();
        let wish = |(center, trajectory): (usize, u32)| {
            let range = ranges[center].clone();
            let mut costs = vec![0.0; range.len()];
            for (plane, [x, y]) in planes.iter().enumerate() {
                let [own_x, own_y] =
                    self.set.planes()[plane].each_ref().map(|axis| axis[trajectory as usize]);
                add_shifts(
                    &mut costs,
                    &x[range.clone()],
                    &y[range.clone()],
                    [own_x, own_y],
                    self.radius(plane),
                );
            }
            let own = self.at[trajectory as usize];
            let now = if own == TRASH { 0.0 } else { costs[own as usize - range.start] };
            let others = (0..costs.len()).filter(|&cluster| (cluster + range.start) as u32 != own);
            let best = others.min_by(|&a, &b| costs[a].total_cmp(&costs[b]));
            let gain = best.map(|best| f64::from(now - costs[best]));
            let to_other = best.zip(gain).filter(|(_, gain)| *gain > 0.0);
            to_other.map(|(best, gain)| Wish { gain, trajectory, to: (best + range.start) as u32 })
        };
        let all: Vec<(usize, u32)> = self
            .set
            .centers()
            .iter()
            .enumerate()
            .flat_map(|(center, range)| range.clone().map(move |trajectory| (center, trajectory as u32)))
            .collect();
        let mut wishes: Vec<Wish> = all.into_par_iter().filter_map(wish).collect();
        if self.most_trash > 0 {
            wishes.extend(self.wishes_for_trash());
        }
        wishes.sort_by(|a, b| b.gain.total_cmp(&a.gain).then(a.trajectory.cmp(&b.trajectory)));
        wishes
    }

    /// Those whose own shift is among the largest would rather not be published.
    fn wishes_for_trash(&self) -> Vec<Wish> {
        let published =
            (0..self.set.len() as u32).filter(|&trajectory| self.at[trajectory as usize] != TRASH);
        let mut wishes: Vec<Wish> = published
            .map(|trajectory| Wish {
                gain: self.shift_to(trajectory, self.at[trajectory as usize]),
                trajectory,
                to: TRASH,
            })
            .collect();
        wishes.sort_by(|a, b| b.gain.total_cmp(&a.gain).then(a.trajectory.cmp(&b.trajectory)));
        wishes.truncate(2 * self.most_trash);
        wishes
    }

    /// Clusters of one data centre have consecutive numbers, because they are numbered by member.
    fn clusters_by_center(&self) -> Vec<std::ops::Range<usize>> {
        let smallest: Vec<usize> =
            self.groups.iter().map(|members| members.first().map_or(0, |&m| m as usize)).collect();
        let of = |range: &std::ops::Range<usize>| {
            let within = |&cluster: &usize| range.contains(&smallest[cluster]);
            let first = (0..smallest.len()).find(within).unwrap_or(0);
            first..first + (0..smallest.len()).filter(within).count()
        };
        self.set.centers().iter().map(of).collect()
    }

    fn radius(&self, plane: usize) -> f32 {
        if plane < self.set.instants() { (self.delta / 2.0) as f32 } else { 0.0 }
    }

    /// What a trajectory would be moved around the means of a cluster; nothing in the trash.
    fn shift_to(&self, trajectory: u32, cluster: u32) -> f64 {
        if cluster == TRASH {
            return 0.0;
        }
        let mut total = 0.0;
        for (plane, centre) in self.places[cluster as usize].iter().enumerate() {
            let [x, y] = self.set.planes()[plane].each_ref().map(|axis| axis[trajectory as usize]);
            let distance = ((x - centre[0]).powi(2) + (y - centre[1]).powi(2)).sqrt();
            total += (distance - self.radius(plane)).max(0.0);
        }
        f64::from(total)
    }

    /// Tries one wish; says whether it was granted.
    fn grant(&mut self, wish: &Wish, budget: &mut usize) -> bool {
        let (from, to) = (self.at[wish.trajectory as usize], wish.to);
        if from == to {
            return false;
        }
        let work = 3 * (self.size(from) + self.size(to));
        if *budget < work {
            return false;
        }
        *budget -= work;
        let may_leave = from == TRASH || self.size(from) > self.k;
        let may_enter = to != TRASH || self.trash.len() < self.most_trash;
        if may_leave && may_enter && self.exchange(wish.trajectory, None, from, to) {
            return true;
        }
        let partner = self
            .members(to)
            .iter()
            .map(|&other| (self.shift_to(other, from) - self.shift_to(other, to), other));
        let best = partner.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        best.is_some_and(|(_, other)| self.exchange(wish.trajectory, Some(other), from, to))
    }

    fn size(&self, cluster: u32) -> usize {
        self.members(cluster).len()
    }

    fn members(&self, cluster: u32) -> &[u32] {
        if cluster == TRASH { &self.trash } else { &self.groups[cluster as usize] }
    }

    /// Moves `one` over, and `other` back, when that lowers the cost.
    fn exchange(&mut self, one: u32, other: Option<u32>, from: u32, to: u32) -> bool {
        let sides = [(from, Some(one), other), (to, other, Some(one))].map(|(cluster, out, into)| {
            let kept = self.members(cluster).iter().copied().filter(|&member| Some(member) != out);
            (cluster, kept.chain(into).collect::<Vec<u32>>())
        });
        let cost = |(cluster, members): &(u32, Vec<u32>)| match *cluster {
            TRASH => 0.0,
            _ => group_cost(self.set, members, self.delta),
        };
        let after = sides.each_ref().map(cost);
        let before =
            sides.each_ref().map(|(cluster, _)| self.costs.get(*cluster as usize).copied().unwrap_or(0.0));
        // A relative hair, so that rounding alone never makes a step.
        if after[0] + after[1] >= (before[0] + before[1]) * (1.0 - 1e-9) {
            return false;
        }
        self.at[one as usize] = to;
        other.into_iter().for_each(|other| self.at[other as usize] = from);
        for ((cluster, members), cost) in sides.into_iter().zip(after) {
            if cluster == TRASH {
                self.trash = members;
            } else {
                self.places[cluster as usize] = place(self.set, &members);
                self.groups[cluster as usize] = members;
                self.costs[cluster as usize] = cost;
            }
        }
        true
    }
}

/// The means of the members, plane by plane.
fn place(set: &TrajectorySet, members: &[u32]) -> Vec<[f32; 2]> {
    let mut means = vec![[0.0; 2]; set.instants()];
    crate::cost::mean_track(set, members, &mut means);
    means.extend(crate::cost::mean_times(set, members));
    means.into_iter().enumerate().map(|(plane, mean)| set.to_plane(plane, mean)).collect()
}

fn add_shifts(costs: &mut [f32], x: &[f32], y: &[f32], from: [f32; 2], radius: f32) {
    for ((cost, x), y) in costs.iter_mut().zip(x).zip(y) {
        let (dx, dy) = (x - from[0], y - from[1]);
        *cost += ((dx * dx + dy * dy).sqrt() - radius).max(0.0);
    }
}

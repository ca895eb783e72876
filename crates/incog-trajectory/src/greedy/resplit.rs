//! Neighbouring clusters taken apart and put together anew.

use super::Moves;
use crate::box_tree::{BoxTree, PlanePoints, number_of};
use crate::cost::group_cost;
use crate::join::distance;
use crate::objects::Tally;
use crate::{Clustering, ClusteringWatch, TrajectorySet};
use rayon::prelude::*;

/// Neighbours that a cluster is pooled with.
const NEIGHBOURS: usize = 4;

/// Passes of one division.
const PASSES: usize = 4;

/// Divides the members of neighbouring clusters anew where that lowers the total translation
/// distortion, and clusters large enough for two into two: what single moves and swaps do not
/// reach. One round; the clusters are disjoint in what is done, so the gains add up. The result
/// never costs more.
pub(super) fn resplit(
    set: &TrajectorySet,
    clustering: &Clustering,
    moves: Moves,
    watch: &ClusteringWatch<'_>,
) -> Clustering {
    let groups = clustering.groups();
    let costs: Vec<f64> = groups.par_iter().map(|members| group_cost(set, members, moves.delta)).collect();
    let pools = pools(set, &groups, moves);
    let divide = |&(a, b): &(u32, u32)| {
        let sides = if a == b { vec![a] } else { vec![a, b] };
        let pooled: Vec<u32> = sides.iter().flat_map(|&side| groups[side as usize].iter().copied()).collect();
        if pooled.len() < 2 * moves.k || watch.is_over() || !makes_two(set, &pooled, moves.k) {
            return None;
        }
        let now: f64 = sides.iter().map(|&side| costs[side as usize]).sum();
        let mut halves = Pool::new(set, pooled, moves.delta).divide(moves.k);
        settle_objects(set, &mut halves, moves);
        let cost: f64 = halves.iter().map(|half| group_cost(set, half, moves.delta)).sum();
        let holds = halves.iter().all(|half| set.different(half) >= moves.k);
        (holds && cost < now * (1.0 - 1e-9)).then_some(Division {
            gain: now - cost,
            clusters: (a, b),
            halves,
        })
    };
    let mut divisions: Vec<Division> = pools.par_iter().filter_map(divide).collect();
    divisions.sort_by(|a, b| b.gain.total_cmp(&a.gain).then(a.clusters.cmp(&b.clusters)));
    let mut groups = groups;
    let mut touched = vec![false; groups.len()];
    for Division { clusters: (a, b), halves: [first, second], .. } in divisions {
        let (a, b) = (a as usize, b as usize);
        if !touched[a] && !touched[b] {
            (touched[a], touched[b]) = (true, true);
            groups[a] = first;
            if a == b { groups.push(second) } else { groups[b] = second }
        }
    }
    Clustering::from_groups(&groups, set.len())
}

/// Whether some trajectories can be divided into two groups of at least k different objects.
fn makes_two(set: &TrajectorySet, pooled: &[u32], k: usize) -> bool {
    if set.objects() == 0 {
        return pooled.len() >= 2 * k;
    }
    let mut objects: Vec<u32> = pooled.iter().filter_map(|&member| set.object(member)).collect();
    objects.sort_unstable();
    objects.chunk_by(|a, b| a == b).map(|same| same.len().min(2)).sum::<usize>() >= 2 * k
}

/// Moves members over until both groups have k different objects, each time the one whose place in
/// the other group costs least more.
///
/// A group that lacks objects takes one that it does not have, and that the other has twice or can
/// spare. Where there is none, the other has no object twice that this one lacks and no more than
/// k, so this one has an object twice that the other lacks, if there is any way at all
/// ([`makes_two`]): that goes over first.
fn settle_objects(set: &TrajectorySet, halves: &mut [Vec<u32>; 2], moves: Moves) {
    // Each step gives a group an object that it did not have.
    let most = 2 * halves.iter().map(Vec::len).sum::<usize>();
    for _ in 0..if set.objects() == 0 { 0 } else { most } {
        let tallies = [0, 1].map(|side| Tally::with_members(set, halves[side].iter().copied()));
        let Some(poor) = (0..2).find(|&side| tallies[side].different() < moves.k) else { return };
        let rich = 1 - poor;
        let means = [0, 1].map(|side| set.mean_place(&halves[side]));
        let goes = |from: usize, to: usize, may: &dyn Fn(u32) -> bool| {
            let more = |member: u32| {
                let place = set.place(member as usize);
                distance(&means[to], &place) - distance(&means[from], &place)
            };
            let members = halves[from].iter().copied();
            members
                .filter(|&member| !tallies[to].has_object_of(member) && may(member))
                .min_by(|&a, &b| more(a).total_cmp(&more(b)).then(a.cmp(&b)))
        };
        let spared = goes(rich, poor, &|member| {
            tallies[rich].without(member) >= moves.k.min(tallies[rich].different())
        });
        let step = match spared {
            Some(member) => Some((rich, member)),
            None => goes(poor, rich, &|member| tallies[poor].without(member) == tallies[poor].different())
                .map(|member| (poor, member)),
        };
        let Some((from, member)) = step else { return };
        halves[from].retain(|&other| other != member);
        halves[1 - from].push(member);
        halves[1 - from].sort_unstable();
    }
}

/// Two clusters, or one large one twice, and how their members are better divided.
struct Division {
    /// Total translation distortion saved.
    gain: f64,
    clusters: (u32, u32),
    halves: [Vec<u32>; 2],
}

/// Pairs of neighbouring clusters of one data centre, and each large one with itself.
fn pools(set: &TrajectorySet, groups: &[Vec<u32>], moves: Moves) -> Vec<(u32, u32)> {
    let places: Vec<PlanePoints> = groups.par_iter().map(|members| set.mean_place(members)).collect();
    let planes: Vec<[Vec<f32>; 2]> = (0..set.planes().len())
        .map(|plane| [0, 1].map(|axis| places.iter().map(|place| place[plane][axis]).collect()))
        .collect();
    let tree = BoxTree::new(&planes, vec![0.0; planes.len()], 0..groups.len());
    let center = |cluster: u32| {
        let member = groups[cluster as usize].first().map_or(0, |&member| member as usize);
        set.centers().iter().position(|range| range.contains(&member))
    };
    let around = |found: &mut Vec<u64>, cluster: usize| {
        tree.nearest(&places[cluster], NEIGHBOURS + 1, found);
        let cluster = cluster as u32;
        let large = groups[cluster as usize].len() >= 2 * moves.k;
        let others = found
            .iter()
            .map(|&key| number_of(key))
            .filter(|&other| if other == cluster { large } else { center(other) == center(cluster) });
        others.map(|other| (cluster.min(other), cluster.max(other))).collect::<Vec<_>>()
    };
    let mut pools: Vec<(u32, u32)> =
        (0..groups.len()).into_par_iter().map_init(Vec::new, around).flatten_iter().collect();
    pools.par_sort_unstable();
    pools.dedup();
    pools
}

/// Some trajectories with their coordinates side by side.
struct Pool {
    members: Vec<u32>,
    /// By plane: x of all members, y of all members.
    planes: Vec<[Vec<f32>; 2]>,
    radii: Vec<f32>,
}

impl Pool {
    fn new(set: &TrajectorySet, mut members: Vec<u32>, delta: f64) -> Self {
        members.sort_unstable();
        let planes = set
            .planes()
            .iter()
            .map(|axes| axes.each_ref().map(|axis| members.iter().map(|&m| axis[m as usize]).collect()))
            .collect();
        let radii = (0..set.planes().len()).map(|plane| set.radius(plane, delta)).collect();
        Self { members, planes, radii }
    }

    /// The best division into two groups of at least `least`, starting once from each member and
    /// the one farthest from it.
    fn divide(&self, least: usize) -> [Vec<u32>; 2] {
        let mut columns = [vec![0.0; self.members.len()], vec![0.0; self.members.len()]];
        let mut starts: Vec<(usize, usize)> = Vec::new();
        for first in 0..self.members.len() {
            self.shifts(&self.place(first), &mut columns[0]);
            let farthest = |&a: &usize, &b: &usize| columns[0][a].total_cmp(&columns[0][b]).then(b.cmp(&a));
            let second = (0..self.members.len()).max_by(farthest).unwrap_or(first);
            starts.push((first.min(second), first.max(second)));
        }
        starts.sort_unstable();
        starts.dedup();
        let mut best = (f32::INFINITY, Vec::new());
        for (first, second) in starts {
            let found = self.settle([self.place(first), self.place(second)], least, &mut columns);
            if found.0 < best.0 {
                best = found;
            }
        }
        let side = |wanted: bool| {
            let of_side = self.members.iter().zip(&best.1).filter(|(_, side)| **side == wanted);
            of_side.map(|(&member, _)| member).collect()
        };
        [side(true), side(false)]
    }

    /// Members by side, and the cost around the sides' means.
    fn settle(
        &self,
        mut means: [PlanePoints; 2],
        least: usize,
        columns: &mut [Vec<f32>; 2],
    ) -> (f32, Vec<bool>) {
        let mut sides: Vec<bool> = Vec::new();
        for _ in 0..PASSES {
            means.iter().zip(columns.iter_mut()).for_each(|(mean, column)| self.shifts(mean, column));
            let next = self.sides(columns, least);
            if next == sides {
                break;
            }
            means = [true, false].map(|side| self.mean(&next, side));
            sides = next;
        }
        means.iter().zip(columns.iter_mut()).for_each(|(mean, column)| self.shifts(mean, column));
        let cost = |(at, &first): (usize, &bool)| columns[usize::from(!first)][at];
        (sides.iter().enumerate().map(cost).sum(), sides)
    }

    /// Who is on the first side: the cheaper one, and as many as are missing on the other.
    fn sides(&self, columns: &[Vec<f32>; 2], least: usize) -> Vec<bool> {
        let more = |at: usize| columns[0][at] - columns[1][at];
        let mut order: Vec<usize> = (0..self.members.len()).collect();
        order.sort_unstable_by(|&a, &b| more(a).total_cmp(&more(b)).then(a.cmp(&b)));
        let cheaper = order.partition_point(|&at| more(at) < 0.0);
        let count = cheaper.clamp(least, (self.members.len() - least).max(least));
        let mut first = vec![false; self.members.len()];
        order.iter().take(count).for_each(|&at| first[at] = true);
        first
    }

    fn place(&self, at: usize) -> PlanePoints {
        self.planes.iter().map(|[x, y]| [x[at], y[at]]).collect()
    }

    fn mean(&self, sides: &[bool], side: bool) -> PlanePoints {
        let count = sides.iter().filter(|&&own| own == side).count().max(1) as f32;
        let mean = |axis: &Vec<f32>| {
            axis.iter().zip(sides).map(|(&v, &own)| if own == side { v } else { 0.0 }).sum::<f32>() / count
        };
        self.planes.iter().map(|axes| axes.each_ref().map(mean)).collect()
    }

    fn shifts(&self, from: &PlanePoints, column: &mut [f32]) {
        column.fill(0.0);
        for (([x, y], from), radius) in self.planes.iter().zip(from).zip(&self.radii) {
            for ((shift, x), y) in column.iter_mut().zip(x).zip(y) {
                let (dx, dy) = (x - from[0], y - from[1]);
                *shift += ((dx * dx + dy * dy).sqrt() - radius).max(0.0);
            }
        }
    }
}

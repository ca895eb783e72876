//! Local moves of members between clusters.

use super::exact_cost::{Trial, cost_of};
use crate::box_tree::{BoxTree, PlanePoints, distance_of, number_of};
use crate::objects::Tally;
use crate::{Clustering, ClusteringWatch, TRASH, TrajectorySet};
use rayon::prelude::*;
use std::ops::Range;

/// What local moves have to respect.
#[derive(Debug, Clone, Copy)]
pub struct Moves {
    /// Fewest different objects of a cluster.
    pub k: usize,
    /// Members of a cluster are within this many metres of each other at every instant.
    pub delta: f64,
    /// Trajectories that may be left out.
    pub trash: usize,
    /// Passes at most.
    pub passes: usize,
}

/// Moves and swaps members between clusters of one data centre, and between clusters and the trash,
/// as long as that lowers the total translation distortion. Every cluster keeps at least k
/// different objects, and there is never more trash than before or `trash`.
///
/// A pass looks for each trajectory at the clusters around whose means it would be moved least
/// (found in a tree of boxes around the means), and tries these wishes by promised gain; a step is
/// taken only when the exact costs of the two clusters fall. So the result never costs more than
/// what it started from.
pub fn improve(
    set: &TrajectorySet,
    clustering: &Clustering,
    moves: Moves,
    watch: &ClusteringWatch<'_>,
) -> Clustering {
    let mut state = State::new(set, clustering, moves);
    for _ in 0..moves.passes {
        if watch.is_over() {
            break;
        }
        let before = state.cost();
        if state.pass(watch) == 0 || state.cost() > before * (1.0 - 1e-4) {
            break;
        }
    }
    Clustering::from_groups(&state.groups, set.len())
}

/// Members looked at in a pass, for each trajectory: keeps few large clusters from costing n^2.
const WORK_A_PASS: usize = 400;

/// Clusters a trajectory may wish to move to.
const WISHES: usize = 3;

struct Wish {
    gain: f32,
    trajectory: u32,
    to: u32,
}

struct State<'a> {
    set: &'a TrajectorySet,
    moves: Moves,
    most_trash: usize,
    groups: Vec<Vec<u32>>,
    costs: Vec<f64>,
    /// The cluster of each trajectory.
    at: Vec<u32>,
    trash: Vec<u32>,
    trial: Trial,
}

impl<'a> State<'a> {
    fn new(set: &'a TrajectorySet, clustering: &Clustering, moves: Moves) -> Self {
        let groups = clustering.groups();
        let at = clustering.clusters().to_vec();
        let trash: Vec<u32> = (0..set.len() as u32).filter(|&t| at[t as usize] == TRASH).collect();
        let costs = groups.par_iter().map(|members| cost_of(set, members, moves.delta)).collect();
        let most_trash = moves.trash.max(trash.len());
        Self { set, moves, most_trash, groups, costs, at, trash, trial: Trial::new(set, moves.delta) }
    }

    fn cost(&self) -> f64 {
        self.costs.iter().sum()
    }

    /// One pass; how many wishes were granted.
    fn pass(&mut self, watch: &ClusteringWatch<'_>) -> usize {
        let wishes = self.wishes();
        let mut budget = WORK_A_PASS * self.set.len().max(1);
        let mut moved = vec![false; self.set.len()];
        let mut granted = 0;
        for (number, wish) in wishes.iter().enumerate() {
            if number % 1024 == 0 && watch.is_over() {
                break;
            }
            if !moved[wish.trajectory as usize] && self.grant(wish, &mut budget) {
                moved[wish.trajectory as usize] = true;
                granted += 1;
            }
        }
        granted
    }

    /// For each trajectory the best other clusters, where there are better ones; best gain first.
    fn wishes(&self) -> Vec<Wish> {
        let set = self.set;
        let places: Vec<PlanePoints> =
            self.groups.par_iter().map(|members| set.mean_place(members)).collect();
        let planes: Vec<[Vec<f32>; 2]> = (0..set.planes().len())
            .map(|plane| [0, 1].map(|axis| places.iter().map(|place| place[plane][axis]).collect()))
            .collect();
        let radii: Vec<f32> = (0..planes.len()).map(|plane| set.radius(plane, self.moves.delta)).collect();
        let tree = |range| BoxTree::new(&planes, radii.clone(), range);
        let trees: Vec<BoxTree> = self.clusters_by_center().into_iter().map(tree).collect();
        let centers = set.centers().iter().zip(&trees);
        let mut wishes: Vec<Wish> = centers
            .flat_map(|(range, tree)| {
                let wish = |found: &mut Vec<u64>, trajectory: usize| {
                    self.wishes_of(trajectory as u32, tree, &places, &radii, found)
                };
                let wishes = range.clone().into_par_iter().map_init(Vec::new, wish);
                wishes.flatten_iter().collect::<Vec<Wish>>()
            })
            .collect();
        if self.most_trash > 0 {
            wishes.extend(self.wishes_for_trash(&places, &radii));
        }
        wishes.par_sort_unstable_by(|a, b| {
            b.gain.total_cmp(&a.gain).then(a.trajectory.cmp(&b.trajectory)).then(a.to.cmp(&b.to))
        });
        wishes
    }

    fn wishes_of(
        &self,
        trajectory: u32,
        tree: &BoxTree,
        places: &[PlanePoints],
        radii: &[f32],
        found: &mut Vec<u64>,
    ) -> Vec<Wish> {
        let place = self.set.place(trajectory as usize);
        let own = self.at[trajectory as usize];
        // Without it, its cluster's mean would be farther away, and with it, the other's nearer.
        let now = if own == TRASH {
            0.0
        } else {
            let size = self.groups[own as usize].len() as f32;
            distance(&place, &places[own as usize], radii) * size / (size - 1.0).max(1.0)
        };
        tree.nearest(&place, WISHES + 1, found);
        let others = found.iter().filter(|&&key| number_of(key) != own).take(WISHES);
        let wish = |&key: &u64| {
            let to = number_of(key);
            let size = self.groups[to as usize].len() as f32;
            Wish { gain: now - distance_of(key) * size / (size + 1.0), trajectory, to }
        };
        others.map(wish).filter(|wish| wish.gain > 0.0).collect()
    }

    /// Those whose own shift is among the largest would rather not be published.
    fn wishes_for_trash(&self, places: &[PlanePoints], radii: &[f32]) -> Vec<Wish> {
        let published =
            (0..self.set.len() as u32).filter(|&trajectory| self.at[trajectory as usize] != TRASH);
        let mut wishes: Vec<Wish> = published
            .map(|trajectory| {
                let own = &places[self.at[trajectory as usize] as usize];
                let gain = distance(&self.set.place(trajectory as usize), own, radii);
                Wish { gain, trajectory, to: TRASH }
            })
            .collect();
        wishes.sort_by(|a, b| b.gain.total_cmp(&a.gain).then(a.trajectory.cmp(&b.trajectory)));
        wishes.truncate(2 * self.most_trash);
        wishes
    }

    /// Clusters of one data centre have consecutive numbers, because they are numbered by member.
    fn clusters_by_center(&self) -> Vec<Range<usize>> {
        let mut first = 0;
        let clusters = |range: &Range<usize>| {
            let of_this = |members: &&Vec<u32>| members.iter().all(|&m| range.contains(&(m as usize)));
            let count = self.groups[first..].iter().take_while(of_this).count();
            first += count;
            first - count..first
        };
        self.set.centers().iter().map(clusters).collect()
    }

    /// Tries one wish; says whether it was granted.
    fn grant(&mut self, wish: &Wish, budget: &mut usize) -> bool {
        let (from, to) = (self.at[wish.trajectory as usize], wish.to);
        if from == to {
            return false;
        }
        let work = 3 * (self.members(from).len() + self.members(to).len());
        if *budget < work {
            return false;
        }
        *budget -= work;
        let may_leave = from == TRASH || self.may_spare(from, wish.trajectory);
        let may_enter = to != TRASH || self.trash.len() < self.most_trash;
        if may_leave && may_enter && self.exchange(wish.trajectory, None, from, to) {
            return true;
        }
        let partner = self.partner(wish.trajectory, from, to);
        partner.is_some_and(|other| self.exchange(wish.trajectory, Some(other), from, to))
    }

    /// Whether a cluster keeps k different objects without one of its members.
    fn may_spare(&self, cluster: u32, gone: u32) -> bool {
        let members = self.members(cluster);
        match self.set.object(gone) {
            None => members.len() > self.moves.k,
            Some(_) => Tally::with_members(self.set, members.iter().copied()).without(gone) >= self.moves.k,
        }
    }

    /// The member of `to` that gains most by taking the place of `trajectory` in `from`, of those
    /// with whom both clusters keep k different objects.
    fn partner(&mut self, trajectory: u32, from: u32, to: u32) -> Option<u32> {
        let members = |cluster: u32| match cluster {
            TRASH => None,
            _ => Some(self.groups[cluster as usize].as_slice()),
        };
        self.trial.compare(self.set, members(from).map(|all| (all, trajectory)), members(to));
        let all = if to == TRASH { &self.trash } else { &self.groups[to as usize] };
        // The trash holds trajectories of all data centres.
        let center = self.set.center(trajectory);
        let exchange = self.object_exchange(trajectory, from, to);
        let best = all
            .iter()
            .filter(|&&other| center.contains(&(other as usize)) && exchange.allows(other))
            .map(|&other: &u32| (self.trial.preference(self.set, other), other))
            .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        best.map(|(_, other)| other)
    }

    fn object_exchange(&self, trajectory: u32, from: u32, to: u32) -> ObjectExchange<'a> {
        if self.set.object(trajectory).is_none() {
            return ObjectExchange { k: self.moves.k, left: None, entered: None };
        }
        let tally = |cluster: u32| {
            (cluster != TRASH).then(|| Tally::with_members(self.set, self.members(cluster).iter().copied()))
        };
        let (mut left, mut entered) = (tally(from), tally(to));
        left.iter_mut().for_each(|left| left.remove(trajectory));
        entered.iter_mut().for_each(|entered| entered.add(trajectory));
        ObjectExchange { k: self.moves.k, left, entered }
    }

    fn members(&self, cluster: u32) -> &[u32] {
        if cluster == TRASH { &self.trash } else { &self.groups[cluster as usize] }
    }

    /// Moves `one` over, and `other` back, when that lowers the cost.
    fn exchange(&mut self, one: u32, other: Option<u32>, from: u32, to: u32) -> bool {
        let mut cost = |cluster: u32, out: Option<u32>, into: Option<u32>| match cluster {
            TRASH => 0.0,
            _ => self.trial.cost(self.set, &self.groups[cluster as usize], out, into),
        };
        let after = [cost(from, Some(one), other), cost(to, other, Some(one))];
        let before = [from, to].map(|cluster| self.costs.get(cluster as usize).copied().unwrap_or(0.0));
        // A relative hair, so that rounding alone never makes a step.
        if after[0] + after[1] >= (before[0] + before[1]) * (1.0 - 1e-9) {
            return false;
        }
        for (cluster, out, into, cost) in
            [(from, Some(one), other, after[0]), (to, other, Some(one), after[1])]
        {
            let members = if cluster == TRASH { &mut self.trash } else { &mut self.groups[cluster as usize] };
            members.retain(|&member| Some(member) != out);
            members.extend(into);
            if cluster != TRASH {
                self.costs[cluster as usize] = cost;
            }
            into.into_iter().for_each(|member| self.at[member as usize] = cluster);
        }
        true
    }
}

/// The different objects of two clusters after a trajectory went from the first to the second, for
/// choosing who comes back; `None` for the trash, and where every trajectory has its own object.
struct ObjectExchange<'a> {
    k: usize,
    left: Option<Tally<'a>>,
    entered: Option<Tally<'a>>,
}

impl ObjectExchange<'_> {
    fn allows(&self, back: u32) -> bool {
        let keeps = |left: &Tally<'_>| left.different() + usize::from(!left.has_object_of(back)) >= self.k;
        self.left.as_ref().is_none_or(keeps)
            && self.entered.as_ref().is_none_or(|entered| entered.without(back) >= self.k)
    }
}

/// What a trajectory would be moved around the means of a cluster.
fn distance(place: &PlanePoints, mean: &PlanePoints, radii: &[f32]) -> f32 {
    let shift = |((a, b), radius): ((&[f32; 2], &[f32; 2]), &f32)| {
        let (dx, dy) = (a[0] - b[0], a[1] - b[1]);
        ((dx * dx + dy * dy).sqrt() - radius).max(0.0)
    };
    place.iter().zip(mean).zip(radii).map(shift).sum()
}

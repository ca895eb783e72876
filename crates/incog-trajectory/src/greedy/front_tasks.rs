//! What a search for the front does side by side.

use super::free_set::FreeSet;
use super::large_clusters::{Bounds, Settled, settle};
use super::{Moves, improve, mdav, refine};
use crate::box_tree::PlanePoints;
use crate::{Clustering, ClusteringWatch, TrajectorySet, total_cost};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::Range;

/// What a search for the front is asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FrontSettings {
    pub k: usize,
    pub delta: f64,
    /// Passes of local moves of the smallest clusters.
    pub passes: usize,
    /// Bytes for costs.
    pub memory: usize,
}

/// Passes of one settling.
pub(super) const PASSES: usize = 10;

/// Sizes for which few clusters are settled on one rung.
pub(super) const LEVELS: u64 = 4;

/// Whether a swap takes a cluster away, and whether it adds one.
const SWAPS: [(bool, bool); 4] = [(true, true), (true, true), (false, true), (true, false)];

/// Clusters of about a size, in different objects.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rung {
    /// How many of them.
    pub clusters: usize,
    /// Equal shares.
    pub size: usize,
    /// The smallest size worth settling for, above the next rung's equal shares.
    pub floor: usize,
}

/// The clusterings that a task made, with their losses, and how many evaluations that took; an
/// evaluation gives every trajectory a cluster.
pub(super) type ScoredClusterings = (Vec<(Clustering, [f64; 2])>, u64);

/// The tasks of one search; each can run by itself.
#[derive(Clone, Copy)]
pub(super) struct Tasks<'a> {
    pub set: &'a TrajectorySet,
    pub asked: FrontSettings,
    pub watch: &'a ClusteringWatch<'a>,
}

impl Tasks<'_> {
    /// The most different objects that each of `clusters` clusters of every data centre can have.
    pub fn size_of(&self, clusters: usize) -> usize {
        let centers = self.set.centers().iter();
        centers.map(|center| self.set.most_objects(center, clusters)).min().unwrap_or(0)
    }

    /// The most clusters of at least `size` different objects that every data centre can have.
    pub fn most_clusters(&self, size: usize) -> usize {
        let centers = self.set.centers().iter();
        centers.map(|center| self.set.most_clusters(center, size)).min().unwrap_or(0)
    }

    /// MDAV's clusters, settled for sizes from equal shares down to those of the next rung.
    /// Clusters hardly larger than k, and those that would need too much memory, are improved by
    /// local moves.
    pub fn rung(&self, rung: &Rung, allowed: u64) -> ScoredClusterings {
        let FrontSettings { k, delta, passes, memory } = self.asked;
        let size = rung.size;
        let clusters = match self.set.objects() {
            0 => self.set.len() / size,
            _ => rung.clusters * self.set.centers().len(),
        };
        let columns = clusters * self.set.len() * size_of::<f32>();
        if size < 2 * k || columns > memory {
            let moves = Moves { k: rung.floor, delta, trash: 0, passes };
            let better = |start: Clustering| match rung.floor == k {
                true => refine(self.set, start, moves, self.watch),
                false => improve(self.set, &start, moves, self.watch),
            };
            let found = mdav(self.set, size, self.watch).ok().map(better);
            return (found.into_iter().map(|clustering| self.scored(clustering)).collect(), 1);
        }
        let levels = if clusters <= 12 { LEVELS as usize } else { 2 };
        let mut means = self.start(rung);
        let (mut found, mut spent) = (Vec::new(), 0);
        for level in 0..levels {
            let least = size - (size - rung.floor) * level / (levels - 1);
            let left = allowed - spent;
            if left == 0 || (level > 0 && self.watch.is_over()) {
                break;
            }
            let (clustering, settled) = self.settle(least, means, PASSES.min(left as usize));
            spent += settled.iter().map(|settled| settled.passes).max().unwrap_or(0);
            means = settled.into_iter().map(|settled| settled.means).collect();
            found.push(self.scored(clustering));
        }
        (found, spent)
    }

    /// Means of MDAV's clusters of about as many trajectories each as a rung has, by data centre.
    fn start(&self, rung: &Rung) -> Vec<Vec<PlanePoints>> {
        let start = |range: &Range<usize>| {
            let free = FreeSet::of_trajectories(self.set, range.clone());
            let size = if self.set.objects() == 0 { rung.size } else { range.len() / rung.clusters };
            let groups = super::mdav::groups(self.set, free, size, self.watch);
            groups.iter().map(|members| self.set.mean_place(members)).collect()
        };
        self.set.centers().iter().map(start).collect()
    }

    /// Settles every data centre.
    fn settle(
        &self,
        least: usize,
        means: Vec<Vec<PlanePoints>>,
        passes: usize,
    ) -> (Clustering, Vec<Settled>) {
        let delta = self.asked.delta;
        let centers = self.set.centers().iter().zip(means);
        let settled: Vec<Settled> = centers
            .map(|(range, means)| {
                let bounds = Bounds { range: range.clone(), least, delta };
                settle(self.set, &bounds, means, passes, self.watch)
            })
            .collect();
        let (mut labels, mut first) = (vec![0; self.set.len()], 0);
        for (range, settled) in self.set.centers().iter().zip(&settled) {
            for (label, group) in labels[range.clone()].iter_mut().zip(&settled.groups) {
                *label = first + group;
            }
            first += settled.means.len() as u32;
        }
        (Clustering::new(labels), settled)
    }

    pub fn scored(&self, clustering: Clustering) -> (Clustering, [f64; 2]) {
        let losses = losses(self.set, &clustering, self.asked.delta);
        (clustering, losses)
    }

    /// A random swap of a compromise of the front, settled again.
    pub fn swapped(
        &self,
        front: &[(usize, &Clustering)],
        allowed: u64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> ScoredClusterings {
        // Half to a twentieth of all: where most of the volume is.
        let share = rng.random_range(0.05..0.5);
        let most = self.size_of(1);
        let least = ((most as f64 * share) as usize).max(self.asked.k).min(most);
        let Some((_, base)) = front.iter().find(|(privacy, _)| *privacy >= least) else {
            return (Vec::new(), 1);
        };
        let mut means: Vec<Vec<PlanePoints>> = vec![Vec::new(); self.set.centers().len()];
        for members in base.groups() {
            let holds = |range: &Range<usize>| range.contains(&(members[0] as usize));
            let center = self.set.centers().iter().position(holds).unwrap_or(0);
            means[center].push(self.set.mean_place(&members));
        }
        for (range, means) in self.set.centers().iter().zip(&mut means) {
            let (lose, gain) = SWAPS[rng.random_range(0..SWAPS.len())];
            if lose && means.len() > 1 {
                means.swap_remove(rng.random_range(0..means.len()));
            }
            if gain && means.len() < self.set.most_clusters(range, least) {
                means.push(self.set.place(rng.random_range(range.clone())));
            }
        }
        let (clustering, settled) = self.settle(least, means, PASSES.min(allowed as usize));
        let spent = settled.iter().map(|settled| settled.passes).max().unwrap_or(1);
        (vec![self.scored(clustering)], spent)
    }
}

fn losses(set: &TrajectorySet, clustering: &Clustering, delta: f64) -> [f64; 2] {
    [-(set.privacy_degree(clustering) as f64), total_cost(set, clustering, delta)]
}

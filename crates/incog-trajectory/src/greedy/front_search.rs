//! Clusterings for all privacy degrees.

use super::free_set::FreeSet;
use super::settle::{Bounds, Settled, settle};
use super::{GreedyError, Moves, improve, mdav, refine};
use crate::box_tree::Place;
use crate::evolutionary::Layout;
use crate::{Clustering, TrajectorySet, Watch, total_cost};
use incog_search::Budget;
use incog_search::pareto::Archive;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use std::ops::Range;

/// What a search for the front is asked.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Asked {
    pub k: usize,
    pub delta: f64,
    /// Passes of local moves of the smallest clusters.
    pub passes: usize,
    /// Bytes for costs.
    pub memory: usize,
}

/// Tasks that run side by side: a fixed number, so that the result depends on no number of threads.
const BATCH: usize = 8;

/// Passes of one settling.
const PASSES: usize = 10;

/// Sizes for which few clusters are settled on one rung.
const LEVELS: u64 = 4;

/// Whether a swap takes a cluster away, and whether it adds one.
const SWAPS: [(bool, bool); 4] = [(true, true), (true, true), (false, true), (true, false)];

/// Clusters of about a size.
#[derive(Debug, Clone, Copy)]
struct Rung {
    /// Equal shares.
    size: usize,
    /// The smallest size worth settling for, above the next rung's equal shares.
    floor: usize,
}

/// A search for compromises from one cluster to clusters of k, in clusterings instead of genes.
pub(crate) struct FrontSearch<'a> {
    set: &'a TrajectorySet,
    asked: Asked,
    watch: &'a Watch<'a>,
    /// Trajectories of the smallest data centre.
    smallest: usize,
    evaluations: u64,
    most_evaluations: u64,
    archive: Archive<Clustering, 2>,
    /// After each batch: evaluations, and the losses of the front.
    pub convergence: Vec<(u64, Vec<[f64; 2]>)>,
}

/// What a task found and how many evaluations that took; an evaluation gives every trajectory a cluster.
type Found = (Vec<(Clustering, [f64; 2])>, u64);

impl<'a> FrontSearch<'a> {
    pub fn new(
        set: &'a TrajectorySet,
        asked: Asked,
        budget: Budget<'_>,
        watch: &'a Watch<'a>,
    ) -> Result<Self, GreedyError> {
        Layout::new(set, asked.k)?;
        let mut search = Self {
            set,
            asked,
            watch,
            smallest: set.centers().iter().map(ExactSizeIterator::len).min().unwrap_or(0),
            evaluations: 0,
            most_evaluations: budget.evaluations.unwrap_or(u64::MAX),
            archive: Archive::default(),
            convergence: Vec::new(),
        };
        let coarsest = Clustering::coarsest(set);
        let losses = losses(set, &coarsest, asked.delta);
        search.archive.insert(&coarsest, losses);
        Ok(search)
    }

    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    pub fn into_clusterings(self) -> Vec<Clustering> {
        self.archive.into_sorted().into_iter().map(|(clustering, _)| clustering).collect()
    }

    fn is_over(&self) -> bool {
        self.evaluations >= self.most_evaluations || self.watch.is_over()
    }

    /// What each task of a batch may spend, so that all together never spend more than is left.
    fn allowances(&self, tasks: usize, most: u64) -> Vec<u64> {
        let mut left = self.most_evaluations.saturating_sub(self.evaluations);
        let allow = |_| {
            let allowed = most.min(left);
            left -= allowed;
            allowed
        };
        (0..tasks).map(allow).filter(|&allowed| allowed > 0).collect()
    }

    /// Clusters of k first, then a rung for each of many numbers of clusters, few first, because a front of
    /// few large clusters has the most volume.
    pub fn climb(&mut self) {
        let most = (self.smallest / self.asked.k.max(1)).max(1);
        let mut rungs: Vec<Rung> = Vec::new();
        for (clusters, next) in rungs_up_to(most).windows(2).map(|pair| (pair[0], pair[1])) {
            let size = self.smallest / clusters;
            rungs.push(Rung { size, floor: (self.smallest / next + 1).clamp(self.asked.k, size) });
        }
        let last = self.smallest / most;
        rungs.insert(0, Rung { size: last, floor: self.asked.k.min(last) });
        let mut next = 0;
        while next < rungs.len() && !self.is_over() {
            let batch = &rungs[next..rungs.len().min(next + BATCH)];
            let allowed = self.allowances(batch.len(), LEVELS * PASSES as u64);
            let tasks: Vec<(&Rung, u64)> = batch.iter().zip(allowed).collect();
            let found: Vec<Found> =
                tasks.par_iter().map(|(rung, allowed)| self.rung(rung, *allowed)).collect();
            next += tasks.len();
            self.take_in(found);
        }
    }

    /// MDAV's clusters, settled for sizes from equal shares down to those of the next rung. Clusters hardly
    /// larger than k, and those that would need too much memory, are improved by local moves.
    fn rung(&self, rung: &Rung, allowed: u64) -> Found {
        let Asked { k, delta, passes, memory } = self.asked;
        let size = rung.size;
        let columns = self.set.len() / size * self.set.len() * size_of::<f32>();
        if size < 2 * k || columns > memory {
            let moves = Moves { k: rung.floor, delta, trash: 0, passes };
            let better = |start: Clustering| match rung.floor == k {
                true => refine(self.set, start, moves, self.watch),
                false => improve(self.set, &start, moves, self.watch),
            };
            let found = mdav(self.set, size, self.watch).ok().map(better);
            return (found.into_iter().map(|clustering| self.scored(clustering)).collect(), 1);
        }
        let levels = if self.set.len() / size <= 12 { LEVELS as usize } else { 2 };
        let mut means = self.start(size);
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

    /// Means of MDAV's clusters of a size, by data centre.
    fn start(&self, size: usize) -> Vec<Vec<Place>> {
        let start = |range: &Range<usize>| {
            let free = FreeSet::new(self.set, range.clone());
            let groups = super::mdav::groups(self.set, free, size, self.watch);
            groups.iter().map(|members| self.set.mean_place(members)).collect()
        };
        self.set.centers().iter().map(start).collect()
    }

    /// Settles every data centre.
    fn settle(&self, least: usize, means: Vec<Vec<Place>>, passes: usize) -> (Clustering, Vec<Settled>) {
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

    fn scored(&self, clustering: Clustering) -> (Clustering, [f64; 2]) {
        let losses = losses(self.set, &clustering, self.asked.delta);
        (clustering, losses)
    }

    fn take_in(&mut self, found: Vec<Found>) {
        for (clusterings, evaluations) in found {
            self.evaluations += evaluations;
            for (clustering, losses) in clusterings {
                if -losses[0] >= self.asked.k as f64 {
                    self.archive.insert(&clustering, losses);
                }
            }
        }
        let front = self.archive.entries().iter().map(|(_, losses)| *losses).collect();
        self.convergence.push((self.evaluations, front));
    }

    /// Spends what is left of the budget on random swaps (Fraenti 2018, doi:10.1186/s40537-018-0122-y): a
    /// compromise of few clusters loses a cluster, gets one around a random trajectory, or both, and settles
    /// again. Task i draws from a stream of its own. The budget must have an end.
    pub fn swap(&mut self, seed: u64) {
        let mut first = 0;
        while !self.is_over() {
            let front = self.front();
            let allowed = self.allowances(BATCH, PASSES as u64);
            let swapped = |(task, &allowed): (usize, &u64)| {
                let stream = (first + task as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ stream);
                self.swapped(&front, allowed, &mut rng)
            };
            let found: Vec<Found> = allowed.par_iter().enumerate().map(swapped).collect();
            first += BATCH as u64;
            self.take_in(found);
        }
    }

    /// The front, least distortion first.
    fn front(&self) -> Vec<(usize, &Clustering)> {
        let mut front: Vec<(usize, &Clustering)> = self
            .archive
            .entries()
            .iter()
            .map(|(clustering, losses)| (-losses[0] as usize, clustering))
            .collect();
        front.sort_unstable_by_key(|(privacy, _)| *privacy);
        front
    }

    fn swapped(&self, front: &[(usize, &Clustering)], allowed: u64, rng: &mut Xoshiro256PlusPlus) -> Found {
        // Half to a twentieth of all: where most of the volume is.
        let share = rng.random_range(0.05..0.5);
        let least = ((self.smallest as f64 * share) as usize).max(self.asked.k).min(self.smallest);
        let Some((_, base)) = front.iter().find(|(privacy, _)| *privacy >= least) else {
            return (Vec::new(), 1);
        };
        let mut means: Vec<Vec<Place>> = vec![Vec::new(); self.set.centers().len()];
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
            if gain && (means.len() + 1) * least <= range.len() {
                means.push(self.set.place(rng.random_range(range.clone())));
            }
        }
        let (clustering, settled) = self.settle(least, means, PASSES.min(allowed as usize));
        let spent = settled.iter().map(|settled| settled.passes).max().unwrap_or(1);
        (vec![self.scored(clustering)], spent)
    }
}

fn losses(set: &TrajectorySet, clustering: &Clustering, delta: f64) -> [f64; 2] {
    [-(clustering.smallest() as f64), total_cost(set, clustering, delta)]
}

/// Numbers of clusters: all up to 16, then steps of a quarter, and the largest.
fn rungs_up_to(most: usize) -> Vec<usize> {
    let mut rungs: Vec<usize> = (2..=most.min(16)).collect();
    while let Some(&last) = rungs.last()
        && last < most
    {
        rungs.push((last + last / 4).max(last + 1).min(most));
    }
    rungs
}

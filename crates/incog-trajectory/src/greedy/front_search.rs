//! Clusterings for all privacy degrees.

use super::GreedyError;
use super::front_tasks::{FrontSettings, LEVELS, PASSES, Rung, ScoredClusterings, Tasks};
use crate::evolutionary::GenomeLayout;
use crate::task::Limits;
use crate::{Clustering, ClusteringWatch, TrajectorySet};
use incog_search::pareto::Archive;
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

/// Tasks that run side by side: a fixed number, so that the result depends on no number of threads.
const BATCH: usize = 8;

/// A search for compromises from one cluster to clusters of k, in clusterings instead of genes.
pub(crate) struct FrontSearch<'a> {
    tasks: Tasks<'a>,
    evaluations: u64,
    most_evaluations: u64,
    archive: Archive<Clustering, 2>,
    observe: &'a (dyn Fn(u64, Option<u64>) + Sync),
    /// After each batch: evaluations, and the losses of the front.
    pub convergence: Vec<(u64, Vec<[f64; 2]>)>,
}

impl<'a> FrontSearch<'a> {
    pub fn new(
        set: &'a TrajectorySet,
        asked: FrontSettings,
        limits: &Limits<'a>,
        watch: &'a ClusteringWatch<'a>,
    ) -> Result<Self, GreedyError> {
        GenomeLayout::new(set, asked.k)?;
        let tasks = Tasks { set, asked, watch };
        let mut search = Self {
            tasks,
            evaluations: 0,
            most_evaluations: limits.budget.evaluations.unwrap_or(u64::MAX),
            archive: Archive::default(),
            observe: limits.observe,
            convergence: Vec::new(),
        };
        let (coarsest, losses) = tasks.scored(Clustering::coarsest(set));
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
        self.evaluations >= self.most_evaluations || self.tasks.watch.is_over()
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

    /// A rung for each of many numbers of clusters, few first, because a front of few large
    /// clusters has the most volume; beside them, clusters of k.
    pub fn climb(&mut self) {
        let (tasks, k) = (self.tasks, self.tasks.asked.k);
        let most = tasks.most_clusters(k).max(1);
        let rung = |pair: &[usize]| {
            let size = tasks.size_of(pair[0]);
            Rung { clusters: pair[0], size, floor: (tasks.size_of(pair[1]) + 1).clamp(k.min(size), size) }
        };
        let rungs: Vec<Rung> = rungs_up_to(most).windows(2).map(rung).collect();
        let size = tasks.size_of(most);
        let last = Rung { clusters: most, size, floor: k.min(size) };
        let allowed = self.allowances(1, 1);
        self.evaluations += allowed.iter().sum::<u64>();
        let of_k = || allowed.first().map(|&allowed| tasks.rung(&last, allowed));
        let (of_k, ()) = rayon::join(of_k, || self.climb_rungs(&rungs));
        self.evaluations -= allowed.iter().sum::<u64>();
        self.take_in(of_k.into_iter().collect());
    }

    fn climb_rungs(&mut self, rungs: &[Rung]) {
        let (tasks, mut next) = (self.tasks, 0);
        while next < rungs.len() && !self.is_over() {
            let batch = &rungs[next..rungs.len().min(next + BATCH)];
            let allowed = self.allowances(batch.len(), LEVELS * PASSES as u64);
            let batch: Vec<(&Rung, u64)> = batch.iter().zip(allowed).collect();
            let found = batch.par_iter().map(|(rung, allowed)| tasks.rung(rung, *allowed)).collect();
            next += batch.len();
            self.take_in(found);
        }
    }

    fn take_in(&mut self, found: Vec<ScoredClusterings>) {
        for (clusterings, evaluations) in found {
            self.evaluations += evaluations;
            for (clustering, losses) in clusterings {
                if -losses[0] >= self.tasks.asked.k as f64 {
                    self.archive.insert(&clustering, losses);
                }
            }
        }
        (self.observe)(self.evaluations, Some(self.most_evaluations).filter(|&most| most < u64::MAX));
        let front = self.archive.entries().iter().map(|(_, losses)| *losses).collect();
        self.convergence.push((self.evaluations, front));
    }

    /// Spends what is left of `most_evaluations` on random swaps (Fränti 2018,
    /// doi:10.1186/s40537-018-0122-y): a compromise of few clusters loses a cluster, gets one
    /// around a random trajectory, or both, and settles again. Task i draws from a stream of its
    /// own.
    pub fn swap(&mut self, seed: u64, most_evaluations: u64) {
        self.most_evaluations = most_evaluations;
        let (tasks, mut first) = (self.tasks, 0);
        while !self.is_over() {
            let front = self.front();
            let allowed = self.allowances(BATCH, PASSES as u64);
            let swapped = |(task, &allowed): (usize, &u64)| {
                let stream = (first + task as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed ^ stream);
                tasks.swapped(&front, allowed, &mut rng)
            };
            let found: Vec<ScoredClusterings> = allowed.par_iter().enumerate().map(swapped).collect();
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

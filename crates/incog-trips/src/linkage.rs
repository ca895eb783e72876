//! An attack on the release, tried out: who knows a trajectory looks for the nearest published one.

use super::timed::Pair;
use rand::SeedableRng;
use rand::seq::index::sample;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

/// How often an attacker finds the published trajectory that was made of one he knows.
///
/// He knows the whole trajectory as it was sampled, and takes the published one with the least sum of
/// distances over the instants; among equal ones he guesses. With delta = 0 members of a cluster are
/// equal, so his success is at most one in k.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
pub struct LinkageRisk {
    /// Published trajectories that the attack was tried on, drawn at random by the seed of the job.
    pub tried: usize,
    /// Mean chance of finding the right one.
    pub success: f64,
}

/// Trajectories the attack is tried on at most.
const TRIED: usize = 1000;

/// Tries the attack on a release.
pub fn attack(pairs: &[Pair<'_>], seed: u64) -> LinkageRisk {
    let published: Vec<[&[[f64; 2]]; 2]> =
        pairs.iter().filter_map(|(a, b)| Some([a.positions, (*b)?.positions])).collect();
    let tried = published.len().min(TRIED);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut victims = sample(&mut rng, published.len(), tried).into_vec();
    victims.sort_unstable();
    let chances: Vec<f64> = victims.par_iter().map(|&victim| chance(&published, victim)).collect();
    LinkageRisk { tried, success: chances.iter().sum::<f64>() / tried.max(1) as f64 }
}

/// One over the number of nearest published trajectories when the right one is among them, else 0.
fn chance(published: &[[&[[f64; 2]]; 2]], victim: usize) -> f64 {
    let known = published[victim][0];
    let distances: Vec<f64> = published.iter().map(|[_, released]| distance(known, released)).collect();
    let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
    // Equal tracks have equal distances to the last digit: the same sums of the same numbers.
    let nearest = distances.iter().filter(|&&distance| distance <= least).count();
    if distances[victim] <= least { 1.0 / nearest as f64 } else { 0.0 }
}

fn distance(known: &[[f64; 2]], released: &[[f64; 2]]) -> f64 {
    let step = |(a, b): (&[f64; 2], &[f64; 2])| (a[0] - b[0]).hypot(a[1] - b[1]);
    known.iter().zip(released).map(step).sum()
}

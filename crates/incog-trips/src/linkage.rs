//! An attack on the release, tried out: who knows a trajectory looks for the nearest published one.

use super::timed::Pair;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How often an attacker finds whose a published trajectory is.
///
/// He knows a whole trajectory of somebody as it was sampled, and takes the published one with the least sum of
/// distances over the instants; among equal ones he guesses. He succeeds when that was made of a trajectory of the
/// same moving object (of the same trajectory, where trips count). With delta = 0 members of a cluster are equal, so
/// his success is at most the object's share of the cluster: one in k where it has one trajectory there.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkageRisk {
    /// Published trajectories that the attack was tried on: those of objects drawn at random by the seed of the job, at most
    /// a thousand of each object.
    pub tried: usize,
    /// Those objects (trips, where trips count).
    pub objects: usize,
    /// Mean chance of success.
    pub success: f64,
    /// The same if the trajectories were published as they are, without names.
    pub before: f64,
    /// Mean chance, over objects, that at least one guess is right, for an attacker who knows all published trajectories
    /// of the object.
    pub any_trip: f64,
}

/// Trajectories after which no further object is drawn.
const TRIED: usize = 1000;

/// A published trajectory: whose it is, how it was, and how it was published.
#[derive(Clone, Copy)]
struct Published<'a> {
    unit: u32,
    original: &'a [[f64; 2]],
    released: &'a [[f64; 2]],
}

/// Tries the attack on a release; `unit` says what a trajectory counts for.
pub fn attack<'a>(pairs: &[Pair<'a>], unit: impl Fn(usize) -> u32, seed: u64) -> LinkageRisk {
    let of = |(at, (original, released)): (usize, &Pair<'a>)| {
        Some(Published { unit: unit(at), original: original.positions, released: (*released)?.positions })
    };
    let published: Vec<Published<'a>> = pairs.iter().enumerate().filter_map(of).collect();
    let victims = victims(&published, seed);
    let all: Vec<usize> = victims.iter().flatten().copied().collect();
    let chances: Vec<[f64; 2]> = all
        .par_iter()
        .map(|&victim| {
            let released = chance(&published, victim, |one| one.released);
            [released, chance(&published, victim, |one| one.original)]
        })
        .collect();
    let mean = |at: usize| chances.iter().map(|chance| chance[at]).sum::<f64>() / all.len().max(1) as f64;
    let mut rest = chances.iter();
    let misses =
        |trips: &Vec<usize>| rest.by_ref().take(trips.len()).map(|chance| 1.0 - chance[0]).product::<f64>();
    let found: f64 = victims.iter().map(misses).map(|missed| 1.0 - missed).sum();
    LinkageRisk {
        tried: all.len(),
        objects: victims.len(),
        success: mean(0),
        before: mean(1),
        any_trip: found / victims.len().max(1) as f64,
    }
}

/// The published trajectories of each object drawn.
fn victims(published: &[Published<'_>], seed: u64) -> Vec<Vec<usize>> {
    let mut by_unit: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    published.iter().enumerate().for_each(|(at, one)| by_unit.entry(one.unit).or_default().push(at));
    let mut all: Vec<Vec<usize>> = by_unit.into_values().collect();
    all.iter_mut().for_each(|trips| trips.truncate(TRIED));
    // By their places in the set and not by the numbers of the objects, which follow from the order of the input.
    all.sort_unstable();
    all.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed));
    let mut drawn = 0;
    let takes = |trips: &Vec<usize>| {
        let takes = drawn < TRIED;
        drawn += trips.len();
        takes
    };
    let count = all.iter().map(takes).take_while(|&takes| takes).count();
    all.truncate(count);
    all.sort_unstable();
    all
}

/// The share of the victim's object among the nearest tracks.
fn chance<'a>(
    published: &[Published<'a>],
    victim: usize,
    track: impl Fn(&Published<'a>) -> &'a [[f64; 2]],
) -> f64 {
    let known = published[victim].original;
    let distances: Vec<f64> = published.iter().map(|one| distance(known, track(one))).collect();
    let least = distances.iter().copied().fold(f64::INFINITY, f64::min);
    // Equal tracks have equal distances to the last digit: the same sums of the same numbers.
    let nearest = published.iter().zip(&distances).filter(|(_, distance)| **distance <= least);
    let (mut all, mut own) = (0, 0);
    for (one, _) in nearest {
        all += 1;
        own += usize::from(one.unit == published[victim].unit);
    }
    own as f64 / all.max(1) as f64
}

fn distance(known: &[[f64; 2]], released: &[[f64; 2]]) -> f64 {
    let step = |(a, b): (&[f64; 2], &[f64; 2])| (a[0] - b[0]).hypot(a[1] - b[1]);
    known.iter().zip(released).map(step).sum()
}

#[cfg(test)]
mod tests {
    use super::super::timed::Timed;
    use super::*;

    #[test]
    fn trips_of_one_object_do_not_hide_each_other() {
        let tracks: Vec<[[f64; 2]; 1]> = (0..4).map(|at| [[f64::from(at), 0.0]]).collect();
        let middle = [[1.5, 0.0]];
        let timed = |positions| Timed { positions, span: [0.0, 1.0] };
        let pairs: Vec<Pair<'_>> = tracks.iter().map(|track| (timed(track), Some(timed(&middle)))).collect();
        // Object 0 has three of the four equal tracks, object 1 has one.
        let found = attack(&pairs, |at| u32::from(at == 3), 1);
        assert_eq!((found.tried, found.objects, found.before), (4, 2, 1.0));
        assert!((found.success - (3.0 * 0.75 + 0.25) / 4.0).abs() < 1e-12);
        let any = (1.0 - 0.25_f64.powi(3) + 0.25) / 2.0;
        assert!((found.any_trip - any).abs() < 1e-12);
        // Each for itself: one in four.
        let found = attack(&pairs, |at| at as u32, 1);
        assert_eq!((found.success, found.any_trip, found.objects), (0.25, 0.25, 4));
    }
}

//! An attack on the release, tried out: who knows a trajectory looks for the nearest published one.

mod distinct;
mod guess;

use super::timed_track::{Timed, TrackPair};
use distinct::{DistinctTracks, UnitTrack};
use guess::{LinkageShares, METRES_PER_SECOND, TrackKnowledge, guess};
use rand::SeedableRng;
use rand::seq::{SliceRandom, index};
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// How often an attacker finds whose a published trajectory is.
///
/// He knows a whole trajectory of somebody as it was sampled, with its times, and takes the
/// published one with the least sum of distances in space and time over the instants; among equal
/// ones he guesses. He tries several rates at which a second counts as metres, and the figures are
/// those of the rate that finds most. He succeeds when the published one was made of a trajectory
/// of the same moving object (of the same trajectory, where trips count). With delta = 0 members of
/// a cluster are equal, so his success is at most the object's share of the cluster: one in k where
/// it has one trajectory there.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkageRisk {
    /// Published trajectories that the attack was tried on: those of objects drawn at random by the
    /// seed of the job, at most a thousand of each object.
    pub tried: usize,
    /// Those objects (trips, where trips count).
    pub objects: usize,
    /// Mean chance of success.
    pub success: f64,
    /// Metres that a second counts as, at the rate that finds most.
    pub metres_per_second: f64,
    /// Mean chance of success of somebody who knows where the object was at five of the instants,
    /// and when.
    pub five_points: f64,
    /// Mean chance of success if the trajectories were published as they are, without names.
    pub before: f64,
    /// Mean chance, over objects, that at least one guess is right, for an attacker who knows all
    /// published trajectories of the object.
    pub any_trip: f64,
}

/// Trajectories after which no further object is drawn.
const TRIED: usize = 1000;

/// Points that somebody knows who does not know the whole trajectory.
const POINTS: usize = 5;

/// What the attacks on one trajectory come to.
struct Chances {
    whole: LinkageShares,
    points: LinkageShares,
    before: f64,
}

/// Tries the attack on a release; `unit` says what a trajectory counts for.
pub fn attack<'a>(pairs: &[TrackPair<'a>], unit: impl Fn(usize) -> u32, seed: u64) -> LinkageRisk {
    let published: Vec<(usize, Timed<'a>, Timed<'a>)> = pairs
        .iter()
        .enumerate()
        .filter_map(|(at, (original, released))| Some((at, *original, (*released)?)))
        .collect();
    let tracks = |released: bool| {
        let track = |&(at, original, as_released): &(usize, Timed<'a>, Timed<'a>)| UnitTrack {
            unit: unit(at),
            track: if released { as_released } else { original },
        };
        DistinctTracks::new(published.iter().map(track).collect())
    };
    let (originals, released) = (tracks(false), tracks(true));
    let units: Vec<u32> = published.iter().map(|&(at, ..)| unit(at)).collect();
    let victims = victims(&units, seed);
    let all: Vec<usize> = victims.iter().flatten().copied().collect();
    let tried = |&victim: &usize| {
        let original = published[victim].1;
        let guess = |known: &TrackKnowledge<'_>| guess(known, &released, victim);
        Chances {
            whole: guess(&TrackKnowledge::whole(original)),
            points: guess(&TrackKnowledge::of_points(original, &drawn_instants(original, seed, victim))),
            before: originals.share_of_unit(victim),
        }
    };
    let chances: Vec<Chances> = all.par_iter().map(tried).collect();
    summarize(&victims, &chances)
}

/// Lower bounds of what the attack finds.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct LeastLinkage {
    /// Chance of somebody who knows whole trajectories.
    pub success: f64,
    /// Chance of somebody who knows five points.
    pub five_points: f64,
}

/// An honest figure of drawn trajectories is below its bound with at most this chance.
const FALSE_ALARM: f64 = 1e-9;

/// Lower bounds of the chances of success, where it is `unknown` what some published trajectories
/// were made of: those are taken for not found.
///
/// Where all trajectories are published it is known which the attack was tried on. Otherwise the
/// bound of a large release is that of evenly spaced trajectories, less what chance may make of a
/// draw (Hoeffding, 1963).
pub fn least_linkage<'a>(
    pairs: &[TrackPair<'a>],
    unknown: &[Timed<'a>],
    unit: impl Fn(usize) -> u32,
    seed: u64,
) -> LeastLinkage {
    let known: Vec<usize> = (0..pairs.len()).filter(|&at| pairs[at].1.is_some()).collect();
    let published = known.len() + unknown.len();
    let of_known = known.iter().filter_map(|&at| Some(UnitTrack { unit: unit(at), track: pairs[at].1? }));
    let of_nobody = unknown.iter().map(|&track| UnitTrack { unit: u32::MAX, track });
    let released = DistinctTracks::new(of_known.chain(of_nobody).collect());
    let units: Vec<u32> = (0..pairs.len()).map(&unit).collect();
    let drawn = victims(&units, seed);
    let is_drawn = published == pairs.len();
    // Which of the published ones are drawn, and of which the draw is an even sample.
    let tried: Vec<usize> = match is_drawn {
        true => drawn.iter().flatten().copied().collect(),
        false => known.iter().copied().step_by(known.len().div_ceil(TRIED).max(1)).collect(),
    };
    let guessed = |&at: &usize| {
        let victim = known.binary_search(&at).ok()?;
        let known = |track: &TrackKnowledge<'_>| guess(track, &released, victim);
        let points = drawn_instants(pairs[at].0, seed, at);
        Some([
            known(&TrackKnowledge::whole(pairs[at].0)),
            known(&TrackKnowledge::of_points(pairs[at].0, &points)),
        ])
    };
    let found: Vec<[LinkageShares; 2]> = tried.par_iter().filter_map(guessed).collect();
    let of_published = if is_drawn { 1.0 } else { known.len() as f64 / published.max(1) as f64 };
    let mean = |which: usize, rate: usize| {
        let sum: f64 = found.iter().map(|shares| shares[which][rate]).sum();
        of_published * sum / tried.len().max(1) as f64
    };
    let best = |which: usize| (0..METRES_PER_SECOND.len()).map(|rate| mean(which, rate)).fold(0.0, f64::max);
    let is_all = is_drawn || published <= TRIED;
    // Five points are other ones for each number of a trajectory among the published ones.
    let by_chance = [if is_all { 0.0 } else { 2.0 }, if is_drawn { 0.0 } else { 2.0 }]
        .map(|draws| draws * chance_of(tried.len().min(drawn.len())));
    LeastLinkage {
        success: (best(0) - by_chance[0]).max(0.0),
        five_points: (best(1) - by_chance[1]).max(0.0),
    }
}

/// How far the mean of so many shares may lie from what is expected.
fn chance_of(drawn: usize) -> f64 {
    ((1.0 / FALSE_ALARM).ln() / (2.0 * drawn.max(1) as f64)).sqrt()
}

/// The instants that somebody knows, drawn at random.
fn drawn_instants(track: Timed<'_>, seed: u64, victim: usize) -> Vec<usize> {
    let instants = track.positions.len();
    // Other numbers for each victim, whatever the seed.
    let own = seed.rotate_left(32) ^ (victim as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(own);
    let mut drawn = index::sample(&mut random, instants, POINTS.min(instants)).into_vec();
    drawn.sort_unstable();
    drawn
}

fn summarize(victims: &[Vec<usize>], chances: &[Chances]) -> LinkageRisk {
    let mean =
        |of: &dyn Fn(&Chances) -> f64| chances.iter().map(of).sum::<f64>() / chances.len().max(1) as f64;
    let rates = 0..METRES_PER_SECOND.len();
    let whole: Vec<f64> = rates.clone().map(|rate| mean(&|one| one.whole[rate])).collect();
    // The lowest of the rates that find most.
    let best = rates.clone().rev().max_by(|&a, &b| whole[a].total_cmp(&whole[b])).unwrap_or(0);
    let five_points = rates.map(|rate| mean(&|one| one.points[rate])).fold(0.0, f64::max);
    let mut rest = chances.iter();
    let misses = |trips: &Vec<usize>| {
        rest.by_ref().take(trips.len()).map(|chance| 1.0 - chance.whole[best]).product::<f64>()
    };
    let found: f64 = victims.iter().map(misses).map(|missed| 1.0 - missed).sum();
    LinkageRisk {
        tried: chances.len(),
        objects: victims.len(),
        success: whole[best],
        metres_per_second: METRES_PER_SECOND[best],
        five_points,
        before: mean(&|one| one.before),
        any_trip: found / victims.len().max(1) as f64,
    }
}

/// The published trajectories of each object drawn.
fn victims(units: &[u32], seed: u64) -> Vec<Vec<usize>> {
    let mut by_unit: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    units.iter().enumerate().for_each(|(at, &unit)| by_unit.entry(unit).or_default().push(at));
    let mut all: Vec<Vec<usize>> = by_unit.into_values().collect();
    all.iter_mut().for_each(|trips| trips.truncate(TRIED));
    // By their places in the set and not by the numbers of the objects, which follow from the order
    // of the input.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trips_of_one_object_do_not_hide_each_other() {
        let tracks: Vec<[[f64; 2]; 1]> = (0..4).map(|at| [[f64::from(at), 0.0]]).collect();
        let middle = [[1.5, 0.0]];
        let timed = |positions| Timed { positions, span: [0.0, 1.0] };
        let pairs: Vec<TrackPair<'_>> =
            tracks.iter().map(|track| (timed(track), Some(timed(&middle)))).collect();
        // Object 0 has three of the four equal tracks, object 1 has one.
        let found = attack(&pairs, |at| u32::from(at == 3), 1);
        assert_eq!((found.tried, found.objects, found.before), (4, 2, 1.0));
        assert!((found.success - (3.0 * 0.75 + 0.25) / 4.0).abs() < 1e-12);
        let any = (1.0 - 0.25_f64.powi(3) + 0.25) / 2.0;
        assert!((found.any_trip - any).abs() < 1e-12);
        // Each for itself: one in four.
        let found = attack(&pairs, |at| at as u32, 1);
        assert_eq!((found.success, found.any_trip, found.five_points, found.objects), (0.25, 0.25, 0.25, 4));
    }

    /// Trips that pass the same places at different hours: whoever knows the hours finds them all.
    #[test]
    fn the_attacker_knows_the_time() {
        let places: Vec<[[f64; 2]; 2]> = (0..8).map(|at| [[f64::from(at % 2), 0.0], [900.0, 3.0]]).collect();
        let released = [[0.5, 0.0], [900.0, 3.0]];
        let span = |at: usize| [at as f64 * 3600.0, at as f64 * 3600.0 + 600.0];
        let pair = |at: usize| {
            let of = |positions| Timed { positions, span: span(at) };
            (of(&places[at][..]), Some(of(&released[..])))
        };
        let pairs: Vec<TrackPair<'_>> = (0..8).map(pair).collect();
        let found = attack(&pairs, |at| at as u32, 1);
        assert_eq!((found.success, found.five_points, found.before), (1.0, 1.0, 1.0));
        assert!(found.metres_per_second > 0.0);
        // Without the hours nobody tells them apart, before or after.
        fn at_once(track: Timed<'_>) -> Timed<'_> {
            Timed { span: [0.0, 600.0], ..track }
        }
        let same = pairs.iter().map(|(original, released)| (at_once(*original), released.map(at_once)));
        let found = attack(&same.collect::<Vec<TrackPair<'_>>>(), |at| at as u32, 1);
        assert_eq!((found.success, found.before), (0.125, 0.25));
    }
}

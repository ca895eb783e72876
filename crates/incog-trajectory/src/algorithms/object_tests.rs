//! Clusters of k different objects, where objects have several trajectories: all algorithms against
//! all partitions of small sets, and their promises on larger ones. All draws have fixed seeds, so
//! no alarm is false.

use super::ALGORITHMS;
use crate::evolutionary::tests::walk_positions;
use crate::{
    Algorithm, Budget, Clustering, Front, Limits, Stop, TRASH, Task, TrajectorySet, run, total_cost,
};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeMap, BTreeSet};

/// The fewest different objects of a cluster, counted without anything of the crate but the labels.
fn fewest_objects(set: &TrajectorySet, clustering: &Clustering, objects: &[u32]) -> usize {
    let mut of: BTreeMap<u32, BTreeSet<u32>> = BTreeMap::new();
    for (member, &cluster) in clustering.clusters().iter().enumerate().filter(|(_, c)| **c != TRASH) {
        of.entry(cluster).or_default().insert(objects[set.source(member)]);
    }
    of.values().map(BTreeSet::len).min().unwrap_or(0)
}

/// Every partition of `n` trajectories, as labels.
fn partitions(n: usize) -> Vec<Vec<u32>> {
    let mut all: Vec<Vec<u32>> = vec![Vec::new()];
    for _ in 0..n {
        let extended = |labels: &Vec<u32>| {
            let next = labels.iter().max().map_or(0, |most| most + 1);
            (0..=next).map(|label| [labels.as_slice(), &[label]].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(extended).collect();
    }
    all
}

fn drawn(count: usize, objects: u32, instants: usize, seed: u64) -> (TrajectorySet, Vec<u32>) {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let owners: Vec<u32> = (0..count).map(|_| rng.random_range(0..objects)).collect();
    let positions = walk_positions(count, instants, seed);
    (TrajectorySet::new(&positions, instants, None, &[]).unwrap().with_objects(&owners).unwrap(), owners)
}

#[test]
fn no_algorithm_misses_a_partition_or_beats_the_best_one() {
    let (mut ratios, mut refused) = (Vec::new(), 0);
    let partitions: BTreeMap<usize, Vec<Vec<u32>>> = (6..=8).map(|n| (n, partitions(n))).collect();
    for seed in 0..60 {
        let (set, owners) = drawn(6 + seed as usize % 3, 3 + seed as u32 % 4, 2, seed);
        let k = 2 + seed as usize % 3;
        let task = Task { k, delta: 100.0, trash: 0.0 };
        let best = partitions[&set.len()]
            .iter()
            .map(|labels| Clustering::new(labels.clone()))
            .filter(|clustering| fewest_objects(&set, clustering, &owners) >= k)
            .map(|clustering| total_cost(&set, &clustering, task.delta))
            .min_by(f64::total_cmp);
        for algorithm in ALGORITHMS {
            let name = algorithm.card.name;
            let result = run(&set, algorithm, task, Limits::default(), seed);
            let Some(best) = best else {
                let error = result.unwrap_err();
                assert!(error.objects < k && error.trajectories == set.len(), "{name} {seed}");
                refused += 1;
                continue;
            };
            let front = result.unwrap().front;
            assert!(!front.compromises.is_empty(), "{name} {seed}");
            for compromise in &front.compromises {
                let fewest = fewest_objects(&set, &compromise.clustering, &owners);
                assert!(fewest >= k && fewest == compromise.privacy, "{name} {seed}");
                assert!(compromise.clustering.trash() == 0, "{name} {seed}");
                assert!(compromise.distortion >= best * (1.0 - 1e-9), "{name} {seed}");
            }
            if name == "greedy" {
                ratios.push(front.compromises[0].distortion / best);
            }
        }
    }
    assert!(refused > 0 && ratios.len() > 30, "{refused} {}", ratios.len());
    let optimal = ratios.iter().filter(|&&ratio| ratio < 1.0 + 1e-9).count();
    let mean = ratios.iter().sum::<f64>() / ratios.len() as f64;
    assert!(2 * optimal > ratios.len() && mean < 1.1, "{optimal} of {} optimal, mean {mean}", ratios.len());
}

const TASK: Task = Task { k: 5, delta: 300.0, trash: 0.1 };

#[test]
fn every_algorithm_counts_objects() {
    // The second set has one object with a third of all trajectories.
    for busy in [0, 60] {
        let (set, mut owners) = drawn(180, 30, 4, 3);
        owners[..busy].fill(99);
        let positions = walk_positions(180, 4, 3);
        let set_of = |positions: &[[f64; 2]], owners: &[u32]| {
            TrajectorySet::new(positions, 4, None, &[]).unwrap().with_objects(owners).unwrap()
        };
        let turned: Vec<[f64; 2]> = positions.chunks(4).rev().flatten().copied().collect();
        let turned_owners: Vec<u32> = owners.iter().rev().map(|owner| 1000 - owner).collect();
        let sets = [set_of(&positions, &owners), set_of(&turned, &turned_owners)];
        assert_eq!(set.len(), sets[0].len());
        for algorithm in ALGORITHMS {
            let name = algorithm.card.name;
            let fronts: Vec<Front> = [(0, 1), (1, 1), (0, 4)]
                .map(|(set, threads)| {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                    pool.install(|| run(&sets[set], algorithm, TASK, Limits::default(), 3).unwrap().front)
                })
                .to_vec();
            assert!(fronts[0] == fronts[1] && fronts[0] == fronts[2], "{name}");
            assert!(!fronts[0].compromises.is_empty(), "{name}");
            for compromise in &fronts[0].compromises {
                let fewest = fewest_objects(&sets[0], &compromise.clustering, &owners);
                assert!(fewest >= 5 && fewest == compromise.privacy, "{name} {fewest}");
                assert!(compromise.clustering.trash() <= 18, "{name}");
            }
        }
    }
}

#[test]
fn a_run_that_is_stopped_midway_counts_objects_too() {
    let (set, owners) = drawn(200, 25, 4, 8);
    for algorithm in ALGORITHMS {
        let name = algorithm.card.name;
        for looks in [0, 1, 7, 40] {
            let left = std::sync::atomic::AtomicU64::new(looks);
            let signal = || {
                let order = std::sync::atomic::Ordering::Relaxed;
                left.fetch_update(order, order, |left| left.checked_sub(1)).is_err().then_some(Stop::Time)
            };
            let limits =
                Limits { budget: Budget { evaluations: None, signal: &signal }, ..Limits::default() };
            let front = run(&set, algorithm, TASK, limits, 1).unwrap().front;
            assert!(!front.compromises.is_empty(), "{name} {looks}");
            for compromise in &front.compromises {
                assert!(fewest_objects(&set, &compromise.clustering, &owners) >= 5, "{name} {looks}");
            }
        }
    }
}

#[test]
fn data_centres_are_kept_apart_and_each_needs_k_objects() {
    let (count, instants) = (120, 3);
    let positions = walk_positions(count, instants, 5);
    let holders: Vec<u32> = (0..count as u32).map(|trajectory| trajectory % 3).collect();
    let owners: Vec<u32> = (0..count as u32).map(|trajectory| trajectory % 20).collect();
    let set = TrajectorySet::new(&positions, instants, None, &holders).unwrap();
    let set = set.with_objects(&owners).unwrap();
    for algorithm in ALGORITHMS {
        let name = algorithm.card.name;
        for compromise in &run(&set, algorithm, TASK, Limits::default(), 1).unwrap().front.compromises {
            assert!(fewest_objects(&set, &compromise.clustering, &owners) >= 5, "{name}");
            for members in compromise.clustering.groups() {
                let range = set.center(members[0]);
                assert!(members.iter().all(|&member| range.contains(&(member as usize))), "{name}");
            }
        }
    }
    let greedy = Algorithm::by_name("greedy").unwrap();
    let error = run(&set, greedy, Task { k: 21, ..TASK }, Limits::default(), 1).unwrap_err();
    assert_eq!((error.k, error.objects, error.trajectories), (21, 20, 40));
}

#[test]
fn objects_with_one_trajectory_each_are_clustered_as_trajectories_are() {
    let positions = walk_positions(90, 3, 2);
    let plain = TrajectorySet::new(&positions, 3, None, &[]).unwrap();
    let owners: Vec<u32> = (0..90).rev().collect();
    let with = plain.clone().with_objects(&owners).unwrap();
    for algorithm in ALGORITHMS {
        let front = |set| run(set, algorithm, TASK, Limits::default(), 1).unwrap().front;
        assert!(front(&plain) == front(&with), "{}", algorithm.card.name);
    }
}

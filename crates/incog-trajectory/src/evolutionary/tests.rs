//! Properties of the evolutionary searches.
#![allow(clippy::unwrap_used)]

use super::*;
use crate::{Clustering, ClusteringWatch, DistanceRows, TrajectorySet};
use incog_search::Pairing;
use incog_search::pareto::{ParetoProblem, Variation};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Random walks of `instants` steps.
pub(crate) fn walks(count: usize, instants: usize, seed: u64) -> TrajectorySet {
    TrajectorySet::new(&walk_positions(count, instants, seed), instants, None, &[]).unwrap()
}

pub(crate) fn walk_positions(count: usize, instants: usize, seed: u64) -> Vec<[f64; 2]> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut positions = Vec::new();
    for _ in 0..count {
        let mut at = [rng.random_range(0.0..10_000.0), rng.random_range(0.0..10_000.0)];
        for _ in 0..instants {
            positions.push(at);
            at = [at[0] + rng.random_range(-500.0..500.0), at[1] + rng.random_range(-500.0..500.0)];
        }
    }
    positions
}

/// The decoding as its definition reads, without any care for speed.
fn plainly(set: &TrajectorySet, centres: &[u32]) -> Vec<Vec<u32>> {
    let n = set.len();
    let mut groups: Vec<Vec<u32>> = centres.iter().map(|&centre| vec![centre]).collect();
    let mut free: Vec<u32> = (0..n as u32).filter(|trajectory| !centres.contains(trajectory)).collect();
    for (group, &centre) in groups.iter_mut().zip(centres) {
        free.sort_by(|&a, &b| {
            let to = |other: u32| set.distance(centre as usize, other as usize);
            to(a).total_cmp(&to(b))
        });
        group.extend(free.drain(..n / centres.len() - 1));
    }
    for trajectory in free {
        let to = |group: usize| set.distance(centres[group] as usize, trajectory as usize);
        let nearest = (0..centres.len()).min_by(|&a, &b| to(a).total_cmp(&to(b))).unwrap();
        groups[nearest].push(trajectory);
    }
    groups
}

#[test]
fn decoding_follows_its_definition() {
    // The larger set has clusters of more members than neighbours are kept in order.
    for (count, genomes) in [(57, 50), (700, 12)] {
        let set = walks(count, 4, 2);
        let rows = DistanceRows::new(&set, 1 << 20);
        let layout = GenomeLayout::new(&set, 4).unwrap();
        let mut variation = CentreVariation::new(&layout, EvolutionSettings::APMA);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
        let watch = ClusteringWatch::idle();
        let problem = ClusteringProblem::new(&rows, &layout, 0.0, &watch);
        for number in 0..genomes {
            let mut genome = variation.random(&mut rng);
            genome.clusters = if number == 0 { 2 } else { genome.clusters };
            let centres = &genome.centres[..genome.clusters as usize];
            assert_eq!(problem.decode(&genome), Clustering::from_groups(&plainly(&set, centres), set.len()));
        }
    }
}

#[test]
fn children_keep_distinct_genes_in_their_data_centre_and_clusters_of_k() {
    let positions = walk_positions(90, 3, 3);
    let holders: Vec<u32> = (0..90).map(|trajectory| trajectory % 3).collect();
    let set = TrajectorySet::new(&positions, 3, None, &holders).unwrap();
    let rows = DistanceRows::new(&set, 1 << 20);
    let layout = GenomeLayout::new(&set, 4).unwrap();
    let watch = ClusteringWatch::idle();
    let problem = ClusteringProblem::new(&rows, &layout, 10.0, &watch);
    for settings in [
        EvolutionSettings::NSGA_II,
        EvolutionSettings::NSMA,
        EvolutionSettings::DPGA,
        EvolutionSettings::APGA,
        EvolutionSettings::APMA,
    ] {
        let mut variation = CentreVariation::new(&layout, settings);
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
        let mut check = |genome: &ClusterGenome| {
            for (range, genes) in &layout.centers {
                let mut own = genome.centres[genes.clone()].to_vec();
                assert!(own.iter().all(|gene| range.contains(gene)));
                own.sort_unstable();
                own.dedup();
                assert_eq!(own.len(), genes.len());
            }
            assert!((1..=layout.most_clusters).contains(&genome.clusters));
            let clustering = problem.decode(genome);
            assert!(clustering.smallest() >= 4);
            for group in clustering.groups() {
                assert!(
                    layout.centers.iter().any(|(range, _)| group.iter().all(|member| range.contains(member)))
                );
            }
        };
        let evolved = incog_search::pareto::evolve(
            &problem,
            &mut variation,
            settings.survival,
            10,
            incog_search::Budget::evaluations(100),
            &mut rng,
            &mut |generation| generation.candidates.iter().for_each(&mut check),
        );
        assert_eq!(evolved.evaluations, 100);
        let best = &evolved.population[0];
        assert_eq!(problem.evaluate_all(std::slice::from_ref(&best.candidate))[0], best.losses);
    }
}

/// What a run scores, brood by brood, with how many children a generation has.
fn broods(reading: ApmaReading, evaluations: u64, seed: u64) -> Vec<Vec<[f64; 2]>> {
    let set = walks(120, 3, 4);
    let rows = DistanceRows::new(&set, 1 << 20);
    let layout = GenomeLayout::new(&set, 5).unwrap();
    let watch = ClusteringWatch::idle();
    let problem = ClusteringProblem::new(&rows, &layout, 10.0, &watch);
    let settings = EvolutionSettings::APMA.under(reading);
    let mut scored = Vec::new();
    let evolved = incog_search::pareto::evolve(
        &problem,
        &mut CentreVariation::new(&layout, settings),
        settings.survival,
        settings.population,
        incog_search::Budget::evaluations(evaluations),
        &mut Xoshiro256PlusPlus::seed_from_u64(seed),
        &mut |brood| scored.push(brood.losses.to_vec()),
    );
    assert_eq!(evolved.evaluations, evaluations);
    scored
}

#[test]
fn readings_say_how_many_children_a_generation_has_and_when_the_memory_learns() {
    let mut seen = Vec::new();
    for (pairing, children) in [(Pairing::Disjoint, 15), (Pairing::Each, 30), (Pairing::All, 435)] {
        let budget = 30 + 3 * children;
        for memory_update in MemoryUpdate::WORDS.map(|(_, update)| update) {
            let reading = ApmaReading { pairing, memory_update };
            let scored = broods(reading, budget, 3);
            assert_eq!(scored, broods(reading, budget, 3), "{reading:?}");
            let expected = match memory_update {
                MemoryUpdate::PerGeneration => vec![children as usize; 3],
                MemoryUpdate::Immediate => vec![1; 3 * children as usize],
            };
            assert!(scored[1..].iter().map(Vec::len).eq(expected), "{reading:?}");
            seen.push(scored.concat());
        }
    }
    // Every reading takes a way of its own.
    assert!((1..seen.len()).all(|later| !seen[..later].contains(&seen[later])));
}

//! Algorithms by name.

use crate::evolutionary::{CentreVariation, ClusteringProblem, Genome, Layout, LayoutError, Settings};
use crate::greedy::{Asked, FrontSearch, greedy};
use crate::{Clustering, DistanceRows, Front, Moves, TrajectorySet, Watch, k_member, mdav, total_cost, w4m};
use incog_search::pareto::{Archive, evolve};
use incog_search::{Budget, Stop};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// What makes the clusters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Algorithm {
    /// The loneliest trajectories to the trash, MDAV, local moves: one release with clusters of k.
    Greedy,
    /// Greedy k-member clustering.
    KMember,
    /// MDAV micro-aggregation.
    Mdav,
    /// Greedy clustering around pivots within a radius.
    W4m,
    /// An evolutionary search for the front.
    Evolutionary(Settings),
    /// The user's preset for APMA's task: the greedy front, then random swaps of clusters until APMA's budget is
    /// spent. An evaluation, as in APMA, gives every trajectory a cluster.
    ApmaGreedy,
    /// A front of greedy clusterings for a ladder of numbers of clusters, settled or improved by local moves.
    GreedyFront,
}

impl Algorithm {
    /// All algorithms by name.
    pub const ALL: [(&'static str, Self); 11] = [
        ("greedy", Self::Greedy),
        ("greedy-front", Self::GreedyFront),
        ("apma-greedy", Self::ApmaGreedy),
        ("apma", Self::Evolutionary(Settings::APMA)),
        ("apga", Self::Evolutionary(Settings::APGA)),
        ("nsma", Self::Evolutionary(Settings::NSMA)),
        ("nsga-ii", Self::Evolutionary(Settings::NSGA_II)),
        ("dpga", Self::Evolutionary(Settings::DPGA)),
        ("k-member", Self::KMember),
        ("mdav", Self::Mdav),
        ("w4m", Self::W4m),
    ];

    /// The algorithm of this name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.iter().find(|(known, _)| *known == name).map(|(_, algorithm)| *algorithm)
    }
}

/// What is to be reached.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Task {
    /// Smallest cluster allowed.
    pub k: usize,
    /// Members of a cluster are within this many metres at every instant.
    pub delta: f64,
    /// Largest share of trajectories that may be left out.
    pub trash: f64,
}

/// What may be spent.
#[derive(Clone, Copy)]
pub struct Limits<'a> {
    /// Evaluations of an evolutionary search, and when to end; `None` evaluations is the paper's
    /// number, a tenth of the trajectories.
    pub budget: Budget<'a>,
    /// Bytes for distance rows.
    pub memory: usize,
    /// Passes of local moves.
    pub passes: usize,
}

impl Default for Limits<'_> {
    fn default() -> Self {
        Self { budget: Budget::UNLIMITED, memory: 512 << 20, passes: 20 }
    }
}

impl<'a> Limits<'a> {
    /// The budget, with the paper's number of evaluations if none is given; at least a population.
    fn for_set(&self, set: &TrajectorySet) -> Budget<'a> {
        let tenth = (set.len() as u64 / 10).max(Settings::APMA.population as u64);
        Budget { evaluations: self.budget.evaluations.or(Some(tenth)), ..self.budget }
    }
}

/// What a run ends with.
#[derive(Debug, Clone)]
pub struct Outcome {
    /// The compromises found; one for algorithms that make one release.
    pub front: Front,
    /// Evaluations made by an evolutionary search.
    pub evaluations: u64,
    /// Why it ended.
    pub stop: Stop,
    /// After each generation: evaluations so far and the hypervolume of all compromises met.
    pub convergence: Vec<(u64, f64)>,
}

/// Runs an algorithm. The same set, task, limits and seed give the same outcome on any number of
/// threads (unless the budget ends by time).
pub fn run(
    set: &TrajectorySet,
    algorithm: Algorithm,
    task: Task,
    limits: Limits<'_>,
    seed: u64,
) -> Result<Outcome, LayoutError> {
    let Task { k, delta, trash } = task;
    let watch = Watch::new(limits.budget.signal);
    let constructed = |clustering: Clustering| Outcome {
        front: Front::new(set, delta, vec![clustering]),
        evaluations: 0,
        stop: watch.stop().unwrap_or(Stop::Converged),
        convergence: Vec::new(),
    };
    match algorithm {
        Algorithm::Greedy => {
            let trash = (trash.clamp(0.0, 1.0) * set.len() as f64).floor() as usize;
            let moves = Moves { k, delta, trash, passes: limits.passes };
            greedy(set, moves, &watch).map(constructed)
        }
        Algorithm::KMember => k_member(set, k, &watch).map(constructed),
        Algorithm::Mdav => mdav(set, k, &watch).map(constructed),
        Algorithm::W4m => w4m(set, k, trash, &watch).map(constructed),
        Algorithm::GreedyFront => front(set, task, limits, None),
        Algorithm::ApmaGreedy => front(set, task, limits, Some(seed)),
        Algorithm::Evolutionary(settings) => evolutionary(set, settings, task, limits, seed),
    }
}

/// A front of clusterings; with `swaps`, until the budget ends. Without a number of evaluations the whole ladder of
/// sizes is climbed, and swaps get the paper's number on top: for few trajectories that alone would end on the
/// first rungs and leave the front empty between them and k.
fn front(
    set: &TrajectorySet,
    task: Task,
    limits: Limits<'_>,
    swaps: Option<u64>,
) -> Result<Outcome, LayoutError> {
    let watch = Watch::new(limits.budget.signal);
    let budget = swaps.map_or(Budget { evaluations: None, ..limits.budget }, |_| limits.budget);
    let asked = Asked { k: task.k, delta: task.delta, passes: limits.passes, memory: limits.memory };
    let mut search = FrontSearch::new(set, asked, budget, &watch)?;
    search.climb();
    if let Some(seed) = swaps {
        let more = limits.for_set(set).evaluations.unwrap_or_default();
        search.swap(seed, budget.evaluations.unwrap_or(search.evaluations() + more));
    }
    let evaluations = search.evaluations();
    let ended = if swaps.is_some() { Stop::Budget } else { Stop::Converged };
    let worst = total_cost(set, &Clustering::coarsest(set), task.delta);
    let volume = |(evaluations, front): &(u64, Vec<[f64; 2]>)| (*evaluations, volume(set, worst, front));
    let convergence = search.convergence.iter().map(volume).collect();
    let front = Front::new(set, task.delta, search.into_clusterings());
    Ok(Outcome { front, evaluations, stop: watch.stop().unwrap_or(ended), convergence })
}

/// Hypervolume of (PD, UD) against (0, 0), from losses (-PD, TTD).
fn volume(set: &TrajectorySet, worst: f64, front: &[[f64; 2]]) -> f64 {
    let utility = |distortion: f64| (distortion - worst) / set.len().max(1) as f64;
    let losses: Vec<[f64; 2]> =
        front.iter().map(|[privacy, distortion]| [*privacy, utility(*distortion)]).collect();
    incog_search::pareto::hypervolume(&losses, &[0.0, 0.0])
}

fn evolutionary(
    set: &TrajectorySet,
    settings: Settings,
    task: Task,
    limits: Limits<'_>,
    seed: u64,
) -> Result<Outcome, LayoutError> {
    let layout = Layout::new(set, task.k)?;
    let rows = DistanceRows::new(set, limits.memory);
    let watch = Watch::new(limits.budget.signal);
    let problem = ClusteringProblem::new(&rows, &layout, task.delta, &watch);
    let mut variation = CentreVariation::new(&layout, settings);
    let mut archive: Archive<Genome, 2> = Archive::default();
    let worst = total_cost(set, &Clustering::coarsest(set), task.delta);
    let mut convergence = Vec::new();
    let budget = limits.for_set(set);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut observe = |generation: incog_search::pareto::Generation<'_, Genome, 2>| {
        generation.candidates.iter().zip(generation.losses).for_each(|(genome, losses)| {
            archive.insert(genome, *losses);
        });
        let front: Vec<[f64; 2]> = archive.entries().iter().map(|(_, losses)| *losses).collect();
        convergence.push((generation.evaluations, volume(set, worst, &front)));
    };
    let evolved = evolve(
        &problem,
        &mut variation,
        settings.survival,
        settings.population,
        budget,
        &mut rng,
        &mut observe,
    );
    let mut clusterings: Vec<Clustering> =
        archive.into_sorted().iter().map(|(genome, _)| problem.decode(genome)).collect();
    if clusterings.is_empty() {
        // Ended before anything was looked at: this release needs no search.
        clusterings.push(Clustering::coarsest(set));
    }
    let front = Front::new(set, task.delta, clusterings);
    Ok(Outcome { front, evaluations: evolved.evaluations, stop: evolved.stop, convergence })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::evolutionary::tests::{walk_positions, walks};
    use crate::{ReleaseOptions, check_release, improve, release};

    const TASK: Task = Task { k: 5, delta: 300.0, trash: 0.1 };

    fn members_released(set: &TrajectorySet, clustering: &Clustering, delta: f64) -> crate::CheckedRelease {
        for anchor in [crate::Anchor::Mean, crate::Anchor::Median] {
            let tracks = release(set, clustering, ReleaseOptions { delta, rounding: 0.01, anchor });
            let clusters: Vec<Vec<&[[f64; 2]]>> = clustering
                .groups()
                .iter()
                .map(|members| members.iter().map(|&m| tracks[m as usize].as_deref().unwrap()).collect())
                .collect();
            let checked = check_release(&clusters);
            assert!(checked.holds(clustering.smallest(), delta), "{checked:?}");
        }
        let tracks =
            release(set, clustering, ReleaseOptions { delta, rounding: 0.0, anchor: crate::Anchor::Mean });
        let all = clustering.groups();
        check_release(
            &all.iter()
                .map(|g| g.iter().map(|&m| tracks[m as usize].as_deref().unwrap()).collect())
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn every_algorithm_keeps_k_and_delta() {
        let set = walks(200, 6, 4);
        for (name, algorithm) in Algorithm::ALL {
            let outcome = run(&set, algorithm, TASK, Limits::default(), 1).unwrap();
            assert!(!outcome.front.compromises.is_empty(), "{name}");
            for compromise in &outcome.front.compromises {
                assert!(compromise.privacy >= 5, "{name}");
                assert!(compromise.clustering.trash() <= 20, "{name}");
                assert!(members_released(&set, &compromise.clustering, 300.0).holds(5, 300.0), "{name}");
            }
        }
    }

    #[test]
    fn nothing_depends_on_the_order_of_the_input_or_the_threads() {
        let positions = walk_positions(120, 4, 9);
        let turned: Vec<[f64; 2]> = positions.chunks(4).rev().flatten().copied().collect();
        let sets = [positions, turned].map(|p| TrajectorySet::new(&p, 4, None, &[]).unwrap());
        for (name, algorithm) in Algorithm::ALL {
            let fronts: Vec<Front> = [(0, 1), (1, 1), (0, 4)]
                .map(|(set, threads)| {
                    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                    pool.install(|| run(&sets[set], algorithm, TASK, Limits::default(), 3).unwrap().front)
                })
                .to_vec();
            assert!(fronts[0] == fronts[1] && fronts[0] == fronts[2], "{name}");
        }
    }

    #[test]
    fn local_moves_never_cost_more_and_the_ladder_beats_apma() {
        let set = walks(300, 5, 6);
        let start = mdav(&set, 6, &Watch::idle()).unwrap();
        let moves = Moves { k: 6, delta: 100.0, trash: 0, passes: 20 };
        let better = improve(&set, &start, moves, &Watch::idle());
        assert!(total_cost(&set, &better, 100.0) < total_cost(&set, &start, 100.0));
        assert!(better.smallest() >= 6 && better.trash() == 0);
        let task = Task { k: 6, delta: 1.0, trash: 0.0 };
        let volume =
            |algorithm| run(&set, algorithm, task, Limits::default(), 1).unwrap().front.hypervolume();
        assert!(volume(Algorithm::ApmaGreedy) > volume(Algorithm::Evolutionary(Settings::APMA)));
    }

    #[test]
    fn a_run_that_is_stopped_at_once_or_midway_still_ends_with_a_release() {
        let set = walks(300, 4, 8);
        for (name, algorithm) in Algorithm::ALL {
            for looks in [0, 1, 7, 40] {
                let left = std::sync::atomic::AtomicU64::new(looks);
                let step = |left: u64| left.checked_sub(1);
                let signal = || {
                    let order = std::sync::atomic::Ordering::Relaxed;
                    left.fetch_update(order, order, step).is_err().then_some(Stop::Time)
                };
                let limits =
                    Limits { budget: Budget { evaluations: None, signal: &signal }, ..Limits::default() };
                let outcome = run(&set, algorithm, TASK, limits, 1).unwrap();
                assert!(!outcome.front.compromises.is_empty(), "{name} {looks}");
                for compromise in &outcome.front.compromises {
                    assert!(compromise.privacy >= 5 && compromise.clustering.trash() <= 30, "{name} {looks}");
                }
                assert!(looks > 0 || outcome.stop == Stop::Time, "{name}");
            }
        }
    }

    #[test]
    fn the_budget_of_evaluations_is_obeyed_and_the_same_run_comes_out_again() {
        let set = walks(400, 4, 8);
        for (name, algorithm) in Algorithm::ALL {
            let limits = Limits { budget: Budget::evaluations(90), ..Limits::default() };
            let once = run(&set, algorithm, TASK, limits, 5).unwrap();
            assert!(once.evaluations <= 90 || name == "greedy-front", "{name} {}", once.evaluations);
            assert!(once.front == run(&set, algorithm, TASK, limits, 5).unwrap().front, "{name}");
        }
    }

    #[test]
    fn no_cluster_mixes_data_centres() {
        let positions = walk_positions(240, 4, 11);
        let holders: Vec<u32> = (0..240).map(|trajectory| trajectory % 3).collect();
        let set = TrajectorySet::new(&positions, 4, None, &holders).unwrap();
        for (name, algorithm) in Algorithm::ALL {
            for compromise in &run(&set, algorithm, TASK, Limits::default(), 1).unwrap().front.compromises {
                for members in compromise.clustering.groups() {
                    let range = set.center(members[0]);
                    assert!(members.iter().all(|&member| range.contains(&(member as usize))), "{name}");
                }
            }
        }
    }

    #[test]
    fn too_few_trajectories_are_refused_with_the_limit() {
        let error = run(&walks(4, 3, 1), Algorithm::Mdav, TASK, Limits::default(), 1).unwrap_err();
        assert_eq!(error, LayoutError { k: 5, trajectories: 4 });
    }
}

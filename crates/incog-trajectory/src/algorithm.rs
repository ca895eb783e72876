//! Algorithms by name.

use crate::evolutionary::{CentreVariation, ClusteringProblem, Genome, Layout, LayoutError, Settings};
use crate::greedy::ladder;
use crate::{Clustering, DistanceRows, Front, TrajectorySet, improve, k_member, mdav, total_cost, w4m};
use incog_search::pareto::{Archive, evolve};
use incog_search::{Budget, Stop};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

/// What makes the clusters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Algorithm {
    /// MDAV improved by local moves: one release with clusters of k.
    Greedy,
    /// Greedy k-member clustering.
    KMember,
    /// MDAV micro-aggregation.
    Mdav,
    /// Greedy clustering around pivots within a radius.
    W4m,
    /// An evolutionary search for the front.
    Evolutionary(Settings),
    /// A front of greedy clusterings improved by local moves, together with the solutions of an
    /// APMA run of the same budget.
    ApmaGreedy,
    /// The front of greedy clusterings alone.
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
    let Task { k, delta, .. } = task;
    let constructed = |clusterings: Vec<Clustering>| Outcome {
        front: Front::new(set, delta, clusterings),
        evaluations: 0,
        stop: Stop::Converged,
        convergence: Vec::new(),
    };
    match algorithm {
        Algorithm::Greedy => Ok(constructed(vec![greedy(set, task, limits.passes)?])),
        Algorithm::KMember => Ok(constructed(vec![k_member(set, k)?])),
        Algorithm::Mdav => Ok(constructed(vec![mdav(set, k)?])),
        Algorithm::W4m => Ok(constructed(vec![w4m(set, k, task.trash)?])),
        Algorithm::GreedyFront => Ok(constructed(ladder(set, k, delta, limits.passes)?)),
        Algorithm::Evolutionary(settings) => evolutionary(set, settings, task, limits, seed),
        Algorithm::ApmaGreedy => {
            let mut outcome = evolutionary(set, Settings::APMA, task, limits, seed)?;
            let evolved = outcome.front.compromises.into_iter().map(|compromise| compromise.clustering);
            let all = evolved.chain(ladder(set, k, delta, limits.passes)?).collect();
            outcome.front = Front::new(set, delta, all);
            Ok(outcome)
        }
    }
}

/// MDAV, the costliest clusters to the trash, local moves.
fn greedy(set: &TrajectorySet, task: Task, passes: usize) -> Result<Clustering, LayoutError> {
    let start = mdav(set, task.k)?;
    let limit = (task.trash.clamp(0.0, 1.0) * set.len() as f64).floor() as usize;
    let start = discard_costliest(set, &start, task.delta, limit);
    Ok(improve(set, &start, task.k, task.delta, limit, passes))
}

/// Discards whole clusters, the costliest a member first, while no more than `limit` trajectories
/// are discarded and a cluster stays.
fn discard_costliest(set: &TrajectorySet, clustering: &Clustering, delta: f64, limit: usize) -> Clustering {
    let costs = crate::cluster_costs(set, clustering, delta);
    let mut groups: Vec<(f64, Vec<u32>)> = clustering
        .groups()
        .into_iter()
        .zip(costs)
        .map(|(members, cost)| (cost / members.len() as f64, members))
        .collect();
    groups.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.cmp(&b.1)));
    let mut left = limit;
    let mut kept = Vec::new();
    let count = groups.len();
    for (index, (_, members)) in groups.into_iter().enumerate() {
        if members.len() <= left && !(kept.is_empty() && index + 1 == count) {
            left -= members.len();
        } else {
            kept.push(members);
        }
    }
    Clustering::from_groups(&kept, set.len())
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
    let problem = ClusteringProblem::new(&rows, &layout, task.delta);
    let mut variation = CentreVariation::new(&layout, settings);
    let mut archive: Archive<Genome, 2> = Archive::default();
    let worst = total_cost(set, &Clustering::coarsest(set), task.delta);
    let mut convergence = Vec::new();
    let tenth = (set.len() as u64 / 10).max(settings.population as u64);
    let budget = Budget { evaluations: limits.budget.evaluations.or(Some(tenth)), ..limits.budget };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut observe = |generation: incog_search::pareto::Generation<'_, Genome, 2>| {
        generation.candidates.iter().zip(generation.losses).for_each(|(genome, losses)| {
            archive.insert(genome, *losses);
        });
        let utility = |distortion: f64| (distortion - worst) / set.len().max(1) as f64;
        let losses: Vec<[f64; 2]> = archive
            .entries()
            .iter()
            .map(|(_, [privacy, distortion])| [*privacy, utility(*distortion)])
            .collect();
        convergence.push((generation.evaluations, incog_search::pareto::hypervolume(&losses, &[0.0, 0.0])));
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
    let clusterings = archive.into_sorted().iter().map(|(genome, _)| problem.decode(genome)).collect();
    let front = Front::new(set, task.delta, clusterings);
    Ok(Outcome { front, evaluations: evolved.evaluations, stop: evolved.stop, convergence })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::evolutionary::tests::{walk_positions, walks};
    use crate::{ReleaseOptions, check_release, release};

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
        let start = mdav(&set, 6).unwrap();
        let better = improve(&set, &start, 6, 100.0, 0, 20);
        assert!(total_cost(&set, &better, 100.0) < total_cost(&set, &start, 100.0));
        assert!(better.smallest() >= 6 && better.trash() == 0);
        let task = Task { k: 6, delta: 1.0, trash: 0.0 };
        let volume =
            |algorithm| run(&set, algorithm, task, Limits::default(), 1).unwrap().front.hypervolume();
        assert!(volume(Algorithm::ApmaGreedy) > volume(Algorithm::Evolutionary(Settings::APMA)));
    }

    #[test]
    fn too_few_trajectories_are_refused_with_the_limit() {
        let error = run(&walks(4, 3, 1), Algorithm::Mdav, TASK, Limits::default(), 1).unwrap_err();
        assert_eq!(error, LayoutError { k: 5, trajectories: 4 });
    }
}

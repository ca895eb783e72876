use super::ALGORITHMS;
use crate::evolutionary::LayoutError;
use crate::evolutionary::tests::{walk_positions, walks};
use crate::{
    Algorithm, Budget, Clustering, ClusteringWatch, Front, Limits, Moves, Stop, Task,
    TrajectoryReleaseOptions, TrajectorySet, check_release, improve, mdav, release, run, total_cost,
};

const TASK: Task = Task { k: 5, delta: 300.0, trash: 0.1 };

fn by_name(name: &str) -> &'static Algorithm {
    Algorithm::by_name(name).unwrap()
}

fn members_released(set: &TrajectorySet, clustering: &Clustering, delta: f64) -> crate::CheckedRelease {
    for anchor in [crate::Anchor::Mean, crate::Anchor::Median] {
        let tracks = release(set, clustering, TrajectoryReleaseOptions { delta, rounding: 0.01, anchor });
        let clusters: Vec<Vec<&[[f64; 2]]>> = clustering
            .groups()
            .iter()
            .map(|members| members.iter().map(|&m| tracks[m as usize].as_deref().unwrap()).collect())
            .collect();
        let checked = check_release(&clusters);
        assert!(checked.holds(clustering.smallest(), delta), "{checked:?}");
    }
    let tracks = release(
        set,
        clustering,
        TrajectoryReleaseOptions { delta, rounding: 0.0, anchor: crate::Anchor::Mean },
    );
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
    for algorithm in ALGORITHMS {
        let name = algorithm.card.name;
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
    for algorithm in ALGORITHMS {
        let name = algorithm.card.name;
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
    let start = mdav(&set, 6, &ClusteringWatch::idle()).unwrap();
    let moves = Moves { k: 6, delta: 100.0, trash: 0, passes: 20 };
    let better = improve(&set, &start, moves, &ClusteringWatch::idle());
    assert!(total_cost(&set, &better, 100.0) < total_cost(&set, &start, 100.0));
    assert!(better.smallest() >= 6 && better.trash() == 0);
    let task = Task { k: 6, delta: 1.0, trash: 0.0 };
    let volume = |name| run(&set, by_name(name), task, Limits::default(), 1).unwrap().front.hypervolume();
    assert!(volume("apma-greedy") > volume("apma"));
}

#[test]
fn a_run_that_is_stopped_at_once_or_midway_still_ends_with_a_release() {
    let set = walks(300, 4, 8);
    for algorithm in ALGORITHMS {
        let name = algorithm.card.name;
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
    for algorithm in ALGORITHMS {
        let name = algorithm.card.name;
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
    for algorithm in ALGORITHMS {
        let name = algorithm.card.name;
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
    let error = run(&walks(4, 3, 1), by_name("mdav"), TASK, Limits::default(), 1).unwrap_err();
    assert_eq!(error, LayoutError { k: 5, objects: 4, trajectories: 4 });
}

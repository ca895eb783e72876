//! How parents are paired, a reading of the papers.

use crate::evolutionary_contract::{Ask, assert_holds, problem, run, settings};
use incog_plan::{Plan, ReleaseProblem, SearchSettings, SearchTrace, TracePoint, solve_traced};
use incog_search::Stop;
use std::sync::atomic::AtomicBool;

/// The evaluations of each generation that a search shows, of islands by the first of them.
fn generations(problem: &ReleaseProblem, settings: &SearchSettings) -> Vec<u64> {
    let mut trace = SearchTrace::default();
    let quiet = AtomicBool::new(false);
    solve_traced(problem, settings, &quiet, &mut |_| {}, &mut trace, Default::default()).unwrap();
    let all: Vec<u64> = trace.generations().map(|snapshot| snapshot.evaluations).collect();
    all.windows(2).map(|pair| pair[1] - pair[0]).collect()
}

/// Half as many children as members, as many, or one for every two members: 15, 30 or 435 of 30.
#[test]
fn a_generation_has_as_many_children_as_its_pairing_says() {
    let problem = problem(1, Ask::T, "transparency");
    for (pairing, children) in [("disjoint", 15), ("each", 30), ("all", 435)] {
        let parameters = format!("population = 30\npairing = {pairing:?}\n");
        let [ga, id_ga, tlef, haef] = ["ga", "id-ga", "tlef", "haef"]
            .map(|name| generations(&problem, &settings(name, 2, 3000, &parameters)));
        let on_one = parameters + "islands = 1";
        let on_one = settings("id-dga-without-improvement", 2, 3000, &on_one);
        assert!(ga.iter().all(|&made| made == children), "{pairing}: {ga:?}");
        assert!(generations(&problem, &on_one).iter().all(|&made| made == children), "{pairing}");
        // An improved child is evaluated twice.
        assert!(id_ga.iter().all(|made| (children..=2 * children).contains(made)), "{pairing}: {id_ga:?}");
        // TLEF's genetic algorithm and its differential evolution take turns.
        assert!(tlef.chunks_exact(2).all(|two| two == [children, 30]), "{pairing}: {tlef:?}");
        // HAEF begins with the genetic algorithm for certain, and adapts after ten generations.
        assert!(haef.iter().take(10).all(|&made| made == children), "{pairing}: {haef:?}");
    }
}

#[test]
fn readings_are_other_searches_that_keep_to_the_budget_and_to_their_seed() {
    let problem = problem(1, Ask::T, "transparency");
    for name in ["haef", "tlef", "id-dga", "id-ga", "ga"] {
        for exact in [false, true] {
            let found: Vec<(Plan, Vec<TracePoint>)> = ["disjoint", "each", "all"]
                .map(|pairing| {
                    let parameters = format!("pairing = {pairing:?}\noptimal_suppression = {exact}");
                    let settings = settings(name, 3, 1333, &parameters);
                    let [first, again] = [(); 2].map(|()| run(&problem, &settings));
                    assert_eq!(first.0.value, again.0.value, "{name}, {pairing}");
                    assert!(first.0.stopped != Stop::Budget || first.0.evaluations == 1333, "{name}");
                    assert_holds(&problem, &first.0);
                    first
                })
                .into();
            assert!(exact || found.windows(2).all(|two| course(&two[0].1) != course(&two[1].1)), "{name}");
        }
    }
}

/// What a search found when.
fn course(trace: &[TracePoint]) -> Vec<(u64, Option<f64>)> {
    trace.iter().map(|point| (point.evaluations, point.best)).collect()
}

//! The classic lattice searches against trying every node: what they find, and what they refuse.

use crate::oracle::{close, oracle, run};
use crate::random_problem::random_problems;
use incog::runs::FileRuns;
use incog_data::{Classes, Levels};
use incog_plan::{ReleaseProblem, SolveError, SupportMap};
use incog_search::{BoxProblem, LatticeProblem, Stop};
use proptest::prelude::*;

/// Either the best node with a proof, or a refusal that what the problem states makes necessary.
fn is_exact_or_refuses(problem: &ReleaseProblem, algorithm: &str) -> Result<(), TestCaseError> {
    let conclusions = problem.conclusions();
    let suits_objective = match algorithm {
        "samarati" => conclusions.loss_by_height,
        "hitting-set" => problem.level_costs().is_some(),
        _ => true,
    };
    match (oracle(problem), run(problem, algorithm)) {
        (_, Err(SolveError::Unsuitable { .. })) => {
            prop_assert!(!(conclusions.allowed_rises && suits_objective), "{algorithm} refused without need");
        }
        (None, Err(SolveError::NothingFeasible { proved, .. })) => prop_assert!(proved),
        (Some((loss, levels)), Ok(found)) => {
            prop_assert!(conclusions.allowed_rises && suits_objective);
            prop_assert_eq!(found.stopped, Stop::Proved);
            let value = problem.signed(found.value);
            prop_assert!(
                close(value, loss),
                "{algorithm}: {value} at {}, best is {loss}",
                found.recoding.levels().unwrap()
            );
            prop_assert_eq!(
                found.recoding.levels().unwrap(),
                &levels,
                "{}: not the first of equals",
                algorithm
            );
            // Tags and remembered looks: no node is looked at much more than once.
            prop_assert!(
                algorithm == "hitting-set" || found.evaluations as f64 <= problem.lattice().size() * 2.0
            );
        }
        (expected, found) => prop_assert!(false, "{algorithm}: {expected:?}, {found:?}"),
    }
    Ok(())
}

/// A heuristic may end anywhere, but a proof it claims must be one.
fn claims_only_what_is_true(problem: &ReleaseProblem, algorithm: &str) -> Result<(), TestCaseError> {
    match (oracle(problem), run(problem, algorithm)) {
        (Some((loss, levels)), Ok(found)) => {
            let value = problem.signed(found.value);
            prop_assert!(value >= loss || close(value, loss), "{algorithm}: {value} below the best, {loss}");
            let bound = found.upper_bound.map_or(f64::NEG_INFINITY, |bound| problem.signed(bound));
            prop_assert!(bound <= loss || close(bound, loss), "{algorithm}: bound {bound}, best {loss}");
            if found.stopped == Stop::Proved {
                prop_assert_eq!(found.recoding.levels().unwrap(), &levels, "{}", algorithm);
            }
        }
        (expected, Err(SolveError::NothingFeasible { proved, .. })) => {
            prop_assert!(!proved || expected.is_none(), "{algorithm}: proved that there is nothing");
        }
        (expected, found) => prop_assert!(false, "{algorithm}: {expected:?}, {found:?}"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn flash_is_exact_or_refuses(problem in random_problems()) {
        is_exact_or_refuses(&problem.build(), "flash")?;
    }

    #[test]
    fn ola_is_exact_or_refuses(problem in random_problems()) {
        is_exact_or_refuses(&problem.build(), "ola")?;
    }

    #[test]
    fn incognito_is_exact_or_refuses(problem in random_problems()) {
        is_exact_or_refuses(&problem.build(), "incognito")?;
    }

    #[test]
    fn samarati_is_exact_or_refuses(problem in random_problems()) {
        is_exact_or_refuses(&problem.build(), "samarati")?;
    }

    #[test]
    fn hitting_set_is_exact_or_refuses(problem in random_problems()) {
        is_exact_or_refuses(&problem.build(), "hitting-set")?;
    }

    #[test]
    fn heuristics_claim_only_what_is_true(problem in random_problems()) {
        let problem = problem.build();
        for algorithm in ["top-down", "bottom-up", "datafly", "random", "kgen"] {
            claims_only_what_is_true(&problem, algorithm)?;
        }
    }

    /// KGEN's way to count what must go, by intersecting sets of records, against grouping.
    #[test]
    fn the_support_map_counts_small_classes(problem in random_problems(), k in 1..5u64) {
        let problem = problem.build();
        let map = SupportMap::new(problem.tuples());
        for node in problem.lattice().nodes() {
            let classes = Classes::group(problem.tuples(), &Levels::from(node.to_vec()));
            let small: u64 = classes.all().iter().map(|class| class.size).filter(|&size| size < k).sum();
            prop_assert_eq!(map.in_small_classes(&node, k), small);
            for (attribute, &level) in node.iter().enumerate() {
                prop_assert!(map.in_small_groups(attribute, level, k) <= small);
            }
        }
    }

    /// What the searches rest on, node by node.
    #[test]
    fn conclusions_hold(problem in random_problems()) {
        let problem = problem.build();
        conclusions_hold_for(&problem)?;
    }
}

fn conclusions_hold_for(problem: &ReleaseProblem) -> Result<(), TestCaseError> {
    use incog_search::{Problem, rounded};
    let (conclusions, lattice) = (problem.conclusions(), problem.lattice());
    let (least, mut probe) = (problem.least_levels(), problem.probe());
    for node in lattice.nodes() {
        let lower = problem.evaluate(&node);
        prop_assert!(!lower.is_feasible() || least.is_below_or_equal(&node), "{least:?} {node:?}");
        // By sums of random numbers, a false alarm has a chance of 2^-64 for each pair of tuples.
        prop_assert_eq!(probe.is_disallowed(&node), !lower.is_feasible(), "{:?}", node);
        for above in lattice.successors(&node) {
            let upper = problem.evaluate(&above);
            if conclusions.allowed_rises && lower.is_feasible() {
                prop_assert!(upper.is_feasible(), "{node:?} is allowed, {above:?} is not");
            }
            if conclusions.loss_rises && lower.is_feasible() && upper.is_feasible() {
                prop_assert!(rounded(lower.loss) <= rounded(upper.loss), "{node:?} to {above:?}");
            }
        }
    }
    if conclusions.allowed_rises { level_costs_bound(problem) } else { Ok(()) }
}

/// What levels cost below a node is what it loses, and at most what nodes below it lose; never less
/// than without suppression, and never less at higher levels.
fn level_costs_bound(problem: &ReleaseProblem) -> Result<(), TestCaseError> {
    use incog_search::{Problem, rounded};
    let Some(costs) = problem.level_costs() else { return Ok(()) };
    let loss = |terms: &[Vec<f64>], node: &[u8]| {
        let terms = node.iter().zip(terms).map(|(&level, terms)| terms[usize::from(level)]);
        rounded((costs.finish)(terms.sum()))
    };
    let nodes: Vec<_> = problem.lattice().nodes().collect();
    let losses: Vec<_> = nodes.iter().map(|node| problem.evaluate(node)).collect();
    let mut probe = problem.probe();
    for (node, known) in nodes.iter().zip(&losses).filter(|(_, known)| known.is_feasible()) {
        let below = probe.costs_below(node);
        let terms = below.as_ref().unwrap_or(&costs.terms);
        prop_assert_eq!(loss(terms, node), rounded(known.loss), "{:?}", node);
        for (terms, least) in terms.iter().zip(&costs.terms) {
            prop_assert!(terms.is_sorted_by(|lower, higher| lower - higher < 1e-9));
            prop_assert!(terms.iter().zip(least).all(|(term, least)| least - term < 1e-9));
        }
        for (lower, known) in nodes.iter().zip(&losses).filter(|(lower, _)| lower.is_below_or_equal(node)) {
            let bound = loss(terms, lower);
            prop_assert!(!known.is_feasible() || bound <= rounded(known.loss), "{lower:?} below {node:?}");
            if let Some((least, most)) = probe.cost_range(lower, node) {
                let sum: f64 = lower.iter().zip(terms).map(|(&level, terms)| terms[usize::from(level)]).sum();
                prop_assert!(least - 1e-9 <= sum && sum <= most + 1e-9, "{least} {sum} {most}");
            }
        }
    }
    Ok(())
}

/// Islands look at releases in the plain way where the objective has no other, each thread with
/// what it alone may use meanwhile: none of them may wait for the others then, since it would do
/// their work.
#[test]
fn islands_of_a_plain_objective_end_on_three_threads() {
    let folder = tempfile::tempdir().unwrap();
    let row = |row: u32| format!("{},{},{}\n", row * 37 % 61, row * 53 % 59, row * 71 % 67);
    let rows: String = (0..600).map(row).collect();
    std::fs::write(folder.path().join("people.csv"), "a,b,c\n".to_owned() + &rows).unwrap();
    let column = |name: &str| {
        format!("[columns.{name}]\nrole = \"quasi-identifier\"\nhierarchy = {{ intervals = [5, 20] }}\n")
    };
    let made = |threads: usize, seed: u64| {
        let text = format!(
            "input = \"people.csv\"\noutput = \"out.csv\"\n{}[privacy]\nunit = \"record\"\nk-anonymity = 3\n[suppression]\n\
             limit = 0.1\n[utility]\nobjective = \"squared-error\"\n[search]\nalgorithm = \"id-dga\"\nseed = {seed}\n\
             id-dga = {{ optimal_suppression = false, islands = 24, population = 48, migration_interval = 1 }}\n\
             max_evaluations = 3000\nthreads = {threads}\n",
            ["a", "b", "c"].map(column).concat()
        );
        let outcome =
            incog::Job::from_toml(&text, folder.path()).unwrap().replacing_output(true).run().unwrap();
        (outcome.report.solution, outcome.report.utility)
    };
    for seed in 2..5 {
        assert_eq!(made(3, seed), made(1, seed));
    }
}

/// A seed gives equal nodes in equal order on one thread and on four.
#[test]
fn searches_do_not_depend_on_threads() {
    use proptest::strategy::ValueTree;
    use proptest::test_runner::TestRunner;
    let mut runner = TestRunner::deterministic();
    for _ in 0..20 {
        let problem = random_problems().new_tree(&mut runner).unwrap().current().build();
        for algorithm in ["kgen", "hitting-set", "auto"] {
            let on = |threads: usize| {
                let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
                let found = pool.install(|| run(&problem, algorithm));
                found.map(|found| (found.recoding, found.evaluations, found.trace.len())).ok()
            };
            assert_eq!(on(1), on(4), "{algorithm}");
        }
    }
}

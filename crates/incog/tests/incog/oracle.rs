//! The exact searches against trying every node and every sub-multiset of every class.

use crate::random_problem::{RandomProblem, random_problems};
use incog_data::{CellCount, ClassView, Classes, Kept, Levels};
use incog_plan::{Plan, ReleaseProblem, SearchSettings, SolveError, solve};
use incog_privacy::Conjunction;
use incog_search::{BoxProblem, Stop, rounded};
use incog_utility::METRICS;
use proptest::prelude::*;
use std::sync::atomic::AtomicBool;

/// The best node by definition: lowest loss, then lowest level sum, then lexicographic order.
pub fn oracle(problem: &ReleaseProblem) -> Option<(f64, Levels)> {
    let mut best: Option<(f64, u32, Levels)> = None;
    for node in problem.lattice().nodes() {
        let levels = Levels::from(node.to_vec());
        let classes =
            Classes::group(problem.tuples(), &levels).retain(|class| largest_part(problem.models(), class));
        if classes.suppressed() > problem.suppression_limit() || classes.kept() == 0 {
            continue;
        }
        let loss = rounded(problem.signed(problem.metric().value(&classes)));
        let candidate = (loss, levels.sum(), levels);
        if best.as_ref().is_none_or(|best| candidate.partial_cmp(best).is_some_and(|order| order.is_lt())) {
            best = Some(candidate);
        }
    }
    best.map(|(loss, _, levels)| (loss, levels))
}

fn largest_part(models: &Conjunction, class: &ClassView<'_>) -> Kept {
    let mut parts: Vec<Vec<CellCount>> = vec![vec![]];
    for cell in class.cells {
        parts = parts
            .iter()
            .flat_map(|part| {
                (0..=cell.count).map(move |count| {
                    let mut part = part.clone();
                    part.extend((count > 0).then_some(CellCount { cell: cell.cell, count }));
                    part
                })
            })
            .collect();
    }
    let allowed = parts.into_iter().filter(|part| models.holds(&ClassView::new(part)));
    allowed.max_by_key(|part| ClassView::new(part).size).map_or(Kept::Nothing, Kept::Part)
}

pub fn run(problem: &ReleaseProblem, algorithm: &str) -> Result<Plan, SolveError> {
    let (algorithm, said) = algorithm.split_once(' ').unwrap_or((algorithm, ""));
    let mut settings = SearchSettings { algorithm: algorithm.into(), ..Default::default() };
    if let Ok(said) = said.parse::<i64>() {
        let parameter = if algorithm == "auto" { "head_start" } else { "undivided_steps" };
        settings.parameters.insert(parameter.into(), said.into());
    }
    solve(problem, &settings, &AtomicBool::new(false), &mut |_| {})
}

pub fn close(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1e-3)
}

/// What a search claims must be true, and it must claim a proof wherever the models know the
/// largest part of a class, which all of the single models here do.
fn check(problem: &ReleaseProblem, algorithm: &str) -> Result<(), TestCaseError> {
    let found = run(problem, algorithm);
    match (oracle(problem), found) {
        (None, Err(SolveError::NothingFeasible { .. })) => {}
        (Some((loss, levels)), Ok(found)) => {
            let value = problem.signed(found.value);
            let is_whole = algorithm == "optimal";
            prop_assert!(
                !is_whole || found.evaluations as f64 <= problem.lattice().size(),
                "a node counts twice"
            );
            if found.stopped == Stop::Proved {
                prop_assert!(
                    close(value, loss),
                    "{algorithm}: {value} at {}, best is {loss} at {levels}",
                    found.recoding.levels().unwrap()
                );
                prop_assert_eq!(
                    found.recoding.levels().unwrap(),
                    &levels,
                    "{}: not the first of equals",
                    algorithm
                );
                prop_assert_eq!(found.gap, Some(0.0));
            } else {
                prop_assert_eq!(found.stopped, Stop::Converged);
                prop_assert!(problem.models().len() > 1);
                prop_assert!(value >= loss || close(value, loss));
                let bound = found.upper_bound.map_or(f64::NEG_INFINITY, |bound| problem.signed(bound));
                prop_assert!(bound <= loss || close(bound, loss), "bound {bound}, best {loss}");
            }
        }
        // Only where the largest part is not known may a search miss every allowed release.
        (Some(_), Err(SolveError::NothingFeasible { proved, .. })) => prop_assert!(!proved),
        (expected, found) => prop_assert!(false, "{algorithm}: {expected:?}, {found:?}"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(3_000))]

    #[test]
    fn optimal_finds_the_best(problem in random_problems()) {
        check(&problem.build(), "optimal")?;
    }

    #[test]
    fn optimal_in_parts_finds_the_best(problem in random_problems()) {
        check(&problem.build(), "optimal 1")?;
    }

    #[test]
    fn auto_finds_the_best(problem in random_problems()) {
        check(&problem.build(), "auto")?;
    }

    /// As on large lattices, where the three searches take turns from early on.
    #[test]
    fn auto_in_turns_finds_the_best(problem in random_problems()) {
        check(&problem.build(), "auto 2")?;
    }

    #[test]
    fn exhaustive_finds_the_best(problem in random_problems()) {
        check(&problem.build(), "exhaustive")?;
    }

    #[test]
    fn the_order_of_rows_changes_nothing(problem in random_problems()) {
        let (one, other) = (run(&problem.build(), "optimal"), run(&problem.reversed().build(), "optimal"));
        match (one, other) {
            (Ok(one), Ok(other)) => {
                prop_assert_eq!(one.recoding.levels().unwrap(), other.recoding.levels().unwrap());
                prop_assert!(close(one.value, other.value));
            }
            (one, other) => prop_assert_eq!(one.is_err(), other.is_err()),
        }
    }
}

/// A divergence of 0 came out as a few 1e-17 of either sign, and the noise decided between equals.
#[test]
fn noise_around_zero_does_not_decide_between_equals() {
    let rows =
        [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 1, 0], [0, 1, 0, 0], [0, 0, 2, 0], [0, 1, 1, 0]];
    let groups = [vec![], vec![], vec![[0, 3, 1, 2]], vec![]];
    for metric in 0..METRICS.len() {
        let problem = RandomProblem::new(rows.map(|row| (row, 0)).to_vec(), groups.to_vec(), vec![0], metric);
        assert!(check(&problem.build(), "optimal").is_ok(), "metric {metric}");
    }
}

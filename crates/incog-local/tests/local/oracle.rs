//! Bound, best release and what is found, on thousands of small tables.

use crate::every_release::{least_loss, least_losses};
use crate::random_problem::RandomProblem;
use incog_data::{ClassView, Classes, Kept, Levels, Recoding, Tuples};
use incog_local::{CellKind, Effort, LOCAL_SEARCHES, LocalPlan, LocalProblem, LocalSearchError, fast, full};
use incog_search::{Budget, Stop, Stream};
use incog_utility::Goal;
use std::collections::{BTreeMap, BTreeSet};

const SEED: u64 = 20_261_122;
const PROBLEMS: usize = 6000;

/// How far sums of floating-point numbers may be off.
const NOISE: f64 = 1e-9;

fn minimized(problem: &LocalProblem, value: f64) -> f64 {
    if problem.metric().goal() == Goal::Minimize { value } else { -value }
}

/// What anybody can see of a release: each class meets the models, and not too many records are
/// missing.
fn check_release(problem: &LocalProblem, plan: &LocalPlan, asked: &RandomProblem) {
    let classes = Classes::from_recoding(problem.tuples(), &plan.recoding).unwrap();
    for class in classes.released() {
        let holds = problem.models().holds(&ClassView::new(class.kept_cells()));
        assert!(holds, "{asked:?}: {:?}", class.kept_cells());
    }
    assert!(classes.suppressed() <= problem.suppression_limit(), "{asked:?}");
    let value = problem.metric().value(&classes);
    assert!((value - plan.value).abs() <= NOISE, "{asked:?}");
}

/// No record could have been published with the labels of two classes.
fn check_disjoint(problem: &LocalProblem, plan: &LocalPlan, asked: &RandomProblem) {
    let classes = Classes::from_recoding(problem.tuples(), &plan.recoding).unwrap();
    let released: Vec<_> = classes.released().collect();
    for (place, first) in released.iter().enumerate() {
        for second in &released[place + 1..] {
            let apart = |attribute: usize| {
                let (a, b) = (classes.label(first, attribute), classes.label(second, attribute));
                let level = a.level.max(b.level);
                a.quasi_identifier.label_code(level, a.code) != b.quasi_identifier.label_code(level, b.code)
            };
            let disjoint = (0..problem.tuples().quasi_identifiers().len()).any(apart);
            assert!(disjoint, "{first:?} and {second:?} overlap in {asked:?}");
        }
    }
}

#[derive(Debug, Default)]
struct Tally {
    solvable: usize,
    found: usize,
    best: usize,
    tight: usize,
    proved: usize,
}

#[test]
fn no_release_is_better_than_the_bound_and_none_found_better_than_the_best() {
    compare_with_every_release(RandomProblem::draw, Stream::new(SEED, 0), 2);
}

#[test]
fn nor_is_one_where_people_have_a_k_of_their_own() {
    compare_with_every_release(RandomProblem::draw_with_own_k, Stream::new(SEED, 8), 3);
}

/// One of `one_in` problems has a release, or more.
fn compare_with_every_release(draw: fn(&mut Stream) -> RandomProblem, mut stream: Stream, one_in: usize) {
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for _ in 0..PROBLEMS {
        let asked = draw(&mut stream);
        let problem = asked.build();
        let best =
            least_loss(problem.tuples(), problem.models(), problem.metric(), problem.suppression_limit());
        let plan = full(&problem, Effort::default()).unwrap();
        let quick = fast(&problem, Effort::default()).unwrap();
        assert_eq!(plan.is_some(), quick.is_some(), "{asked:?}");
        if let (Some(plan), Some(quick)) = (&plan, &quick) {
            assert!(minimized(&problem, plan.value) <= minimized(&problem, quick.value) + NOISE, "{asked:?}");
            assert!(best.is_none_or(|best| minimized(&problem, quick.bound) <= best + NOISE), "{asked:?}");
        }
        let tally = tallies.entry(asked.kind()).or_default();
        tally.solvable += usize::from(best.is_some());
        let Some(plan) = plan else { continue };
        check_release(&problem, &plan, &asked);
        let (value, bound) = (minimized(&problem, plan.value), minimized(&problem, plan.bound));
        let publishes = Classes::from_recoding(problem.tuples(), &plan.recoding).unwrap().kept() > 0;
        let Some(best) = best else {
            assert!(!publishes, "{asked:?}");
            continue;
        };
        assert!(bound <= best + NOISE, "bound {bound} above the best {best} of {asked:?}");
        if !publishes {
            continue;
        }
        assert!(value >= best - NOISE, "value {value} below the best {best} of {asked:?}");
        assert!(plan.stopped != Stop::Proved || value <= best + NOISE, "{asked:?}");
        tally.found += 1;
        tally.best += usize::from(value <= best + NOISE);
        tally.tight += usize::from(bound >= best - NOISE);
        tally.proved += usize::from(plan.stopped == Stop::Proved);
    }
    for (kind, tally) in &tallies {
        println!("{kind}: {tally:?}");
    }
    let sum = |part: fn(&Tally) -> usize| -> usize { tallies.values().map(part).sum() };
    let (solvable, found, best) = (sum(|t| t.solvable), sum(|t| t.found), sum(|t| t.best));
    println!("{solvable} {found} {best} {} {}", sum(|t| t.tight), sum(|t| t.proved));
    assert!(solvable * one_in > PROBLEMS, "{solvable}");
    assert!(found * 100 >= solvable * 97, "{found} of {solvable}");
    assert!(best * 100 >= found * 95, "{best} of {found}");
}

#[test]
fn the_order_of_rows_changes_nothing() {
    let mut stream = Stream::new(SEED, 1);
    for _ in 0..PROBLEMS / 6 {
        let asked = RandomProblem::draw(&mut stream);
        let (problem, reversed) = (asked.build(), asked.reversed().build());
        let plan = fast(&problem, Effort::default()).unwrap();
        assert_eq!(plan, fast(&reversed, Effort::default()).unwrap(), "{asked:?}");
    }
}

#[test]
fn a_start_is_never_made_worse() {
    let mut stream = Stream::new(SEED, 2);
    for _ in 0..PROBLEMS / 6 {
        let asked = RandomProblem::draw(&mut stream);
        let problem = asked.build();
        let qids = problem.tuples().quasi_identifiers();
        let levels = qids.iter().map(|qid| stream.level(qid.min_level, qid.max_level)).collect::<Vec<u8>>();
        let global = Classes::group(problem.tuples(), &Levels::from(levels))
            .retain(|class| problem.models().retain(class).kept);
        if global.suppressed() > problem.suppression_limit() || global.kept() == 0 {
            continue;
        }
        let start = global.recoding();
        let effort = Effort { start: Some(&start), ..Effort::default() };
        let plan = fast(&problem, effort).unwrap().unwrap();
        check_release(&problem, &plan, &asked);
        let (value, known) =
            (minimized(&problem, plan.value), minimized(&problem, problem.metric().value(&global)));
        assert!(value <= known + NOISE, "{value} above {known} of {asked:?}");
    }
}

#[test]
fn strict_cells_are_disjoint() {
    let mut stream = Stream::new(SEED, 3);
    for _ in 0..PROBLEMS / 6 {
        let asked = RandomProblem::draw(&mut stream);
        let problem = asked.build();
        let effort = Effort { cells: CellKind::Strict, ..Effort::default() };
        let Some(plan) = fast(&problem, effort).unwrap() else { continue };
        check_release(&problem, &plan, &asked);
        assert!(minimized(&problem, plan.bound) <= minimized(&problem, plan.value), "{asked:?}");
        let free = fast(&problem, Effort::default()).unwrap().unwrap();
        assert!(minimized(&problem, free.value) <= minimized(&problem, plan.value) + NOISE, "{asked:?}");
        check_disjoint(&problem, &plan, &asked);
    }
}

/// Where columns are to be kept, no release has more lost columns than without, and none with as
/// many loses more. None is better than the bound. Some columns come back that the loss alone gives
/// up.
#[test]
fn columns_that_the_loss_gives_up_come_back() {
    let mut stream = Stream::new(SEED, 8);
    let (mut lost, mut regained) = ([0; 2], [0; 2]);
    for _ in 0..PROBLEMS / 3 {
        let asked = RandomProblem::draw(&mut stream);
        let problem = asked.build();
        for (place, cells) in [CellKind::Free, CellKind::Strict].into_iter().enumerate() {
            let effort = Effort { cells, ..Effort::default() };
            let Some(plan) = fast(&problem, effort).unwrap() else { continue };
            let kept = fast(&problem, Effort { keep_columns: true, ..effort }).unwrap().unwrap();
            check_release(&problem, &kept, &asked);
            assert!(kept.lost_columns.len() <= plan.lost_columns.len(), "{asked:?}");
            let loses_more = minimized(&problem, kept.value) > minimized(&problem, plan.value) + NOISE;
            assert!(kept.lost_columns.len() < plan.lost_columns.len() || !loses_more, "{asked:?}");
            assert!(minimized(&problem, kept.bound) <= minimized(&problem, kept.value) + NOISE, "{asked:?}");
            assert_eq!(kept.lost_columns, columns_of_one_label(&problem, &kept), "{asked:?}");
            if cells == CellKind::Strict {
                check_disjoint(&problem, &kept, &asked);
            }
            lost[place] += plan.lost_columns.len();
            regained[place] += plan.lost_columns.len() - kept.lost_columns.len();
        }
    }
    println!("free and strict: {lost:?} lost, {regained:?} regained");
    assert!(regained.into_iter().all(|columns| columns > 0), "{lost:?} {regained:?}");
}

/// Against all releases of small tables. A release that keeps all columns loses no less than the
/// best that keeps them, and the bound is not above that. A proved release is that best one. Most
/// tables that have such a release get one.
#[test]
fn no_release_that_keeps_columns_is_better_than_the_bound() {
    let mut stream = Stream::new(SEED, 9);
    let (mut exist, mut found, mut best_ones, mut proved) = (0, 0, 0, 0);
    for _ in 0..PROBLEMS / 3 {
        let asked = RandomProblem::draw(&mut stream);
        let problem = asked.build();
        let tuples = problem.tuples();
        let attributes = tuples.quasi_identifiers().len();
        let losses =
            least_losses(tuples, problem.models(), problem.metric(), problem.suppression_limit(), attributes);
        let varied = (0..attributes).filter(|&attribute| has_two_labels(tuples, attribute));
        let wanted: usize = varied.map(|attribute| 1 << attribute).sum();
        let effort = Effort { keep_columns: true, ..Effort::default() };
        let plan = full(&problem, effort).unwrap().filter(|plan| plan.lost_columns.is_empty());
        let plan =
            plan.filter(|plan| Classes::from_recoding(problem.tuples(), &plan.recoding).unwrap().kept() > 0);
        let Some(best) = losses[wanted] else {
            assert!(plan.is_none(), "{asked:?}");
            continue;
        };
        exist += 1;
        let Some(plan) = plan else { continue };
        found += 1;
        let (value, bound) = (minimized(&problem, plan.value), minimized(&problem, plan.bound));
        assert!(value >= best - NOISE && bound <= best + NOISE, "{value} {bound} {best} {asked:?}");
        assert!(plan.stopped != Stop::Proved || value <= best + NOISE, "{asked:?}");
        best_ones += usize::from(value <= best + NOISE);
        proved += usize::from(plan.stopped == Stop::Proved);
    }
    println!("{exist} exist, {found} found, {best_ones} best, {proved} proved");
    assert!(exist > PROBLEMS / 12 && proved > PROBLEMS / 60, "{exist} {proved}");
    assert!(found * 100 >= exist * 93, "{found} of {exist}");
    assert!(best_ones * 100 >= found * 95, "{best_ones} of {found}");
}

/// Whether an attribute can show two labels at its lowest level.
fn has_two_labels(tuples: &Tuples, attribute: usize) -> bool {
    let qid = &tuples.quasi_identifiers()[attribute];
    let labels = (0..tuples.len()).map(|tuple| qid.label_code(qid.min_level, tuples.codes(tuple)[attribute]));
    labels.collect::<BTreeSet<u32>>().len() > 1
}

/// The attributes with two labels or more of which every class shows one that stands for all values
/// of the table.
fn columns_of_one_label(problem: &LocalProblem, plan: &LocalPlan) -> Vec<usize> {
    let classes = Classes::from_recoding(problem.tuples(), &plan.recoding).unwrap();
    let varied = (0..problem.tuples().quasi_identifiers().len())
        .filter(|&attribute| has_two_labels(problem.tuples(), attribute));
    varied.filter(|&attribute| shows_one_label(problem.tuples(), &classes, attribute)).collect()
}

fn shows_one_label(tuples: &Tuples, classes: &Classes<'_>, attribute: usize) -> bool {
    let codes: BTreeSet<u32> = (0..tuples.len()).map(|tuple| tuples.codes(tuple)[attribute]).collect();
    classes.released().next().is_some()
        && classes.released().all(|class| {
            let label = classes.label(class, attribute);
            let code_there = |code| label.quasi_identifier.label_code(label.level, code);
            codes.iter().all(|&code| code_there(code) == code_there(label.code))
        })
}

#[test]
fn a_search_that_ends_early_still_tells_the_truth() {
    let mut stream = Stream::new(SEED, 4);
    for _ in 0..PROBLEMS / 6 {
        let asked = RandomProblem::draw(&mut stream);
        let problem = asked.build();
        let best =
            least_loss(problem.tuples(), problem.models(), problem.metric(), problem.suppression_limit());
        let budget = Budget::evaluations(stream.below(200) as u64);
        let Some(plan) = fast(&problem, Effort { budget, ..Effort::default() }).unwrap() else { continue };
        check_release(&problem, &plan, &asked);
        assert!(best.is_none_or(|best| minimized(&problem, plan.bound) <= best + NOISE), "{asked:?}");
        let nothing = Recoding::global(Levels::default(), [Kept::Nothing]);
        assert!(fast(&problem, Effort { start: Some(&nothing), ..Effort::default() }).is_err());
    }
}

#[test]
fn every_search_alone_stays_between_bound_and_best() {
    compare_every_search(RandomProblem::draw, Stream::new(SEED, 5));
}

#[test]
fn every_search_alone_gives_everybody_her_own_k() {
    compare_every_search(RandomProblem::draw_with_own_k, Stream::new(SEED, 9));
}

fn compare_every_search(draw: fn(&mut Stream) -> RandomProblem, mut stream: Stream) {
    let mut tallies: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for _ in 0..PROBLEMS / 3 {
        let asked = draw(&mut stream);
        let problem = asked.build();
        let best =
            least_loss(problem.tuples(), problem.models(), problem.metric(), problem.suppression_limit());
        for search in LOCAL_SEARCHES {
            for cells in [CellKind::Free, CellKind::Strict] {
                let effort = Effort { cells, ..Effort::default() };
                let plan = match search.run(&problem, effort) {
                    Err(LocalSearchError::Overlaps { .. }) => {
                        assert!(!search.is_strict() && cells == CellKind::Strict);
                        continue;
                    }
                    plan => plan.unwrap(),
                };
                let Some(plan) = plan else { continue };
                check_release(&problem, &plan, &asked);
                if cells == CellKind::Strict {
                    check_disjoint(&problem, &plan, &asked);
                }
                let Some(best) = best else { continue };
                let (value, bound) = (minimized(&problem, plan.value), minimized(&problem, plan.bound));
                assert!(bound <= best + NOISE, "{}: {bound} above {best} of {asked:?}", search.card.name);
                if Classes::from_recoding(problem.tuples(), &plan.recoding).unwrap().kept() > 0 {
                    assert!(value >= best - NOISE, "{}: {value} below {best} of {asked:?}", search.card.name);
                    let (found, optimal) = tallies.entry(search.card.name).or_default();
                    *found += 1;
                    *optimal += usize::from(value <= best + NOISE);
                }
            }
        }
    }
    println!("found and best: {tallies:?}");
    assert_eq!(tallies.len(), LOCAL_SEARCHES.len());
    assert!(tallies.values().all(|(found, _)| *found > 0));
}

#[test]
fn every_search_ends_when_its_steps_are_spent() {
    let mut stream = Stream::new(SEED, 6);
    for _ in 0..PROBLEMS / 6 {
        let asked = RandomProblem::draw(&mut stream);
        let problem = asked.build();
        for search in LOCAL_SEARCHES {
            let budget = Budget::evaluations(stream.below(200) as u64);
            if let Some(plan) = search.run(&problem, Effort { budget, ..Effort::default() }).unwrap() {
                check_release(&problem, &plan, &asked);
            }
        }
    }
}

#[test]
fn wide_tables_stay_between_bound_and_best() {
    let mut stream = Stream::new(SEED, 7);
    let (mut found, mut optimal, mut bounded) = (0, 0, 0);
    for _ in 0..PROBLEMS / 20 {
        let asked = RandomProblem::draw(&mut stream).widened();
        let problem = asked.build();
        let best =
            least_loss(problem.tuples(), problem.models(), problem.metric(), problem.suppression_limit());
        for search in [fast, full] {
            let Some(plan) = search(&problem, Effort::default()).unwrap() else { continue };
            check_release(&problem, &plan, &asked);
            let Some(best) = best else { continue };
            let (value, bound) = (minimized(&problem, plan.value), minimized(&problem, plan.bound));
            assert!(bound <= best + NOISE, "bound {bound} above the best {best} of {asked:?}");
            if Classes::from_recoding(problem.tuples(), &plan.recoding).unwrap().kept() > 0 {
                assert!(value >= best - NOISE, "value {value} below the best {best} of {asked:?}");
                found += 1;
                optimal += usize::from(value <= best + NOISE);
                bounded += usize::from(plan.prices.of_tuple().iter().any(|price| *price > 0));
            }
        }
    }
    println!("wide: {found} found, {optimal} best, {bounded} with a bound");
    assert!(bounded * 2 > found && optimal * 10 > found * 8, "{bounded} and {optimal} of {found}");
}

//! Models about providers, by every search, against trying everything.

use crate::oracle::{close, oracle};
use incog_data::{ClassView, ColumnBuilder, Hierarchy, QuasiIdentifier, Tuples};
use incog_plan::{ReleaseProblem, SearchSettings, SolveError, solve};
use incog_privacy::{ClassModel, Conjunction, DistinctLDiversity, KAnonymity, MPrivacy, ProviderDiversity};
use incog_search::{LatticeProblem, Node, Stop};
use incog_utility::metric_by_name;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// Two quasi-identifiers of four values, an illness of three, a provider of three.
type Row = (usize, usize, usize, usize);

fn tuples(rows: &[Row]) -> Tuples {
    let column = |name: &str, value: fn(&Row) -> usize| {
        let mut builder = ColumnBuilder::new(name);
        rows.iter().for_each(|row| builder.push(&value(row).to_string()));
        builder.finish(&[])
    };
    let columns = [column("a", |row| row.0), column("b", |row| row.1)];
    let illness = column("illness", |row| row.2);
    let provider = column("provider", |row| row.3);
    let hierarchy = || {
        Arc::new(
            Hierarchy::new([["0", "0-1", "*"], ["1", "0-1", "*"], ["2", "2-3", "*"], ["3", "2-3", "*"]])
                .unwrap(),
        )
    };
    let qids = columns.iter().map(|column| QuasiIdentifier::new(column, hierarchy()).unwrap()).collect();
    let columns: Vec<_> = columns.iter().collect();
    Tuples::new(qids, &columns, &[&illness, &provider], rows.len()).unwrap()
}

fn constraint(tuples: &Tuples) -> Vec<Box<dyn ClassModel>> {
    let l = DistinctLDiversity::new(&tuples.sensitive()[0], 2).unwrap();
    vec![Box::new(KAnonymity::new(2).unwrap()), Box::new(l)]
}

fn problem(rows: &[Row], collusion: bool, metric: &str, limit: u64) -> ReleaseProblem {
    let tuples = tuples(rows);
    let provider = &tuples.sensitive()[1];
    let mut models = constraint(&tuples);
    models.push(if collusion {
        Box::new(MPrivacy::new(provider, 1, Conjunction::new(constraint(&tuples))).unwrap())
    } else {
        Box::new(ProviderDiversity::new(provider, 2).unwrap())
    });
    let metric = metric_by_name(metric, 2).unwrap();
    ReleaseProblem::new(tuples, Conjunction::new(models), metric, limit).unwrap()
}

fn settings(algorithm: &str) -> SearchSettings {
    let parameters = if algorithm == "cpgen" { "population = 4\niterations = 20" } else { "" };
    SearchSettings {
        algorithm: algorithm.into(),
        parameters: toml::from_str(parameters).unwrap(),
        max_evaluations: Some(2_000),
        ..Default::default()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn every_search_keeps_models_about_providers(
        rows in proptest::collection::vec((0..4usize, 0..4usize, 0..3usize, 0..3usize), 1..12),
        collusion in any::<bool>(),
        metric in prop::sample::select(vec!["cpgen", "transparency", "discernibility"]),
        limit in 0..12u64,
    ) {
        let problem = problem(&rows, collusion, metric, limit);
        let best = oracle(&problem);
        for algorithm in ["optimal", "exhaustive", "cpgen", "provider-aware", "flash", "id-ga", "haef"] {
            let found = solve(&problem, &settings(algorithm), &AtomicBool::new(false), &mut |_| {});
            match (&best, found) {
                (_, Err(SolveError::Unsuitable { .. })) => {}
                (best, Err(SolveError::NothingFeasible { proved, .. })) => {
                    prop_assert!(best.is_none() || !proved, "{}", algorithm);
                    prop_assert!(best.is_none() || !["optimal", "provider-aware"].contains(&algorithm));
                }
                (Some((loss, levels)), Ok(found)) => {
                    let value = problem.signed(found.value);
                    // The papers' presets may suppress more than the models demand, which the
                    // objectives that count classes reward: suppressed records make one class more.
                    let is_free = ["id-ga", "haef"].contains(&algorithm) && metric != "transparency";
                    prop_assert!(
                        is_free || value >= *loss || close(value, *loss),
                        "{} {} < {}", algorithm, value, loss
                    );
                    if found.stopped == Stop::Proved {
                        prop_assert_eq!(found.recoding.levels().unwrap(), levels, "{}", algorithm);
                    }
                    for class in found.classes(problem.tuples()).unwrap().released() {
                        prop_assert!(problem.models().holds(&ClassView::new(class.kept_cells())), "{}", algorithm);
                    }
                }
                (best, found) => prop_assert!(false, "{}: {:?} {:?}", algorithm, best, found),
            }
        }
    }
}

/// What classes lack, counted from the rows themselves: k = 2, l = 2 and m = 2, each by the share
/// that is missing.
fn plain_shortfall(rows: &[Row], levels: [u8; 2]) -> f64 {
    let label = |value: usize, level: u8| [value, value / 2, 0][usize::from(level)];
    let mut classes: BTreeMap<[usize; 2], Vec<&Row>> = BTreeMap::new();
    for row in rows {
        classes.entry([label(row.0, levels[0]), label(row.1, levels[1])]).or_default().push(row);
    }
    let distinct = |class: &[&Row], of: fn(&Row) -> usize| {
        class.iter().map(|row| of(row)).collect::<BTreeSet<usize>>().len()
    };
    let lacks = |has: usize| 2usize.saturating_sub(has) as f64 / 2.0;
    let of_class = |class: &Vec<&Row>| {
        lacks(class.len()) + lacks(distinct(class, |row| row.2)) + lacks(distinct(class, |row| row.3))
    };
    classes.values().map(of_class).sum()
}

proptest! {
    #[test]
    fn a_shortfall_is_what_classes_lack(
        rows in proptest::collection::vec((0..4usize, 0..4usize, 0..3usize, 0..3usize), 1..12),
        levels in [0..3u8, 0..3u8],
    ) {
        let problem = problem(&rows, false, "cpgen", 0);
        let found = problem.shortfall(&Node::from(levels.to_vec()));
        prop_assert!(close(found, plain_shortfall(&rows, levels)), "{} {:?}", found, levels);
    }
}

/// Of two records that differ in everything only the highest node makes one class. A run that has
/// not come upon it says that it found nothing, although it looked there before, for the bound.
#[test]
fn cpgen_says_that_it_found_nothing() {
    let problem = problem(&[(0, 0, 0, 0), (3, 3, 1, 1)], false, "cpgen", 0);
    let parameters: BTreeMap<_, _> = toml::from_str("population = 2\niterations = 1").unwrap();
    let mut found = 0;
    for seed in 1..=20 {
        let settings = SearchSettings { seed, parameters: parameters.clone(), ..settings("cpgen") };
        match solve(&problem, &settings, &AtomicBool::new(false), &mut |_| {}) {
            Ok(plan) => {
                assert_eq!(plan.recoding.levels().unwrap().to_vec(), [2, 2]);
                found += 1;
            }
            Err(SolveError::NothingFeasible { proved, .. }) => assert!(!proved),
            Err(error) => panic!("{error}"),
        }
    }
    // Each seed comes upon it with a probability of about a half, so all or none of 20 do with less
    // than 1e-5.
    assert!(0 < found && found < 20, "{found}");
}

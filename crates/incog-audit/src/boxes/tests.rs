//! Proofs by hand.

use super::*;
use incog_privacy::{MissingAs, ModelSpec};

/// Two columns of 1 to 4, each to halves and to the root; one record of each diagonal value.
fn table() -> Table {
    let rows = [["1", "1", "a"], ["2", "2", "b"], ["3", "3", "a"], ["4", "4", "a"]];
    Table::from_rows(["x", "y", "ill"], rows, &[]).unwrap()
}

fn qids(table: &Table) -> Vec<QuasiIdentifier> {
    let rows = [["1", "low", "*"], ["2", "low", "*"], ["3", "high", "*"], ["4", "high", "*"]];
    let hierarchy = Arc::new(Hierarchy::new(rows).unwrap());
    table.columns()[..2]
        .iter()
        .map(|column| QuasiIdentifier::new(column, Arc::clone(&hierarchy)).unwrap())
        .collect()
}

fn bound(
    models: &[(&str, &str, i64)],
    objective: &str,
    limit: u64,
    nodes: &[[u8; 2]],
    steps: &[BoxStep],
) -> Result<f64, NoBound> {
    let table = table();
    let spec =
        |&(name, key, value): &(&str, &str, i64)| ModelSpec::named(name, [(key, value.into())]).unwrap();
    let demand = Demand {
        models: models.iter().map(spec).collect(),
        quasi_identifiers: vec!["x".into(), "y".into()],
        sensitive: vec![("ill".into(), MissingAs::default())],
        ..Demand::default()
    };
    let releases = FullDomain {
        input: &table,
        quasi_identifiers: &qids(&table),
        demand: &demand,
        hierarchies: &BTreeMap::new(),
        objective: &Objective::named(objective).unwrap(),
        limit,
    };
    let proof = BoxProof {
        quasi_identifiers: demand.quasi_identifiers.clone(),
        nodes: nodes.iter().map(|node| node.to_vec()).collect(),
        steps: steps.to_vec(),
    };
    releases.bound_of_boxes(&proof).unwrap()
}

const K2: &[(&str, &str, i64)] = &[("k-anonymity", "k", 2)];

/// For k = 2 both columns have to be in halves: below 0,2 and 2,0 everybody is alone.
#[test]
fn two_clauses_prove_the_halves() {
    let nodes = [[0, 2], [2, 0]];
    let by_cuts = [
        BoxStep::Cut(0, 1),
        BoxStep::Below(0),
        BoxStep::Cut(1, 1),
        BoxStep::Below(1),
        BoxStep::Dear(vec![], vec![]),
    ];
    assert_eq!(bound(K2, "height", 0, &nodes, &by_cuts), Ok(2.0));
    let by_prices = [BoxStep::Dear(vec![0, 1], vec![])];
    assert_eq!(bound(K2, "height", 0, &nodes, &by_prices), Ok(2.0));
    assert_eq!(bound(K2, "precision", 0, &nodes, &by_prices), Ok(0.5));
    assert_eq!(bound(K2, "height", 3, &nodes, &by_prices), Ok(2.0), "all would have to go");
    // Each of them asks the price once.
    assert_eq!(bound(K2, "height", 0, &nodes, &[BoxStep::Dear(vec![0, 0, 1, 1], vec![])]), Ok(2.0));
    // What is cut off costs as much, and what is left has to be closed as well.
    let cut_off = [BoxStep::Dear(vec![0, 1], vec![(0, 1), (1, 1)]), BoxStep::Dear(vec![0, 1], vec![])];
    assert_eq!(bound(K2, "height", 0, &nodes, &cut_off), Ok(2.0));
    assert_eq!(bound(K2, "height", 0, &nodes, &cut_off[..1]), Err(NoBound::Steps));
}

/// l = 2 needs both halves joined, since those of 3 and 4 have the same illness.
#[test]
fn models_are_judged_class_by_class() {
    let l2 = [("l-diversity", "l", 2)];
    let nodes = [[1, 2], [2, 1], [0, 2]];
    let steps = [BoxStep::Dear(vec![0, 1], vec![])];
    assert_eq!(bound(&l2, "height", 0, &nodes, &steps), Ok(4.0));
    // With two records suppressed, halves are enough, and nodes below them may be as low as the
    // lowest.
    assert_eq!(bound(&l2, "height", 2, &nodes, &steps), Ok(0.0));
}

#[test]
fn suppressed_records_count() {
    // At 1,1 nobody is lost to k = 2; to l = 2 both records of the upper half are, which cost 1
    // each.
    let l2 = [("l-diversity", "l", 2)];
    let steps = [BoxStep::Cut(0, 2), BoxStep::Below(0), BoxStep::Dear(vec![], vec![])];
    let found = bound(&l2, "gen-loss", 2, &[[1, 2]], &steps).unwrap();
    assert_eq!(found, 0.5, "two lost, two at their lowest labels");
}

/// Whoever is not above 1,2 suppresses what 1,2 does; whoever is, pays for it.
#[test]
fn who_does_not_pay_suppresses() {
    let l2 = [("l-diversity", "l", 2)];
    let of = |nodes: &[[u8; 2]], steps: &[BoxStep]| bound(&l2, "gen-loss", 2, nodes, steps);
    // Below 1,2 two of four records are lost, which costs 0.5; to stand above it, the first column
    // costs 0.5 as well.
    assert_eq!(of(&[[1, 2]], &[BoxStep::Dear(vec![0], vec![])]), Ok(0.5));
    // Above both of them everything is lost.
    assert_eq!(of(&[[1, 2], [2, 1]], &[BoxStep::Dear(vec![0, 1], vec![])]), Ok(0.5));
    // What is lost below the first node is lost whoever pays, in a box that lies below it.
    let lower = |places: Vec<usize>| {
        let upper = BoxStep::Dear(vec![], vec![]);
        of(&[[1, 2]], &[BoxStep::Cut(0, 2), BoxStep::Dear(places, vec![]), upper])
    };
    assert_eq!(lower(vec![]), Ok(0.0));
    assert_eq!(lower(vec![0]), Ok(0.5));
}

#[test]
fn wrong_steps_prove_nothing() {
    let nodes = [[0, 2], [1, 1]];
    let cases: &[(&[BoxStep], NoBound)] = &[
        (&[], NoBound::Steps),
        (&[BoxStep::Below(0)], NoBound::Steps),
        (&[BoxStep::Below(7)], NoBound::Steps),
        (&[BoxStep::Cut(0, 1), BoxStep::Below(0)], NoBound::Steps),
        (&[BoxStep::Cut(0, 0)], NoBound::Steps),
        (&[BoxStep::Cut(0, 3)], NoBound::Steps),
        (&[BoxStep::Cut(2, 1)], NoBound::Steps),
        (&[BoxStep::Dear(vec![0], vec![(0, 2)])], NoBound::Steps),
        (&[BoxStep::Dear(vec![0], vec![(5, 0)])], NoBound::Steps),
        (&[BoxStep::Dear(vec![0], vec![]), BoxStep::Below(0)], NoBound::Steps),
    ];
    for (steps, why) in cases {
        assert_eq!(bound(K2, "height", 0, &nodes, steps), Err(*why), "{steps:?}");
    }
    assert_eq!(bound(K2, "height", 0, &[[0, 3]], &[BoxStep::Dear(vec![], vec![])]), Err(NoBound::Node));
}

#[test]
fn says_what_it_cannot_judge() {
    let steps = [BoxStep::Dear(vec![], vec![])];
    assert_eq!(bound(K2, "discernibility", 0, &[], &steps), Err(NoBound::Objective));
    let alpha = ModelSpec::named("alpha-k-anonymity", [("alpha", 0.5.into()), ("k", 2.into())]).unwrap();
    let table = table();
    let demand = Demand {
        models: vec![alpha],
        quasi_identifiers: vec!["x".into(), "y".into()],
        sensitive: vec![("ill".into(), MissingAs::default())],
        ..Demand::default()
    };
    let can_be = |limit| {
        let releases = FullDomain {
            input: &table,
            quasi_identifiers: &qids(&table),
            demand: &demand,
            hierarchies: &BTreeMap::new(),
            objective: &Objective::default(),
            limit,
        };
        releases.can_be_bounded()
    };
    assert_eq!((can_be(0), can_be(1)), (Ok(()), Err(NoBound::Rising)));
}

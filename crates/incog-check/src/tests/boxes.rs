//! No steps, whatever they are, prove more than the best node loses.

use super::{SmallJob, lists};
use crate::proof::lattice::codes_of;

/// Two columns, of two and three levels: six nodes.
fn job(objective: &str, k: usize, limit: &str) -> String {
    format!(
        r#"{{"input":"in.csv","columns":{{"a":{{"role":"quasi-identifier","hierarchy":{{"flat":true}}}},
        "b":{{"role":"quasi-identifier","hierarchy":{{"intervals":[2],"origin":0}}}}}},
        "privacy":{{"k-anonymity":{k}}},"suppression":{{"limit":{limit}}},"utility":{{"objective":{objective}}}}}"#
    )
}

const NODES: &str = "[[0,0],[1,0],[0,1],[1,1],[0,2],[1,2]]";

/// The least that a node loses whose failing classes are suppressed. More of them would not make
/// one better: the objectives here do not count suppressed records, or count them as the dearest.
fn least(small: &SmallJob, k: usize) -> f64 {
    let space = small.space();
    let mut best = f64::INFINITY;
    for (a, b) in (0..2).flat_map(|a| (0..3).map(move |b| (a, b))) {
        // Plain code: records by the labels of the node.
        let rows = space.table.rows;
        let labels: Vec<Vec<usize>> = (0..rows)
            .map(|row| {
                let codes = codes_of(&space.attributes, row).into_iter().zip(&space.attributes);
                codes.zip([a, b]).map(|((code, attribute), level)| attribute.labels[level][code]).collect()
            })
            .collect();
        let kept: Vec<usize> = (0..rows)
            .filter(|&row| labels.iter().filter(|other| **other == labels[row]).count() >= k)
            .collect();
        let lost = rows - kept.len();
        if lost > space.limit || kept.is_empty() {
            continue;
        }
        let mut terms = 0.0;
        for (place, level) in [a, b].into_iter().enumerate() {
            let attribute = &space.attributes[place];
            let costs: f64 =
                kept.iter().map(|&row| attribute.costs[level][attribute.column.codes[row]]).sum();
            let total = match space.suppressed {
                Some(cost) => costs + cost * lost as f64,
                None => costs * rows as f64 / kept.len() as f64,
            };
            terms += space.term_of_sum(place, total);
        }
        best = best.min(space.whole(terms));
    }
    best
}

/// Every list of up to two steps, for three tables, four objectives, and three pairs of k and
/// limit; of three steps for one of these pairs.
#[test]
fn no_steps_prove_what_is_not_so() {
    let mut steps: Vec<String> =
        [[0, 1], [1, 1], [1, 2]].iter().map(|cut| format!(r#"{{"cut":{cut:?}}}"#)).collect();
    for node in 0..6 {
        steps.push(format!(r#"{{"below":{node}}}"#));
        steps.push(format!(r#"{{"dear":[[{node}],[]]}}"#));
        steps.push(format!(r#"{{"dear":[[{node},{}],[]]}}"#, (node + 1) % 6));
        steps.push(format!(r#"{{"dear":[[{node}],[[0,0]]]}}"#));
        steps.push(format!(r#"{{"dear":[[{node},{}],[[1,1],[1,0]]]}}"#, (node + 4) % 6));
    }
    steps.push(r#"{"dear":[[],[]]}"#.to_owned());
    let tables = ["a,b\nx,0\nx,1\ny,2\ny,3\nz,3\n", "a,b\nx,0\nx,0\ny,1\ny,2\n", "a,b\nx,0\ny,0\nx,1\ny,3\n"];
    let objectives = [
        r#""gen-loss""#,
        r#""loss""#,
        r#""transparency""#,
        r#"{"metric":"precision","suppressed":"ignored"}"#,
    ];
    let (mut proved, mut tight) = (0, 0);
    for (table, objective) in tables.iter().flat_map(|table| objectives.map(|objective| (table, objective))) {
        for (k, limit) in [(2, "0.0"), (2, "0.5"), (3, "0.25")] {
            let small = SmallJob::new(&job(objective, k, limit), table);
            let least = least(&small, k);
            for length in 1..=3 {
                for list in lists(&steps, length).filter(|_| length < 3 || limit == "0.5") {
                    let evidence = format!(
                        r#""boxes":{{"quasi_identifiers":["a","b"],"nodes":{NODES},"steps":[{}]}}"#,
                        list.join(",")
                    );
                    if let Ok(bound) = small.bound(&evidence) {
                        assert!(
                            bound <= least + 1e-9,
                            "{bound} > {least}: {evidence} {objective} {k} {limit} {table}"
                        );
                        proved += 1;
                        tight += usize::from(bound >= least - 1e-9);
                    }
                }
            }
        }
    }
    // The test would say nothing if no list proved anything, or none the optimum.
    assert!(proved > 5_000 && tight > 100, "{proved} {tight}");
}

//! Series in which classes keep their sensitive values.

use crate::ledger_values::{FOUR, job, refused, run};
use crate::nights::{done, report, with_job};
use crate::stage::Stage;

fn with_m_invariance() -> Stage {
    with_job(&format!("{}m_invariance = true\n", job()))
}

/// Two newcomers would bring a third value into the class, and two others bring none.
#[test]
fn with_m_invariance_nobody_comes_with_another_value() {
    let stage = with_m_invariance();
    let mut people = FOUR.to_vec();
    assert_eq!(run(&stage, &people).0, [4, 0, 0, 0]);
    people.extend([("c", "no"), ("d", "flu")]);
    assert_eq!(run(&stage, &people).0, [0, 0, 0, 2]);
    people.extend([("e", "no"), ("f", "hiv")]);
    assert_eq!(run(&stage, &people).0, [2, 0, 0, 2]);
    let report = report(&stage, "r.csv.report.json");
    assert_eq!(report["job"]["releases"]["m_invariance"], true);
    let verified = done(stage.run(&["verify", "--verbose", "r.csv.internal.json"]));
    let claim = "a class has the same sensitive values in all releases";
    let line = verified.out.lines().find(|line| line.contains(claim)).unwrap_or_default();
    assert!(line.starts_with("proved"), "{}", verified.out);
}

/// Any seven of these people have two values; with m-invariance they stay until all have left.
#[test]
fn with_m_invariance_a_class_leaves_as_a_whole() {
    let others = ["no", "flu", "hiv", "flu", "no", "flu", "hiv", "flu", "no", "flu"];
    let names: Vec<String> = (0..others.len()).map(|place| format!("p{place}")).collect();
    let others = names.iter().map(String::as_str).zip(others);
    for (stage, left) in [(with_job(&job()), 7), (with_m_invariance(), 0)] {
        let mut people: Vec<(&str, &str)> = FOUR.into_iter().chain(others.clone()).collect();
        assert_eq!(run(&stage, &people).0[0], 14);
        people.truncate(7);
        assert_eq!(run(&stage, &people).0[1], left);
    }
}

#[test]
fn m_invariance_needs_a_ledger_and_sensitive_values() {
    let stage = with_job(&job());
    stage.write("export.csv", b"person,town,value\na,Ulm,no\nb,Ulm,hiv\n");
    let without = job().replace("l-diversity = 2\n", "") + "m_invariance = true\n";
    stage.write("night.toml", without.as_bytes());
    refused(&stage, &["--new-series"], "l-diversity");
    let without = job().replace("ledger = \"releases.ledger\"\nmax_delay = 0\n", "m_invariance = true\n");
    stage.write("night.toml", without.as_bytes());
    refused(&stage, &[], "ledger");
}

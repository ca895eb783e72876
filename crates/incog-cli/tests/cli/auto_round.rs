//! Rounding to a base that the published numbers decide: enough people at each number, nothing of
//! suppressed records, and two verifiers that notice another base.

use crate::stage::{Ran, Stage};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::process::Command;

const JOB: &str = "input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
    hierarchy = { intervals = [10] }\nmax_level = 1\n[columns.cost]\nrole = \"sensitive\"\npublish = { round = \"auto\" }\n\
    [privacy]\nk-anonymity = 4\n[suppression]\nlimit = 0.8\n";

/// A hundred people of one decade, with costs from 0 to 99, and others, each of a decade of her
/// own, who are suppressed.
fn stage(others: impl Iterator<Item = String>) -> Stage {
    let stage = Stage::new();
    let young: String = (0..100).map(|row| format!("{},{row}\n", 20 + row % 10)).collect();
    let others: String =
        others.enumerate().map(|(row, cost)| format!("{},{cost}\n", 100 + 10 * row)).collect();
    stage.write("people.csv", format!("age,cost\n{young}{others}").as_bytes());
    stage.write("job.toml", JOB.as_bytes());
    stage
}

fn succeeds(stage: &Stage, arguments: &[&str]) -> Ran {
    let ran = stage.run(arguments);
    assert_eq!(ran.code, 0, "{arguments:?}: {}{}", ran.out, ran.err);
    ran
}

fn report(stage: &Stage) -> Value {
    serde_json::from_str(&stage.read("out.csv.report.json")).expect("a report is JSON")
}

fn base(report: &Value) -> &Value {
    &report["job"]["columns"]["cost"]["publish"]["base"]
}

/// The verdicts about a claim, of the program and, where there is Python, of the script.
fn verdicts(stage: &Stage, claims: [&str; 2]) -> Vec<String> {
    let told: Value = serde_json::from_str(&stage.run(&["verify", "out.csv.report.json", "--json"]).out)
        .expect("verify --json is JSON");
    let checks = told["checks"].as_array().expect("it has checks");
    let is_about = |check: &&Value| check["claim"].as_str().is_some_and(|claim| claim.contains(claims[0]));
    let first =
        checks.iter().filter(is_about).map(|check| check["verdict"].as_str().unwrap_or_default().to_owned());
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools/check_release.py");
    let mut second = Command::new("python3");
    second.current_dir(stage.path("")).arg(&script).args(["people.csv", "out.csv", "out.csv.report.json"]);
    let second = second.output().map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
    let second = second.unwrap_or_else(|_| {
        eprintln!("not run: there is no python3");
        String::new()
    });
    let lines = second.lines().filter(|line| line.contains(claims[1]));
    let lines = lines.map(|line| line.split("  ").next().unwrap_or_default().to_owned());
    first.chain(lines).collect()
}

const DECIDED: [&str; 2] = ["cost is rounded to the base that its published numbers decide", "cost: base"];
const ENOUGH: [&str; 2] = ["lookalikes by cost", "cost: lookalikes"];

fn all_are(verdicts: &[String], verdict: &str) -> bool {
    !verdicts.is_empty() && verdicts.iter().all(|one| one == verdict)
}

/// With everybody four people have each number; of those who are published one has.
#[test]
fn the_published_numbers_decide_and_not_all() {
    let stage = stage((0..300).map(|row| (row % 100).to_string()));
    let told = succeeds(&stage, &["anonymize", "job.toml"]);
    assert_eq!(base(&report(&stage)), 5);
    let words = "rounded to 5: the original lies within ±2.5";
    assert!((told.out + &told.err).contains(&format!("cost: {words}")));
    assert!(stage.read("out.csv.report.html").contains(words));
    let mut people: BTreeMap<String, usize> = BTreeMap::new();
    for line in stage.read("out.csv").lines().skip(1) {
        let (_, cost) = line.split_once(',').expect("two cells");
        *people.entry(cost.to_owned()).or_default() += 1;
    }
    let few: usize = people.values().filter(|people| **people < 4).sum();
    assert_eq!((people.values().sum::<usize>(), few), (100, 0), "{people:?}");
    // The number of the fourth person from below, 3, and from above, 96, stands for all beyond.
    let publish = &report(&stage)["job"]["columns"]["cost"]["publish"];
    assert_eq!((&publish["lowest"], &publish["highest"]), (&json!(5), &json!(95)));
    succeeds(&stage, &["verify", "out.csv.report.json"]);
    assert!(all_are(&verdicts(&stage, DECIDED), "proved") && all_are(&verdicts(&stage, ENOUGH), "proved"));
}

#[test]
fn nothing_of_a_suppressed_record_follows_from_the_base() {
    let others = [["0.001", "3"], ["1e9", "-7"], ["", "0.5"], ["55.5", "10"]];
    let told = others.map(|costs| {
        let stage = stage(costs.into_iter().map(str::to_owned));
        succeeds(&stage, &["anonymize", "job.toml"]);
        (stage.read("out.csv"), stage.read("out.csv.report.json"))
    });
    assert!(told.iter().all(|one| *one == told[0]), "{told:?}");
}

/// One bill of a million is neither published nor does it make the base coarse.
#[test]
fn an_outlier_is_joined_with_the_highest() {
    let stage = stage(std::iter::empty());
    let rows: String = (0..400).map(|row| format!("{},{}\n", 20 + row % 10, row % 50)).collect();
    stage.write("people.csv", format!("age,cost\n{rows}25,1000000\n").as_bytes());
    succeeds(&stage, &["anonymize", "job.toml"]);
    assert_eq!(base(&report(&stage)), 1);
    assert_eq!(stage.read("out.csv").lines().filter(|line| line.ends_with(",49")).count(), 9);
    assert!(all_are(&verdicts(&stage, DECIDED), "proved"));
    let forged = stage.read("out.csv.report.json").replace("\"highest\": 49", "\"highest\": 48");
    stage.write("out.csv.report.json", forged.as_bytes());
    assert_eq!(stage.run(&["verify", "out.csv.report.json"]).code, 1, "other cells than the report says");
}

#[test]
fn another_base_is_refuted() {
    let stage = stage(std::iter::empty());
    fn forged(stage: &Stage, publish: Value) {
        let mut forged = report(stage);
        forged["job"]["columns"]["cost"]["publish"] = publish;
        stage.write("out.csv.report.json", forged.to_string().as_bytes());
    }
    // Coarser than it has to be, and too fine.
    for (other, leaves_enough) in [(20, true), (2, false)] {
        let waived = "[waivers]\n\"cost: singles people out\" = \"a test\"\n";
        let job = JOB.replace("\"auto\"", &other.to_string()) + waived;
        stage.write("job.toml", job.as_bytes());
        succeeds(&stage, &["anonymize", "job.toml", "--force"]);
        forged(&stage, json!({ "round": "auto", "base": other }));
        assert!(all_are(&verdicts(&stage, DECIDED), "refuted"), "{other}");
        assert!(
            all_are(&verdicts(&stage, ENOUGH), if leaves_enough { "proved" } else { "refuted" }),
            "{other}"
        );
    }
    forged(&stage, json!({ "round": "auto" }));
    let ran = stage.run(&["verify", "out.csv.report.json", "--verbose"]);
    assert!(ran.code == 1 && ran.out.contains("does not name the base"), "{}", ran.out);
}

/// Each of two costs leaves enough people, and both together nobody else.
#[test]
fn pairs_of_columns_leave_enough_people_too() {
    let stage = Stage::new();
    let rows: String =
        (0..400).map(|row| format!("{},{},{}\n", 20 + row % 10, row, (row * 37) % 400)).collect();
    stage.write("people.csv", format!("age,cost,fee\n{rows}").as_bytes());
    let fee = "[columns.fee]\npublish = { round = \"auto\" }\n[privacy]";
    stage.write("job.toml", JOB.replace("[privacy]", fee).as_bytes());
    succeeds(&stage, &["anonymize", "job.toml"]);
    let mut people: BTreeMap<String, usize> = BTreeMap::new();
    for line in stage.read("out.csv").lines().skip(1) {
        let (_, pair) = line.split_once(',').expect("three cells");
        *people.entry(pair.to_owned()).or_default() += 1;
    }
    let few: usize = people.values().filter(|people| **people < 4).sum();
    assert!(few * 20 <= 400 && people.len() > 10, "{people:?}");
    assert!(all_are(&verdicts(&stage, ["decide", ": base"]), "proved"));
}

#[test]
fn a_plan_says_the_base_and_gives_the_same_release() {
    let stage = stage((0..300).map(|row| (row % 100).to_string()));
    succeeds(&stage, &["anonymize", "job.toml"]);
    let release = stage.read("out.csv");
    succeeds(&stage, &["plan", "job.toml", "-o", "plan.json"]);
    let plan: Value = serde_json::from_str(&stage.read("plan.json")).expect("a plan is JSON");
    assert_eq!(base(&plan), 5);
    succeeds(&stage, &["apply", "plan.json", "--force"]);
    assert_eq!(stage.read("out.csv"), release);
}

#[test]
fn what_cannot_be_decided_so_is_refused() {
    let stage = stage(std::iter::empty());
    for (publish, word) in [
        ("{ round = \"automatic\" }", "auto"),
        ("{ round = \"auto\", random = true }", "random"),
        ("{ round = 10, base = 10 }", "base"),
        ("{ round = \"auto\", lowest = 5 }", "highest"),
        ("{ round = \"auto\" }\nhierarchy = { intervals = [10] }", "hierarchy"),
    ] {
        stage.write("job.toml", JOB.replace("{ round = \"auto\" }", publish).as_bytes());
        let ran = stage.run(&["anonymize", "job.toml"]);
        assert!(ran.code == 1 && ran.err.contains(word), "{publish}: {}", ran.err);
    }
    // Whoever follows the gate and leaves the column out, or generalizes it, is told which line
    // stands in the way.
    for role in ["identifier", "quasi-identifier", "person"] {
        stage.write("job.toml", JOB.replace("\"sensitive\"", &format!("\"{role}\"")).as_bytes());
        let ran = stage.run(&["anonymize", "job.toml"]);
        assert!(
            ran.code == 1 && ran.err.contains("only for sensitive and insensitive columns"),
            "{role}: {}",
            ran.err
        );
    }
}

/// A column of one number says nothing: a pair that only such a column would mend is refused.
#[test]
fn a_pair_does_not_destroy_a_column() {
    let stage = stage(std::iter::empty());
    let rows: String = (0..100).map(|row| format!("{},{row},{}\n", 20 + row % 10, row * 7 % 25)).collect();
    stage.write("people.csv", format!("age,cost,visits\n{rows}").as_bytes());
    let visits = "[columns.visits]\nrole = \"sensitive\"\n[privacy]";
    stage.write("job.toml", JOB.replace("[privacy]", visits).as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert!(ran.code == 4 && ran.err.contains("\"cost + visits: singles people out\" = "), "{}", ran.err);
    // Somebody answers for the pair: the numbers are still some.
    let waived = "[waivers]\n\"cost + visits: singles people out\" = \"a test\"\n";
    stage.write("job.toml", (JOB.replace("[privacy]", visits) + waived).as_bytes());
    succeeds(&stage, &["anonymize", "job.toml"]);
    assert_eq!(base(&report(&stage)), 20);
    assert!(all_are(&verdicts(&stage, DECIDED), "proved"));
}

/// Values that a model counts are rounded first: the message says so.
#[test]
fn diversity_that_rounding_makes_impossible_is_explained() {
    let stage = Stage::new();
    let rows: String =
        (0..200).map(|n| format!("{},{}.{:02}\n", 20 + n % 40, 1_000 + n * 7_919 % 8_003, n % 100)).collect();
    stage.write("in.csv", format!("age,cost\n{rows}").as_bytes());
    let job = "input = \"in.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n[columns.cost]\nrole = \"sensitive\"\n\
               publish = { round = \"auto\" }\n[privacy]\nk-anonymity = 5\nl-diversity = 100\n";
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 3, "{}", ran.err);
    assert!(ran.err.contains("l-diversity demands") && ran.err.contains("cost is rounded to"), "{}", ran.err);
}

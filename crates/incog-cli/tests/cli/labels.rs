//! What labels of groups tell of single people, and identifiers in a written release.

use crate::stage::Stage;
use std::collections::{BTreeMap, BTreeSet};

/// 60 people, each with an income of their own.
fn incomes() -> Vec<u32> {
    (0..60u32).map(|person| 20_000 + person * 1_301 + person * person * 7 % 911).collect()
}

fn stage(hierarchy: &str, k: u32, more: &str) -> Stage {
    let stage = Stage::new();
    let ills = ["flu", "cold", "gout"];
    let row = |(at, income): (usize, &u32)| format!("name {at},{income},{}\n", ills[at * 7 % 5 % 3]);
    let rows: String = incomes().iter().enumerate().map(row).collect();
    stage.write("in.csv", format!("name,income,ill\n{rows}").as_bytes());
    let job = format!(
        "input = \"in.csv\"\noutput = \"out.csv\"\n[columns.name]\nrole = \"identifier\"\n\
         [columns.income]\nrole = \"quasi-identifier\"\nhierarchy = {hierarchy}\nmin_level = 1\n\
         [columns.ill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = {k}\n{more}"
    );
    stage.write("job.toml", job.as_bytes());
    stage
}

/// The incomes that stand in labels, as an attacker reads them.
fn incomes_in_labels(release: &str) -> BTreeSet<u32> {
    let known: BTreeSet<u32> = incomes().into_iter().collect();
    let labels = release.lines().skip(1).filter_map(|line| line.split(',').next());
    let numbers = labels.flat_map(|label| label.split(|sign: char| !sign.is_ascii_digit()));
    numbers.filter_map(|number| number.parse().ok()).filter(|number| known.contains(number)).collect()
}

#[test]
fn no_label_tells_anybodys_income() {
    for hierarchy in ["{ fanout = 2 }", "{ fanout = 5 }", "{ ranges = 6 }"] {
        for (k, limit) in [(2, 0.2), (5, 0.2), (5, 0.0)] {
            let stage = stage(hierarchy, k, &format!("[suppression]\nlimit = {limit}\n"));
            let ran = stage.run(&["anonymize", "job.toml"]);
            assert_eq!(ran.code, 0, "{}", ran.err);
            let release = stage.read("out.csv");
            let found = incomes_in_labels(&release);
            assert!(found.is_empty(), "{hierarchy}, k = {k}: {found:?} in\n{release}");
            let verified = stage.run(&["verify", "out.csv.report.json"]);
            assert_eq!(verified.code, 0, "{hierarchy}, k = {k}: {}{}", verified.out, verified.err);
        }
    }
}

#[test]
fn labels_lie_around_the_values_of_their_group() {
    let stage = stage("{ fanout = 5 }", 5, "[suppression]\nlimit = 0\n[release]\norder = \"input\"\n");
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let release = stage.read("out.csv");
    let mut people: BTreeMap<&str, usize> = BTreeMap::new();
    for (line, income) in release.lines().skip(1).zip(incomes()) {
        let label = line.split(',').next().unwrap();
        *people.entry(label).or_default() += 1;
        let (name, _) = label.split_once(" (").unwrap_or((label, ""));
        let (lower, upper) = name.split_once("..").unwrap();
        let (lower, upper): (u32, u32) = (lower.parse().unwrap(), upper.parse().unwrap());
        assert!((lower..=upper).contains(&income), "{income} is not in {label}");
    }
    assert!(people.len() == 12 && people.values().all(|people| *people == 5), "{people:?}");
}

#[test]
fn labels_that_tell_the_first_and_the_last_income_are_refuted() {
    for limit in ["0", "0.2"] {
        let stage = stage("{ fanout = 5 }", 5, &format!("[suppression]\nlimit = {limit}\n"));
        assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
        let release = stage.read("out.csv");
        let first = release.lines().nth(1).and_then(|line| line.split(',').next()).unwrap();
        let ends = format!("{}..{}", incomes()[0], incomes()[4]);
        stage.write("forged.csv", release.replace(&format!("{first},"), &format!("{ends},")).as_bytes());
        let verified = stage.run(&["verify", "out.csv.report.json", "--release", "forged.csv"]);
        assert_eq!(verified.code, 1, "{}", verified.out);
        assert!(
            verified.out.lines().any(|line: &str| line.starts_with("REFUTED") && line.contains("income is")),
            "{}",
            verified.out
        );
    }
}

#[test]
fn identifiers_in_a_release_are_refuted_by_name_and_by_values() {
    let stage = stage("{ intervals = [20000] }", 5, "[suppression]\nlimit = 0.2\n");
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let release = stage.read("out.csv");
    let named = release.replacen("income,ill", "income,name", 1);
    let names = |(at, line): (usize, &str)| match (at, line.split_once(',')) {
        (1.., Some((income, _))) => format!("{income},name {}\n", 59 - at % 60),
        _ => format!("{line}\n"),
    };
    let hidden: String = release.lines().enumerate().map(names).collect();
    for (forged, why) in [(named, "\"name\""), (hidden, "\"ill\", which has the values of \"name\"")] {
        stage.write("forged.csv", forged.as_bytes());
        let verified = stage.run(&["verify", "out.csv.report.json", "--release", "forged.csv"]);
        assert_eq!(verified.code, 1, "{}", verified.out);
        let is_found = |line: &str| line.starts_with("REFUTED") && line.contains("identifiers are absent");
        let line = verified.out.lines().find(|line| is_found(line));
        assert!(line.is_some_and(|line| line.contains(why)), "{why}: {}", verified.out);
    }
}

/// Bounds are rounded outward, and may then lie around more groups than the one that has the label.
/// Which one it is shows in the records.
#[test]
fn bounds_around_several_groups_are_read_as_the_one_that_has_the_records() {
    let stage = Stage::new();
    let alone = [45, 46, 47, 50, 52, 53, 55].map(|age| format!("{age},town {age}\n")).concat();
    stage.write("people.csv", format!("age,town\n48,A\n51,A\n{alone}").as_bytes());
    stage.write(
        "job.toml",
        b"input = \"people.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
          hierarchy = { fanout = 3 }\nmin_level = 1\nmax_level = 1\n[columns.town]\n\
          role = \"quasi-identifier\"\nhierarchy = { flat = true }\nmax_level = 0\n[suppression]\nlimit = 1.0\n[privacy]\nk-anonymity = 2\n",
    );
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!((ran.code, &*stage.read("out.csv")), (0, "age,town\n45..55,A\n45..55,A\n"), "{}", ran.err);
    let verified = stage.run(&["verify", "out.csv.report.json"]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
    stage.write("out.csv", b"age,town\n45..55,B\n45..55,B\n");
    assert_ne!(stage.run(&["verify", "out.csv.report.json"]).code, 0);
}

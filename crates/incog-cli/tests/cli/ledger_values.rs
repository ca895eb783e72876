//! What comparing the releases of a series must not tell: whose value is whose.

use crate::nights::{self, done, job_of_pairs, report, with_job};
use crate::stage::{Ran, Stage};

pub fn job() -> String {
    job_of_pairs(r#"town = { role = "quasi-identifier", hierarchy = { flat = true } }"#)
}

/// Publishes people with these values; how many came, left, wait and are lost, and the release.
pub fn run(stage: &Stage, people: &[(&str, &str)]) -> ([u64; 4], String) {
    let rows = people.iter().map(|(person, value)| format!("{person},Ulm,{value}\n"));
    stage.write("export.csv", ("person,town,value\n".to_owned() + &rows.collect::<String>()).as_bytes());
    done(nights::run(stage, &["-o", "r.csv", "--internal", "--force"]));
    done(stage.run(&["verify", "r.csv.internal.json"]));
    let internal = report(stage, "r.csv.internal.json");
    let last = internal["ledger"]["runs"].as_array().unwrap().last().unwrap().clone();
    (["came", "left", "waiting", "lost"].map(|key| last[key].as_u64().unwrap()), stage.read("r.csv"))
}

pub const FOUR: [(&str, &str); 4] = [("a", "no"), ("b", "hiv"), ("x", "no"), ("y", "hiv")];

/// Two newcomers have one value, so they make no class. If they waited, the one who ends their wait
/// would be the one with the other value.
#[test]
fn nobody_shares_a_class_with_newcomers_who_fitted_none() {
    let stage = with_job(&job());
    let mut people = FOUR.to_vec();
    assert_eq!(run(&stage, &people).0, [4, 0, 0, 0]);
    people.extend([("c", "no"), ("d", "no")]);
    assert_eq!(run(&stage, &people).0, [0, 0, 0, 2]);
    people.push(("e", "hiv"));
    let (figures, before) = run(&stage, &people);
    assert_eq!(figures, [0, 0, 1, 2]);
    people.push(("f", "no"));
    let (figures, after) = run(&stage, &people);
    assert_eq!(figures, [2, 0, 0, 2]);
    assert_eq!(after.lines().count(), before.lines().count() + 2);
}

/// All of a class but one have left. Whether the last one has another value decides nothing.
#[test]
fn nobody_leaves_by_another_value() {
    let stage = with_job(&job());
    let others = [("p", "no"), ("q", "hiv"), ("r", "no"), ("s", "hiv"), ("t", "no"), ("u", "hiv")];
    let mut people = [&FOUR[..], &others].concat();
    run(&stage, &people);
    people.retain(|(person, _)| !"bxy".contains(person));
    let (figures, before) = run(&stage, &people);
    people[0].1 = "hiv";
    assert_eq!(run(&stage, &people), (figures, before));
}

/// Somebody whose number is written in another way is no newcomer.
#[test]
fn a_person_has_one_spelling() {
    let stage = with_job(&job());
    let mut people = [("7", "no"), ("8", "hiv"), ("9", "no"), ("Anna B", "hiv")];
    let (_, before) = run(&stage, &people);
    (people[0].0, people[1].0, people[3].0) = ("007", "8.0", " anna  b");
    assert_eq!(run(&stage, &people), ([0, 0, 0, 0], before));
}

pub fn refused(stage: &Stage, flags: &[&str], part: &str) {
    let ran = stage.run(&[&["anonymize", "night.toml", "-o", "new.csv"], flags].concat());
    assert!(ran.code == 1 && ran.err.contains(part), "{part}: {} {}", ran.code, ran.err);
    assert!(!stage.path("new.csv").exists());
}

/// Without the ledger, or with an old copy, people would be published twice.
#[test]
fn a_series_goes_on_with_its_newest_ledger_alone() {
    let stage = with_job(&job());
    stage.write("export.csv", b"person,town,value\na,Ulm,no\nb,Ulm,hiv\n");
    refused(&stage, &[], "--new-series");
    let mut people = FOUR.to_vec();
    run(&stage, &people);
    let old = stage.read("releases.ledger");
    people.extend([("c", "no"), ("d", "hiv")]);
    run(&stage, &people);
    let newest = stage.read("releases.ledger");
    refused(&stage, &["--new-series"], "leave --new-series out");
    for other in [&old, &newest[..newest.len() - 1], &newest[..newest.len() - 90], &newest[..50], ""] {
        stage.write("releases.ledger", other.as_bytes());
        refused(&stage, &[], "Restore the newest copy");
        refused(&stage, &["--new-series"], "leave --new-series out");
        assert!(stage.path("releases.ledger.head").exists());
    }
    let _ = std::fs::remove_file(stage.path("releases.ledger"));
    refused(&stage, &[], "restore the newest copy");
    stage.write_secret("releases.ledger", &newest);
    let head = stage.read("releases.ledger.head");
    std::fs::remove_file(stage.path("releases.ledger.head")).unwrap();
    refused(&stage, &[], "releases.ledger.head: this file of the series is missing");
    stage.write("releases.ledger.head", head.as_bytes());
    run(&stage, &people);
}

/// Everybody has left, and the newcomers make no class: nothing appears, and they stay refused.
#[test]
fn who_fitted_no_class_of_a_night_without_a_release_stays_refused() {
    let stage = with_job(&job());
    stage.write("night.toml", format!("{}max_stale = 0\n", job()).as_bytes());
    run(&stage, &FOUR);
    stage.write("export.csv", b"person,town,value\na,Ulm,no\nb,Ulm,hiv\nc,Ulm,no\nd,Ulm,no\n");
    let ran = nights::run(&stage, &["-o", "none.csv"]);
    assert!(ran.code == 3 && ran.err.contains("nobody can be published"), "{} {}", ran.code, ran.err);
    let people = [("a", "no"), ("b", "hiv"), ("c", "no"), ("d", "no"), ("e", "hiv"), ("f", "no")];
    assert_eq!(run(&stage, &people).0, [2, 0, 0, 4]);
}

/// A run that was killed behind its line in the ledger: the next one brings nothing else.
#[test]
fn two_steps_never_show_as_one() {
    let stage = with_job(&job());
    let mut people = FOUR.to_vec();
    run(&stage, &people);
    let head = stage.read("releases.ledger.head");
    people.extend([("c", "no"), ("d", "hiv")]);
    let (_, second) = run(&stage, &people);
    stage.write("releases.ledger.head", head.as_bytes());
    people.retain(|(person, _)| !"ab".contains(person));
    people.extend([("e", "no"), ("f", "hiv")]);
    assert_eq!(run(&stage, &people), ([0, 0, 0, 0], second));
    assert_eq!(run(&stage, &people).0, [2, 0, 0, 0]);
}

/// A backup of the ledger and its head is older than a release that lies there.
#[test]
fn an_old_ledger_with_its_head_is_noticed_by_newer_reports() {
    let stage = with_job(&job());
    let mut people = FOUR.to_vec();
    run(&stage, &people);
    let names = ["releases.ledger", "releases.ledger.head"];
    let old = names.map(|name| stage.read(name));
    people.extend([("c", "no"), ("d", "hiv")]);
    run(&stage, &people);
    let newest = names.map(|name| stage.read(name));
    names.iter().zip(&old).for_each(|(name, text)| stage.write(name, text.as_bytes()));
    // Another output, in the folder of the internal report.
    for flags in [&[][..], &["--dry-run"]] {
        refused(&stage, flags, "Restore the newest copy of both");
    }
    // Its public report is known where it would be replaced.
    for name in ["r.csv.internal.json", "r.csv.internal.html"] {
        std::fs::remove_file(stage.path(name)).unwrap();
    }
    let ran = stage.run(&["anonymize", "night.toml", "--force"]);
    assert!(ran.code == 1 && ran.err.contains("old copies"), "{} {}", ran.code, ran.err);
    assert_eq!(stage.read(names[0]), old[0]);
    names.iter().zip(&newest).for_each(|(name, text)| stage.write(name, text.as_bytes()));
    run(&stage, &people);
}

/// With a name for each night and no internal reports, an old ledger is known by the public reports
/// of its series, and by no other.
#[test]
fn an_old_ledger_is_noticed_by_public_reports_of_other_nights() {
    fn publish(stage: &Stage, people: &[(&str, &str)], output: &str) -> Ran {
        let rows = people.iter().map(|(person, value)| format!("{person},Ulm,{value}\n"));
        stage.write("export.csv", ("person,town,value\n".to_owned() + &rows.collect::<String>()).as_bytes());
        nights::run(stage, &["-o", output])
    }
    let stage = with_job(&job());
    let mut people = FOUR.to_vec();
    done(publish(&stage, &people, "r-11-28.csv"));
    let names = ["releases.ledger", "releases.ledger.head"];
    let old = names.map(|name| stage.read(name));
    people.extend([("c", "no"), ("d", "hiv")]);
    done(publish(&stage, &people, "r-11-29.csv"));
    let newest = names.map(|name| stage.read(name));
    names.iter().zip(&old).for_each(|(name, text)| stage.write(name, text.as_bytes()));
    let ran = publish(&stage, &people, "r-11-30.csv");
    assert!(ran.code == 1 && ran.err.contains("r-11-29.csv.report.json, so the ledger"), "{}", ran.err);
    assert!(!stage.path("r-11-30.csv").exists() && stage.read(names[0]) == old[0]);
    // The copies have another name.
    names.iter().zip(&old).for_each(|(name, text)| stage.write_secret(&format!("old.{name}"), text));
    stage.write("old.toml", job().replace("\"releases.ledger", "\"old.releases.ledger").as_bytes());
    let ran = stage.run(&["anonymize", "old.toml", "-o", "r-11-30.csv"]);
    assert!(ran.code == 1 && ran.err.contains("Restore the newest copy of both"), "{}", ran.err);
    names.iter().zip(&newest).for_each(|(name, text)| stage.write(name, text.as_bytes()));
    done(publish(&stage, &people, "r-11-30.csv"));
    for name in ["r-11-28", "r-11-30"] {
        let told = report(&stage, &format!("{name}.csv.report.json"));
        assert_eq!(told["series_id"].as_str().map(str::len), Some(32), "{told}");
    }
    done(stage.run(&["verify", "r-11-30.csv.report.json"]));
    // Another series, whose ledger has the name of this one, publishes into the same folder.
    std::fs::create_dir(stage.path("b")).unwrap();
    let other = job().replace("\"releases.ledger", "\"b/releases.ledger");
    stage.write("other.toml", other.as_bytes());
    stage.write("export.csv", b"person,town,value\ne,Ulm,no\nf,Ulm,hiv\n");
    for (output, flags) in [("s1.csv", &["--new-series"][..]), ("s2.csv", &[])] {
        done(stage.run(&[&["anonymize", "other.toml", "-o", output], flags].concat()));
    }
    done(publish(&stage, &people, "r-12-01.csv"));
}

/// A ledger of another version of incog.
#[test]
fn a_ledger_of_another_form_says_what_to_do() {
    let stage = with_job(&job());
    run(&stage, &FOUR);
    let other = stage.read("releases.ledger").replacen("\"version\":3", "\"version\":2", 1);
    stage.write("releases.ledger", other.as_bytes());
    refused(
        &stage,
        &[],
        "form 2, and this version of incog keeps form 3; go on with the version that wrote it",
    );
    stage.write("night.toml", job().replace("\"releases.ledger", "\"new.ledger").as_bytes());
    let earlier = ["--new-series", "--earlier", "r.csv.internal.json"];
    let ran = stage.run(&[&["anonymize", "night.toml", "-o", "new.csv", "--dry-run"], &earlier[..]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
}

/// Reports of a series that was given up do not stop the next one of that name.
#[test]
fn a_new_series_knows_the_reports_of_the_old_one() {
    let stage = with_job(&job());
    run(&stage, &FOUR);
    for name in ["releases.ledger", "releases.ledger.head"] {
        std::fs::remove_file(stage.path(name)).unwrap();
    }
    stage.write("export.csv", b"person,town,value\ne,Ulm,no\nf,Ulm,hiv\n");
    for (output, number) in [("s1.csv", 1), ("s2.csv", 2), ("s3.csv", 3)] {
        done(nights::run(&stage, &["-o", output, "--internal"]));
        assert_eq!(report(&stage, &format!("{output}.internal.json"))["ledger"]["run"], number);
    }
}

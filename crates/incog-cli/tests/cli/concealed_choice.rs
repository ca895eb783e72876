//! Releases that are drawn among those nearly as good as the best: nothing published tells of the
//! choice, and `verify` stays honest.
#![cfg(unix)]

use crate::stage::{Ran, Stage};
use serde_json::Value;

/// 240 people by an age, an area and an illness.
fn crowd() -> String {
    let row = |n: usize| {
        let (age, area) = (20 + (n * 7) % 60, 100 + (n * n) % 17);
        format!("{age},{area},{}\n", ["flu", "cold", "gout", "burn"][(n / 3 + n) % 4])
    };
    "age,area,ill\n".to_owned() + &(0..240).map(row).collect::<String>()
}

const COLUMNS: &str = "input = \"crowd.csv\"\noutput = \"out.csv\"\n[columns.ill]\nrole = \"sensitive\"\n[columns.area]\n\
                       role = \"quasi-identifier\"\nhierarchy = { intervals = [2, 4, 8] }\n[columns.age]\nrole = \"quasi-identifier\"\n\
                       hierarchy = { intervals = [2, 4, 8, 16, 32] }\n";
const PRIVACY: &str = "[privacy]\nk-anonymity = 4\nl-diversity = 2\n[suppression]\nlimit = 0.2\n";
const CONCEALED: &str = "[release]\nsecret = \"key.txt\"\nconceal_choice = 0.4321\n";
/// Words of which none is the name of a figure that every report has.
const CHOICE: &str = "[utility]\nobjective = { metric = \"cpgen\", alpha = 0.7771, beta = 0.2229 }\n[search]\nalgorithm = \"exhaustive\"\n";

fn stage(job: &str) -> Stage {
    let stage = Stage::new();
    stage.write("crowd.csv", crowd().as_bytes());
    stage.write_secret("key.txt", "a secret of the house, long enough");
    stage.write("job.toml", job.as_bytes());
    stage
}

fn concealed() -> String {
    format!("{COLUMNS}weight = 3.5557\n{PRIVACY}{CONCEALED}{CHOICE}")
}

fn succeeds(stage: &Stage, arguments: &[&str]) -> Ran {
    let ran = stage.run(arguments);
    assert_eq!(ran.code, 0, "{arguments:?}: {}{}", ran.out, ran.err);
    ran
}

fn json(stage: &Stage, name: &str) -> Value {
    serde_json::from_str(&stage.read(name)).unwrap()
}

/// Changes a report and its file.
fn edit(stage: &Stage, name: &str, change: impl FnOnce(&mut Value)) -> String {
    let before = stage.read(name);
    let mut report = json(stage, name);
    change(&mut report);
    stage.write(name, serde_json::to_string_pretty(&report).unwrap().as_bytes());
    before
}

/// The paths and values of all leaves.
fn leaves(value: &Value, path: String, into: &mut Vec<(String, String)>) {
    match value {
        Value::Object(entries) => {
            entries.iter().for_each(|(key, value)| leaves(value, format!("{path}.{key}"), into))
        }
        Value::Array(entries) => entries.iter().for_each(|value| leaves(value, format!("{path}[]"), into)),
        leaf => into.push((path, leaf.to_string())),
    }
}

#[test]
fn nothing_published_tells_what_was_optimized_or_how_near_the_best_is() {
    let stage = stage(&concealed());
    let ran = succeeds(&stage, &["anonymize", "job.toml", "--internal", "--json"]);
    succeeds(&stage, &["certificate", "out.csv.report.json"]);
    // The steward is told, on standard error.
    assert!(
        ran.err.contains("CONCEALED") && ran.err.contains("within 43.21 %") && ran.err.contains("cpgen"),
        "{}",
        ran.err
    );
    let internal = json(&stage, "out.csv.internal.json");
    let drawn = &internal["search"]["concealed"];
    let (price, candidates) = (drawn["price"].as_f64().unwrap(), drawn["candidates"].as_u64().unwrap());
    assert!((0.0..=0.4321).contains(&price) && candidates > 3 && drawn["stopped"] == "proved", "{drawn}");
    assert_eq!(
        (&internal["search"]["stopped"], &internal["utility"]["objective"]),
        (&"drawn".into(), &"cpgen".into())
    );
    assert!(stage.read("out.csv.internal.html").contains("the choice is concealed"));

    let value = internal["utility"]["value"].to_string();
    let (best, bound) = (drawn["best"].to_string(), internal["search"]["upper_bound"].to_string());
    let hidden = [
        "cpgen",
        "0.7771",
        "0.2229",
        "exhaustive",
        "0.4321",
        "43.2",
        "3.5557",
        "proved",
        "optimal",
        "key.txt",
    ];
    for name in ["out.csv", "out.csv.report.json", "out.csv.report.html", "out.csv.certificate.html"] {
        let text = stage.read(name);
        for word in hidden.into_iter().chain([value.as_str(), &best, &bound, &drawn["price"].to_string()]) {
            assert!(!text.contains(word), "{name} tells {word}");
        }
    }
    assert_eq!(ran.out, stage.read("out.csv.report.json"));
    let report = json(&stage, "out.csv.report.json");
    let mut told = Vec::new();
    leaves(&report, String::new(), &mut told);
    let of_choice: Vec<(String, String)> = told
        .into_iter()
        .filter(|(path, _)| {
            ["search", "objective", "value", "weight", "conceal"].iter().any(|word| path.contains(word))
                && path != ".utility.figures"
        })
        .collect();
    let expected = [
        (".job.release.conceal_choice", "true"),
        (".job.search.seed", "1"),
        (".search", "null"),
        (".utility.objective", "null"),
        (".utility.value", "null"),
    ];
    let mut found: Vec<(&str, &str)> =
        of_choice.iter().map(|(path, value)| (path.as_str(), value.as_str())).collect();
    found.sort_unstable();
    assert_eq!(found, expected);
}

/// Where the levels are given, so that the release is the same, no byte beside it says what was
/// optimized, how, and within what.
#[test]
fn two_choices_of_one_release_are_told_alike() {
    let pinned = COLUMNS.replace(
        "role = \"quasi-identifier\"\n",
        "role = \"quasi-identifier\"\nmin_level = 3\nmax_level = 3\n",
    );
    let published = |choice: &str, share: &str, weight: &str| {
        let release = CONCEALED.replace("0.4321", share);
        let stage = stage(&format!("{pinned}{weight}{PRIVACY}{release}{choice}"));
        let ran = succeeds(&stage, &["anonymize", "job.toml", "--internal"]);
        assert!(ran.err.contains("no other release is within"), "{}", ran.err);
        assert!(stage.read("out.csv.internal.html").contains("no other release is within"));
        succeeds(&stage, &["certificate", "out.csv.report.json"]);
        ["out.csv", "out.csv.report.json", "out.csv.report.html", "out.csv.certificate.html"]
            .map(|name| stage.read(name))
    };
    let one = published(CHOICE, "0.01", "");
    assert_eq!(
        published(
            "[utility]\nobjective = \"precision\"\n[search]\nmax_evaluations = 40\n",
            "0.9",
            "weight = 2.0\n"
        ),
        one
    );
    assert_eq!(published("[search]\nalgorithm = \"kgen\"\nmax_seconds = 5\n", "0.2", ""), one);
}

#[test]
fn an_honest_report_is_verified_with_and_without_job_and_secret() {
    let stage = stage(&concealed());
    succeeds(&stage, &["anonymize", "job.toml", "--internal"]);
    succeeds(&stage, &["certificate", "out.csv.report.json"]);
    for report in ["out.csv.report.json", "out.csv.internal.json"] {
        let ran = succeeds(&stage, &["verify", "--verbose", report, "--search"]);
        assert!(ran.out.contains("proved     the search makes the same release again"), "{}", ran.out);
        let ran = succeeds(&stage, &["verify", "--verbose", report, "--job", "job.toml"]);
        assert!(!ran.out.contains("not shown  job"), "{}", ran.out);
    }
    let ran = succeeds(&stage, &["verify", "--verbose", "out.csv.internal.json"]);
    assert!(ran.out.contains("proved     the draw costs no more than the job allows"), "{}", ran.out);
    // For whoever has neither the job file nor the secret.
    std::fs::rename(stage.path("job.toml"), stage.path("elsewhere.toml")).unwrap();
    std::fs::rename(stage.path("key.txt"), stage.path("elsewhere.txt")).unwrap();
    let ran = succeeds(&stage, &["verify", "--verbose", "out.csv.report.json"]);
    assert!(!ran.out.contains(" search."), "{}", ran.out);
    let ran = succeeds(
        &stage,
        &["verify", "--verbose", "out.csv.report.json", "--search", "--secret", "elsewhere.txt"],
    );
    assert!(ran.out.contains("name the job file"), "{}", ran.out);
    let named = [
        "verify",
        "--verbose",
        "out.csv.report.json",
        "--search",
        "--secret",
        "elsewhere.txt",
        "--job",
        "elsewhere.toml",
    ];
    let ran = succeeds(&stage, &named);
    assert!(ran.out.contains("proved     the search makes the same release again"), "{}", ran.out);
    // Another share draws among others, and another secret by other hashes.
    stage.write("other.toml", stage.read("elsewhere.toml").replace("0.4321", "0.0001").as_bytes());
    let ran = succeeds(&stage, &["verify", "--verbose", "out.csv.report.json", "--job", "other.toml"]);
    assert!(!ran.out.contains("0.0001"), "{}", ran.out);
}

#[test]
fn what_was_changed_is_refuted() {
    let stage = stage(&concealed());
    succeeds(&stage, &["anonymize", "job.toml", "--internal"]);
    let told = json(&stage, "out.csv.internal.json")["search"].clone();
    let refuted = |name: &str, claim: &str, change: &dyn Fn(&mut Value)| {
        let before = edit(&stage, name, change);
        let ran = stage.run(&["verify", "--verbose", name]);
        stage.write(name, before.as_bytes());
        assert!(ran.code == 1 && ran.out.contains(claim), "{claim}: {}{}", ran.out, ran.err);
    };
    let (public, internal) = ("out.csv.report.json", "out.csv.internal.json");
    // A public report that claims what it must not tell, and one that lacks what it must.
    refuted(public, "REFUTED    search.stopped", &|report| report["search"] = told.clone());
    refuted(public, "REFUTED    utility.objective", &|report| report["utility"]["objective"] = "loss".into());
    refuted(public, "REFUTED    utility.value", &|report| report["utility"]["value"] = 0.25.into());
    refuted(public, "REFUTED    search", &|report| {
        report["job"]["release"].as_object_mut().unwrap().remove("conceal_choice");
    });
    refuted(internal, "REFUTED    search.algorithm", &|report| report["search"] = Value::Null);
    let draw = "REFUTED    the draw costs no more than the job allows";
    refuted(internal, draw, &|report| report["search"]["concealed"] = Value::Null);
    refuted(internal, draw, &|report| report["search"]["concealed"]["price"] = 0.5.into());
    refuted(internal, draw, &|report| report["search"]["concealed"]["best"] = 0.001.into());
    refuted(internal, draw, &|report| report["search"]["concealed"]["within"] = 0.9.into());
    refuted(internal, draw, &|report| report["job"]["release"]["conceal_choice"] = 0.0001.into());
    // The number of candidates takes the search.
    let before = edit(&stage, internal, |report| report["search"]["concealed"]["candidates"] = 999.into());
    let ran = stage.run(&["verify", "--verbose", internal, "--search"]);
    stage.write(internal, before.as_bytes());
    assert!(ran.code == 1 && ran.out.contains("REFUTED    search.concealed.candidates"), "{}", ran.out);
    // A release of other levels than were drawn.
    let job = stage.read("job.toml").replace("out.csv", "other.csv");
    stage.write("other.toml", job.replace("max_level", "min_level").replace("[2, 4, 8]", "[8]").as_bytes());
    succeeds(&stage, &["anonymize", "other.toml"]);
    stage.write("out.csv", stage.read("other.csv").as_bytes());
    assert_eq!(stage.run(&["verify", "--verbose", public]).code, 1);
}

#[test]
fn what_makes_no_sense_is_refused_with_one_message() {
    let refused = |job: &str, flags: &[&str], said: &[&str]| {
        let stage = stage(job);
        let ran = stage.run(&[&["anonymize", "job.toml"], flags].concat());
        assert!(ran.code != 0 && said.iter().all(|word| ran.err.contains(word)), "{}", ran.err);
        assert_eq!(ran.err.trim().lines().count(), 1, "{}", ran.err);
        assert!(!stage.files().iter().any(|name| name.starts_with("out.csv")), "{:?}", stage.files());
    };
    let job = |more: &str| format!("{COLUMNS}{PRIVACY}{CONCEALED}{more}");
    refused(
        &job("[recoding]\nkind = \"local\"\n"),
        &[],
        &["release.conceal_choice", "recoding.kind = \"local\""],
    );
    let grouped = job("[recoding]\nkind = \"microaggregation\"\n")
        .replace("hierarchy = { intervals = [2, 4, 8] }\n", "");
    let grouped = grouped.replace("hierarchy = { intervals = [2, 4, 8, 16, 32] }\n", "");
    refused(&grouped, &[], &["release.conceal_choice", "recoding.kind = \"microaggregation\""]);
    refused(
        &job("[utility]\nobjective = \"loss\"\n"),
        &["--proof", "proof.json"],
        &["release.conceal_choice", "--proof"],
    );
    let no_secret = job("").replace("secret = \"key.txt\"\n", "");
    refused(&no_secret, &[], &["\"release.secret\" is missing", "release.conceal_choice"]);
    for wrong in ["0", "0.0", "1.0", "-0.1", "1.5", "\"5%\"", "false", "[\"a\"]"] {
        refused(&job("").replace("0.4321", wrong), &[], &["release.conceal_choice", "above 0 and below 1"]);
    }
    refused(&job("").replace("0.4321", "true"), &[], &["withholds the objective", "use the job file"]);
    let trips = "input = \"crowd.csv\"\noutput = \"trips.csv\"\n[release]\nconceal_choice = 0.05\n";
    let stage = stage(&job(""));
    stage.write("trips.toml", trips.as_bytes());
    let ran = stage.run(&["trajectories", "trips.toml"]);
    assert!(ran.code != 0 && ran.err.contains("unknown key"), "{}", ran.err);
    // With the flag there is a secret.
    stage.write("job.toml", no_secret.as_bytes());
    succeeds(&stage, &["anonymize", "job.toml", "--secret", "key.txt"]);
}

#[test]
fn a_plan_keeps_what_was_drawn() {
    let stage = stage(&concealed());
    succeeds(&stage, &["anonymize", "job.toml"]);
    let ran = succeeds(&stage, &["plan", "job.toml", "-o", "plan.json"]);
    assert!(ran.err.contains("CONCEALED") || ran.out.contains("CONCEALED"), "{}{}", ran.out, ran.err);
    let release = stage.read("out.csv");
    let public = stage.read("out.csv.report.json");
    succeeds(&stage, &["apply", "plan.json", "--force"]);
    assert_eq!(stage.read("out.csv"), release);
    assert_eq!(stage.read("out.csv.report.json"), public);
    succeeds(&stage, &["verify", "--verbose", "out.csv.report.json", "--search"]);
    // Another table with the levels that were drawn: nothing is drawn again, and nothing is told.
    stage.write("next.csv", crowd().replace("20,", "22,").as_bytes());
    succeeds(&stage, &["apply", "plan.json", "--input", "next.csv", "-o", "next.release.csv", "--internal"]);
    let report = stage.read("next.release.csv.report.json");
    assert!(!report.contains("cpgen") && !report.contains("reused"), "{report}");
    for report in ["next.release.csv.report.json", "next.release.csv.internal.json"] {
        succeeds(&stage, &["verify", "--verbose", report]);
    }
    let proof = ["verify", "--verbose", "out.csv.report.json", "--search"];
    succeeds(&stage, &proof);
}

#[test]
fn threads_change_nothing() {
    let stage = stage(&concealed());
    let of = |threads: &str| {
        succeeds(&stage, &["anonymize", "job.toml", "--force", "--threads", threads]);
        ["out.csv", "out.csv.report.json", "out.csv.report.html"].map(|name| stage.read(name))
    };
    assert_eq!(of("1"), of("2"));
    // Another secret draws another release, sooner or later.
    let first = stage.read("out.csv");
    let differs = (0..12).any(|number| {
        stage.write_secret("key.txt", &format!("another secret of number {number}"));
        succeeds(&stage, &["anonymize", "job.toml", "--force"]);
        stage.read("out.csv") != first
    });
    assert!(differs);
}

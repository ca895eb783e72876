//! What people expect of a command, and the mistakes that newcomers make: each message names the place, what was found, what was
//! expected or what to do.

use crate::stage::{JOB, Stage};

#[test]
fn columns_may_be_listed_and_shares_be_percentages() {
    let stage = Stage::new();
    let flags = [
        "anonymize",
        "people.csv",
        "-q",
        "age,zip",
        "-s",
        "disease",
        "-i",
        "name",
        "-k",
        "5",
        "--limit",
        "10%",
        "-o",
    ];
    let ran = stage.run(&[&flags[..], &["out.csv"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    let report: serde_json::Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    assert_eq!(report["job"]["suppression"]["limit"], 0.1);
    assert_eq!(report["job"]["columns"]["zip"]["role"], "quasi-identifier");
}

#[test]
fn quiet_says_nothing_but_what_went_wrong() {
    let stage = Stage::new();
    let ran = stage.run(&["anonymize", "job.toml", "--quiet"]);
    assert_eq!((ran.code, ran.err.as_str(), ran.out.as_str()), (0, "", ""));
    let ran = stage.run(&["--quiet", "anonymize", "job.toml"]);
    assert!(ran.code == 1 && ran.err.starts_with("error: "), "{}", ran.err);
}

#[test]
fn shells_and_man_are_served() {
    let stage = Stage::new();
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let ran = stage.run(&["completions", shell]);
        assert!(ran.code == 0 && ran.out.contains("anonymize"), "{shell}: {}", ran.err);
    }
    for (arguments, title) in [(&["man"][..], ".TH incog 1"), (&["man", "verify"], "\\-\\-signed\\-by")] {
        let ran = stage.run(arguments);
        assert!(ran.code == 0 && ran.out.contains(title), "{}", ran.out);
    }
}

/// What is typed, another job file if it is wrong, the exit code, and what the message must say.
type Mistake<'a> = (Vec<&'a str>, Option<String>, i32, &'a [&'a str]);

/// Fifteen mistakes of newcomers, each with the exit code and what the message must say.
#[test]
fn typical_mistakes_are_answered_with_place_and_advice() {
    let job = |old: &str, new: &str| {
        assert!(JOB.contains(old), "{old}");
        JOB.replace(old, new)
    };
    let table = ["anonymize", "people.csv", "-q", "age", "-o", "x.csv"];
    let with = |more: &[&'static str]| [&table[..], more].concat();
    let cases: Vec<Mistake<'_>> = vec![
        (vec!["anonymize", "none.toml"], None, 1, &["none.toml", "no such file"]),
        (
            vec!["anonymize", "none.csv", "-q", "age", "-k", "5", "-o", "x.csv"],
            None,
            1,
            &["none.csv", "no such file"],
        ),
        (with(&["-k", "five"]), None, 2, &["five", "whole number"]),
        (with(&["-k", "5", "--limit", "much"]), None, 2, &["much", "0.05 or 5%"]),
        (with(&[]), None, 1, &["no privacy model", "k-anonymity"]),
        (
            vec!["anonymize", "people.csv", "-q", "agge", "-k", "5", "-o", "x.csv"],
            None,
            1,
            &["\"agge\"", "\"age\""],
        ),
        (vec!["anonymize", "people.csv", "-q", "age", "-k", "5"], None, 2, &["-o RELEASE"]),
        (vec!["anonymise", "job.toml"], None, 2, &["anonymize"]),
        (vec!["anonymize", "job.toml", "-q", "age"], None, 2, &["job file"]),
        (
            vec!["anonymize", "job.toml"],
            Some(job("k-anonymity = 5", "k-anonimity = 5")),
            1,
            &["job.toml:", "k-anonymity"],
        ),
        (
            vec!["anonymize", "job.toml"],
            Some(job("\"sensitive\"", "\"senstive\"")),
            1,
            &["job.toml:", "\"senstive\"", "sensitive"],
        ),
        (
            vec!["anonymize", "job.toml"],
            Some(job("[columns.zip]", "[columns.zap]")),
            1,
            &["\"zap\"", "\"zip\""],
        ),
        (
            vec!["anonymize", "job.toml"],
            Some(job("k-anonymity = 5", "k-anonymity = 0")),
            1,
            &["k-anonymity", "at least 1"],
        ),
        (
            vec!["anonymize", "job.toml"],
            Some(job("output = \"out.csv\"", "output = \"people.csv\"")),
            1,
            &["people.csv", "never written to"],
        ),
        (vec!["anonymize", "job.toml"], Some(job("\"out.csv\"", "\"out.xyz\"")), 1, &["out.xyz"]),
    ];
    assert_eq!(cases.len(), 15);
    for (arguments, job, code, words) in cases {
        let stage = Stage::new();
        job.iter().for_each(|job| stage.write("job.toml", job.as_bytes()));
        let ran = stage.run(&arguments);
        let said = ran.err.to_lowercase();
        assert_eq!(ran.code, code, "{arguments:?}: {}", ran.err);
        for word in words {
            assert!(said.contains(&word.to_lowercase()), "{arguments:?}: {word:?} in {}", ran.err);
        }
    }
}

//! What people expect of a command, and the mistakes that newcomers make: each message names the
//! place, what was found, what was expected or what to do.

use crate::stage::{JOB, Stage, people};

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

#[test]
fn names_with_commas_stand_in_quotes() {
    let stage = Stage::new();
    stage.write("people.csv", people().replacen("name,age,zip", "name,\"age, years\",zip", 1).as_bytes());
    let table = ["anonymize", "people.csv", "-i", "name", "-k", "5", "-o", "out.csv", "-q"];
    let ran = stage.run(&[&table[..], &["\"age, years\",zip"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(stage.read("out.csv").starts_with("\"age, years\",zip,"));
    let ran = stage.run(&["audit", "people.csv", "-q", "zip, \"age, years\"", "--json"]);
    assert!(ran.out.contains("\"age, years\""), "{}", ran.err);
    let ran = stage.run(&[&table[..], &["age, years", "--force"]].concat());
    assert!(ran.code == 1 && ran.err.contains("\"age, years\""), "{}", ran.err);
    let ran = stage.run(&[&table[..], &["zip,,age"]].concat());
    assert!(ran.code == 2 && ran.err.contains("with a comma between them"), "{}", ran.err);
}

#[test]
fn verbose_tells_every_step_and_column() {
    let stage = Stage::new();
    let ran = stage.run(&["-v", "anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for word in [
        "reading ...",
        "reading: ",
        "searching: ",
        "measuring: ",
        "people.csv, 24 records",
        "column age: quasi-identifier, level ",
    ] {
        assert!(ran.err.contains(word), "{word:?} in {}", ran.err);
    }
    assert_eq!(ran.out, "");
    // Neither a value of a record nor a name.
    assert!(!ran.err.contains("person1") && !ran.err.contains("asthma"), "{}", ran.err);
    let ran = stage.run(&["anonymize", "job.toml", "--force", "--verbose", "--quiet"]);
    assert_eq!(ran.code, 2, "{}", ran.err);
}

#[test]
fn colours_are_for_terminals_or_on_demand() {
    let stage = Stage::new();
    let is_colored = |arguments: &[&str]| {
        let ran = stage.run(arguments);
        assert_ne!(ran.code, 0, "{arguments:?}");
        ran.err.contains('\u{1b}')
    };
    for wrong in [&["anonymize", "none.toml"][..], &["anonymize", "job.toml", "--no-such-flag"]] {
        assert!(!is_colored(wrong), "{wrong:?}: this is no terminal");
        assert!(is_colored(&[wrong, &["--color", "always"]].concat()), "{wrong:?}");
        assert!(is_colored(&[&["--color=always"], wrong].concat()), "{wrong:?}");
        assert!(!is_colored(&[wrong, &["--color=never"]].concat()), "{wrong:?}");
    }
}

#[test]
fn help_is_short_and_long_and_tells_the_exit_codes() {
    let stage = Stage::new();
    let (short, long) = (stage.run(&["-h"]).out, stage.run(&["--help"]).out);
    assert!(long.contains("Exit codes:") && long.contains("  130  interrupted"), "{long}");
    assert!(short.len() < long.len() && !short.contains("Exit codes:"), "{short}");
    let (short, long) = (stage.run(&["anonymize", "-h"]).out, stage.run(&["anonymize", "--help"]).out);
    let said_at_length = "have no file ending";
    assert!(short.contains("--format") && !short.contains(said_at_length), "{short}");
    assert!(long.contains("--format") && long.contains(said_at_length), "{long}");
    let version = format!("incog {}\n", env!("CARGO_PKG_VERSION"));
    assert_eq!([stage.run(&["-V"]).out, stage.run(&["--version"]).out], [version.clone(), version]);
}

#[test]
fn every_command_has_a_manual_page() {
    let stage = Stage::new();
    std::fs::create_dir(stage.path("man")).unwrap();
    let ran = stage.run(&["man", "--all", "man"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for page in ["incog.1", "incog-anonymize.1", "incog-hierarchy-build.1", "incog-verify.1"] {
        assert!(stage.read(&format!("man/{page}")).contains(".TH "), "{page}");
    }
    assert_ne!(stage.run(&["man", "--all", "no-folder"]).code, 0);
}

/// Each model that holds has a line of its own.
#[test]
fn every_model_has_a_line() {
    let stage = Stage::new();
    stage.write("job.toml", JOB.replace("k-anonymity = 5", "k-anonymity = 5\nl-diversity = 2").as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for model in ["k-anonymity: ", "l-diversity (distinct) of disease: "] {
        assert!(ran.err.lines().any(|line| line.trim_start().starts_with(model)), "{model} in {}", ran.err);
    }
}

#[test]
fn moved_files_are_asked_for_and_taken() {
    let stage = Stage::new();
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    std::fs::create_dir(stage.path("elsewhere")).unwrap();
    std::fs::rename(stage.path("people.csv"), stage.path("elsewhere/table.csv")).unwrap();
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert!(
        ran.code == 1 && ran.err.contains("people.csv") && ran.err.contains("--input FILE"),
        "{}",
        ran.err
    );
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json", "--input", "elsewhere/table.csv"]);
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json", "--input", "nowhere.csv"]);
    assert!(ran.code == 1 && ran.err.contains("nowhere.csv: file not found"), "{}", ran.err);
    assert!(!ran.err.contains("people.csv"), "{}", ran.err);
    std::fs::rename(stage.path("out.csv"), stage.path("elsewhere/release.csv")).unwrap();
    let moved = ["verify", "--verbose", "out.csv.report.json", "--input", "elsewhere/table.csv"];
    let ran = stage.run(&moved);
    assert!(ran.code == 1 && ran.out.contains("--release FILE"), "{}{}", ran.out, ran.err);
    let ran = stage.run(&[&moved[..], &["--release", "elsewhere/release.csv"]].concat());
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    // Another table or release is found out.
    stage.write("other.csv", people().replacen("20,", "21,", 1).as_bytes());
    let ran = stage.run(&[
        "verify",
        "out.csv.report.json",
        "--input",
        "other.csv",
        "--release",
        "elsewhere/release.csv",
    ]);
    assert_eq!(ran.code, 1, "{}", ran.out);
    let ran = stage.run(&[&moved[..], &["--release", "elsewhere/table.csv"]].concat());
    assert_eq!(ran.code, 1, "{}", ran.out);
}

#[test]
fn a_hierarchy_that_lacks_a_value_is_named() {
    let stage = Stage::new();
    stage.write("zip.csv", b"11323,*\n");
    let job = JOB.replace(
        "[columns.zip]\nrole = \"quasi-identifier\"",
        "[columns.zip]\nrole = \"quasi-identifier\"\nhierarchy = \"zip.csv\"",
    );
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 1);
    for word in ["zip.csv", "column \"zip\", row 13", "add it as a row of that file"] {
        assert!(ran.err.contains(word), "{word:?} in {}", ran.err);
    }
}

/// What stands in a wrong place is told what it is and what to type instead.
#[test]
fn files_in_wrong_places_are_told_where_they_belong() {
    let stage = Stage::new();
    let cases: [(&[&str], i32, &str); 7] = [
        (&["people.csv"], 2, "incog init people.csv"),
        (&["job.toml"], 2, "incog anonymize job.toml"),
        (&["plan", "people.csv", "-o", "plan.json"], 1, "incog init people.csv"),
        (&["explore", "people.csv"], 1, "incog init people.csv"),
        (&["verify", "people.csv"], 1, "incog verify people.csv.report.json"),
        (&["anonymize", "people.csv", "-q", "age", "zip", "-k", "5", "-o", "x.csv"], 2, "-q age,zip"),
        (&["anonymize", "people.csv", "-q", "age", "--k", "5", "-o", "x.csv"], 2, "-k"),
    ];
    for (arguments, code, advice) in cases {
        let ran = stage.run(arguments);
        assert!(ran.code == code && ran.err.contains(advice), "{arguments:?}: {} {}", ran.code, ran.err);
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
        (vec!["anonymize", "none.toml"], None, 1, &["none.toml", "file not found"]),
        (
            vec!["anonymize", "none.csv", "-q", "age", "-k", "5", "-o", "x.csv"],
            None,
            1,
            &["none.csv", "file not found"],
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
            &["people.csv", "never overwrites an input"],
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

/// Percentages stand in job files and lists of values, too, and a value of a wrong kind is told in
/// words that are no types of a program.
#[test]
fn job_files_take_percentages_and_say_what_they_expect() {
    let stage = Stage::new();
    let job = |limit: &str| JOB.to_owned() + &format!("[suppression]\nlimit = {limit}\n");
    stage.write("job.toml", job("\"10%\"").as_bytes());
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let report: serde_json::Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    assert_eq!(report["job"]["suppression"]["limit"], 0.1);
    let ran = stage.run(&["explore", "job.toml", "-k", "5", "--limit", "1%,0.05", "--json"]);
    assert!(ran.code == 0 && ran.out.contains("\"1%\""), "{}{}", ran.out, ran.err);
    for (text, words) in [
        (job("\"much\""), &["job.toml:", "0.05 or \"5%\""][..]),
        (job("[1]"), &["job.toml:", "found a list", "0.05"]),
        (JOB.replace("= 5", "= \"five\""), &["job.toml:", "found a text", "a whole number, such as 5"]),
        (JOB.replace("= 5", "= 5.5"), &["job.toml:", "decimal point", "a whole number"]),
        (JOB.replace("[columns.zip]\n", "[columns]\nzip = 5\n[columns.ward]\n"), &["job.toml:", "a table {"]),
    ] {
        stage.write("job.toml", text.as_bytes());
        let ran = stage.run(&["anonymize", "job.toml", "--force"]);
        assert_eq!(ran.code, 1, "{text}");
        words.iter().for_each(|word| assert!(ran.err.contains(word), "{word:?} in {}", ran.err));
        assert!(
            !["i64", "f64", "struct", "invalid type"].iter().any(|word| ran.err.contains(word)),
            "{}",
            ran.err
        );
    }
}

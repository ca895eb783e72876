use crate::stage::Stage;
use serde_json::Value;

#[test]
fn init_writes_a_job_that_runs_once_all_is_decided() {
    let stage = Stage::new();
    let ran = stage.run(&["init", "people.csv", "-o", "new.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let job = stage.read("new.toml");
    assert!(job.contains("[columns.\"age\"]") && job.contains("# "), "{job}");
    // Were it not known what a zip is, nothing would be published before somebody says it.
    let (before, after) = job.split_once("[columns.\"zip\"]").unwrap();
    let rest = &after[after.find("\n[").unwrap()..];
    let undecided = format!("{before}[columns.\"zip\"]\nrole = \"undecided\"\n{rest}");
    stage.write("undecided.toml", undecided.as_bytes());
    let ran = stage.run(&["anonymize", "undecided.toml"]);
    assert_eq!(
        (ran.code, ran.err.contains("these columns are undecided: \"zip\"")),
        (4, true),
        "{}",
        ran.err
    );
    assert!(!stage.files().contains(&"people.release.csv".to_owned()));
    let ran = stage.run(&["anonymize", "new.toml"]);
    assert_eq!(ran.code, 0, "{}\n{job}", ran.err);
    assert!(stage.files().contains(&"people.release.csv".to_owned()));
    let ran = stage.run(&["init", "people.csv", "-o", "new.toml"]);
    assert_eq!(ran.code, 1, "an existing job is not replaced");
}

#[test]
fn list_shows_every_entry_with_its_paper() {
    let stage = Stage::new();
    for (what, name) in [
        ("models", "t-closeness"),
        ("models", "(k, delta)-anonymity"),
        ("metrics", "transparency"),
        ("metrics", "origin_destination_error"),
        ("algorithms", "optimal"),
        ("algorithms", "apma-greedy"),
        ("attacks", "linkability"),
        ("formats", "parquet"),
    ] {
        let ran = stage.run(&["list", what]);
        assert_eq!(ran.code, 0);
        assert!(ran.out.lines().any(|line| line == name), "{}", ran.out);
        let json: Value = serde_json::from_str(&stage.run(&["list", what, "--json"]).out).unwrap();
        assert!(json.as_array().unwrap().iter().all(|entry| entry["reference"].is_string()));
    }
}

/// What only papers need is listed with `--all` alone, and runs by name.
#[test]
fn algorithms_for_papers_are_listed_on_demand_and_run_by_name() {
    let stage = Stage::new();
    let listed = |arguments: &[&str]| -> Vec<String> {
        let ran = stage.run(arguments);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let cards: Value = serde_json::from_str(&ran.out).unwrap();
        cards.as_array().unwrap().iter().map(|card| card["name"].as_str().unwrap().to_owned()).collect()
    };
    let shown = listed(&["list", "algorithms", "--json"]);
    let all = listed(&["list", "algorithms", "--all", "--json"]);
    assert!((20..=28).contains(&shown.len()) && all.len() > shown.len() + 20, "{shown:?} of {all:?}");
    for (everybody, papers) in [("haef", "haef-without-priority"), ("optimal", "random"), ("greedy", "dpga")]
    {
        assert!(shown.iter().any(|name| name == everybody) && all.iter().any(|name| name == papers));
        assert!(shown.iter().all(|name| name != papers), "{papers} is listed to everybody");
    }
    let help = stage.run(&["anonymize", "--help"]).out;
    assert!(help.contains("hitting-set") && !help.contains("haef-without-priority"), "{help}");
    let ran =
        stage.run(&["anonymize", "job.toml", "--algorithm", "random", "--max-evaluations", "20", "--force"]);
    assert!(ran.code == 5 && ran.err.contains("not final"), "{} {}", ran.code, ran.err);
}

#[test]
fn hierarchies_are_built_checked_and_shown() {
    let stage = Stage::new();
    let how = "{ intervals = [10, 20] }";
    let ran = stage.run(&["hierarchy", "build", "people.csv", "age", "--how", how, "-o", "age.csv"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(stage.read("age.csv").contains("25;20-29;20-39;*"), "{}", stage.read("age.csv"));
    let ran = stage.run(&["hierarchy", "check", "age.csv", "people.csv", "age"]);
    assert_eq!(
        (ran.code, ran.out.as_str()),
        (0, "age.csv: valid, 24 values, levels 0 to 3\n"),
        "{}",
        ran.err
    );
    let ran = stage.run(&["hierarchy", "check", "age.csv", "people.csv", "zip"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("its hierarchy lacks this value, of the form \"9\""), "{}", ran.err);
    let ran = stage.run(&["hierarchy", "show", "age.csv"]);
    assert!(ran.out.contains("level 1: 3 labels: 20-29, 30-39, 40-49"), "{}", ran.out);
    stage.write("bad.csv", b"a;x;*\na;y;*\n");
    let ran = stage.run(&["hierarchy", "check", "bad.csv"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("bad.csv, line 2"), "{}", ran.err);
    stage.write("twice.csv", b"a;x;*\nb;x;*\na;x;*\nb;x;*\n");
    let ran = stage.run(&["hierarchy", "check", "twice.csv"]);
    assert!(ran.out.contains("line 3: \"a\", as in line 1\n  line 4: \"b\", as in line 2\n"), "{}", ran.out);
    let ran = stage.run(&["hierarchy", "build", "people.csv", "age", "--how", "{ interval = [5] }"]);
    assert!(ran.err.contains("did you mean \"intervals\"?"), "{}", ran.err);
}

#[test]
fn verify_proves_a_report_and_refutes_a_forged_release() {
    let stage = Stage::new();
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
    assert_eq!(ran.code, 0, "{}\n{}", ran.out, ran.err);
    assert!(!ran.out.contains("REFUTED"), "{}", ran.out);
    let forged = stage.read("out.csv").replacen("20-25,11323", "26-31,11323", 1);
    stage.write("out.csv", forged.as_bytes());
    let ran = stage.run(&["verify", "--verbose", "out.csv.report.json", "--json"]);
    assert_eq!(ran.code, 1);
    let found: Value = serde_json::from_str(&ran.out).unwrap();
    let refuted = found["checks"].as_array().unwrap().iter().filter(|check| check["verdict"] == "refuted");
    assert!(refuted.count() > 1, "the checksum and what follows from the cell: {}", ran.out);
}

#[test]
fn audit_measures_the_input_and_the_release() {
    let stage = Stage::new();
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    // Nobody said what the names are.
    let ran = stage.run(&["audit", "people.csv", "-q", "age", "-q", "zip", "-s", "disease", "--json"]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    let found: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(found["readings"][0]["k"], 1);
    let ran = stage.run(&["audit", "out.csv", "job.toml", "--json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let found: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(found["readings"][0]["k"], 6);
    assert_eq!(found["risk"]["prosecutor"]["average"], 1.0 / 6.0);
    assert_eq!(found["risk"]["special_uniques"]["records"], 0, "nobody is unique by anything");
    assert!(found["risk"].get("population").is_none(), "nothing is known of the population");
    assert_eq!(stage.run(&["audit", "people.csv"]).code, 2);
    let sample = ["audit", "people.csv", "-q", "age", "-q", "zip", "--sampling-fraction"];
    let with = |fraction: &'static str| stage.run(&[&sample[..], &[fraction]].concat());
    assert!(with("0.1").out.contains("unique in the population of 240"), "{}", with("0.1").out);
    let refused = with("1.5");
    assert_eq!(refused.code, 1);
    assert!(refused.err.contains("the sampling fraction is 1.5"), "{}", refused.err);
    assert_eq!(stage.run(&["audit", "people.csv", "-q", "aeg"]).code, 1);
}

/// Each schema is JSON of draft 7, and has what the cards say.
#[test]
fn schemas_are_printed() {
    let stage = Stage::new();
    for (of, key) in [("anonymize", "k-anonymity"), ("trajectories", "apma-greedy"), ("flows", "weekday")] {
        let ran = stage.run(&["schema", of]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let schema: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert_eq!(schema["$schema"], "http://json-schema.org/draft-07/schema#");
        assert!(ran.out.contains(&format!("\"{key}\"")), "{of} has {key}");
    }
}

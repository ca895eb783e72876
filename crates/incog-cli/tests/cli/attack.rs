use crate::stage::Stage;
use serde_json::Value;

fn json(stage: &Stage, arguments: &[&str]) -> Value {
    let ran = stage.run(&[&["attack"], arguments, &["--json"]].concat());
    assert_eq!(ran.code, 0, "{}", ran.err);
    serde_json::from_str(&ran.out).unwrap()
}

#[test]
fn a_release_equal_to_the_original_singles_people_out_and_a_k_anonymous_one_does_not() {
    let stage = Stage::new();
    assert_eq!(stage.run(&["anonymize", "job.toml"]).code, 0);
    let by_two = ["-q", "age", "-q", "zip", "-s", "disease", "--seed", "7"];
    let rate = |found: &Value, name: &str| {
        let findings = found["findings"].as_array().unwrap();
        findings.iter().find(|finding| finding["attack"] == name).unwrap()["original"]["rate"].as_f64()
    };
    let same = json(&stage, &[&["people.csv", "people.csv"], &by_two[..]].concat());
    for name in ["singling-out-by-one", "singling-out-by-several", "inference", "homogeneity", "skewness"] {
        assert_eq!(rate(&same, name), Some(1.0), "{name}: {same}");
    }
    let released = json(&stage, &[&["people.csv", "out.csv"], &by_two[..]].concat());
    assert_eq!(rate(&released, "homogeneity"), Some(0.0), "{released}");
    assert_eq!(released["unread"], Value::Array(Vec::new()));
    let untried = &released["untried"][0];
    assert_eq!(untried["attack"], "membership");
    // Nobody shares a name or an age, so each half leads to one record.
    let unique = ["people.csv", "people.csv", "-q", "age", "-q", "name", "--attack", "linkability"];
    assert_eq!(rate(&json(&stage, &unique), "linkability"), Some(1.0));
    // Twelve share a zip, so one attempt of twelve succeeds; half of 24 do with a chance below
    // 10^-6 for a seed that nobody chose.
    assert!(rate(&released, "linkability").unwrap() < 0.5, "{released}");
}

/// Two releases that are 5-anonymous each, of the same people, of whom some have two records.
#[test]
fn people_and_further_releases_are_attacked() {
    let stage = Stage::new();
    stage.write("visits.csv", b"patient,age,disease\np1,20,flu\np1,21,gout\np2,30,pox\np3,31,cold\n");
    stage.write("first.csv", b"age,disease\n20-29,flu\n20-29,gout\n30-39,pox\n30-39,cold\n");
    stage.write("second.csv", b"age,disease\n20,flu\n*,gout\n*,pox\n*,flu\n");
    let found = json(
        &stage,
        &[
            "visits.csv",
            "first.csv",
            "--also",
            "second.csv",
            "-q",
            "age",
            "-s",
            "disease",
            "--unit",
            "patient",
        ],
    );
    let of = |name: &str| {
        let findings = found["findings"].as_array().unwrap();
        findings.iter().find(|finding| finding["attack"] == name).unwrap()["original"].clone()
    };
    // Both releases leave p1 flu and gout, with either record, p2 pox alone, which she has, and p3
    // pox alone, which is not hers.
    assert_eq!((found["people"].as_u64(), found["further"][0].as_u64()), (Some(3), Some(4)));
    assert_eq!(
        (of("intersection")["successes"].as_u64(), of("intersection")["attempts"].as_u64()),
        (Some(1), Some(3))
    );
    assert_eq!(of("homogeneity")["successes"].as_u64(), Some(0));
    let ran = stage.run(&["attack", "visits.csv", "first.csv", "-s", "disease", "--unit", "patient"]);
    assert!(ran.out.contains("4 records, 3 people"), "{}", ran.out);
    assert!(!ran.out.contains("p1") && ran.out.contains("needs another release"), "{}", ran.out);
}

/// Nothing of anybody stands in what is told.
#[test]
fn only_counts_are_told() {
    let stage = Stage::new();
    let ran = stage.run(&["attack", "people.csv", "people.csv", "people.csv", "-s", "disease"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for value in ["11323", "person1", "asthma", "ward1"] {
        assert!(!ran.out.contains(value) && !ran.err.contains(value), "{}", ran.out);
    }
    assert!(ran.out.contains("Attacks that fail prove nothing"), "{}", ran.out);
    let one =
        stage.run(&["attack", "people.csv", "people.csv", "people.csv", "-s", "disease", "--threads", "1"]);
    assert_eq!(ran.out, one.out, "the number of threads changes nothing");
}

#[test]
fn what_cannot_be_attacked_is_refused_in_one_message() {
    let stage = Stage::new();
    stage.write("empty.csv", b"name,age,zip,disease,ward\n");
    stage.write("other.csv", b"place,time\na,b\n");
    stage.write("ages.csv", b"age\n20-29\n");
    let start = ["attack", "people.csv"];
    for (arguments, said) in [
        (vec!["people.csv", "empty.csv"], "empty.csv"),
        (vec!["other.csv"], "has none of the columns of the original"),
        (vec!["people.csv", "-q", "aeg"], "has no column \"aeg\""),
        (vec!["people.csv", "-q", "age", "-s", "age"], "is named twice"),
        (vec!["people.csv", "--attack", "inference"], "needs a sensitive column"),
        (vec!["people.csv", "--attack", "membership"], "needs a control group"),
        (vec!["people.csv", "--attack", "guess"], "unknown attack \"guess\""),
        (vec!["people.csv", "-s", "disease", "--attack", "intersection"], "needs another release"),
        (vec!["people.csv", "--also", "empty.csv"], "empty.csv"),
        (vec!["people.csv", "--also", "other.csv"], "the further release has none of the columns"),
        (
            vec!["people.csv", "--also", "ages.csv", "-s", "disease"],
            "the further release has no column \"disease\"",
        ),
        (
            vec!["people.csv", "--also", "ages.csv", "-q", "zip"],
            "none of the columns that the attacker knows",
        ),
        (
            vec!["people.csv", "people.csv", "--unit", "name"],
            "are both in the original and in the control group",
        ),
        (vec!["people.csv", "--unit", "who"], "has no column \"who\""),
        (vec!["people.csv", "-q", "name", "--unit", "name"], "is named twice"),
        (vec!["people.csv", "--queries", "0"], "the number of attempts is 0"),
    ] {
        let ran = stage.run(&[&start[..], &arguments[..]].concat());
        assert_eq!(ran.code, 1, "{}", ran.err);
        assert!(ran.err.contains(said) && ran.err.lines().count() == 1, "{}", ran.err);
    }
}

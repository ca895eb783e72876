//! What analyses of the input and of the release find: on the internal page and in the internal
//! report, nowhere else, and checked figure by figure.

use crate::stage::{JOB, Stage};
use serde_json::Value;

/// Every leaf, by its JSON pointer and by its path in `incog verify`.
fn leaves(value: &Value, pointer: String, path: String, found: &mut Vec<(String, String)>) {
    match value {
        Value::Object(entries) => {
            for (key, value) in entries {
                leaves(value, format!("{pointer}/{key}"), format!("{path}.{key}"), found);
            }
        }
        Value::Array(entries) => {
            for (place, value) in entries.iter().enumerate() {
                leaves(value, format!("{pointer}/{place}"), format!("{path}[{place}]"), found);
            }
        }
        _ => found.push((pointer, path)),
    }
}

/// Another value of the same kind.
fn other(value: &Value) -> Value {
    match value {
        Value::Number(number) if number.is_u64() => (number.as_u64().unwrap() + 1).into(),
        Value::Number(number) => (number.as_f64().unwrap() + 0.01).into(),
        Value::String(text) => format!("{text}x").into(),
        _ => 7.into(),
    }
}

#[test]
fn what_analyses_find_is_told_inside_only_and_every_figure_is_checked() {
    let stage = Stage::new();
    stage.write("job.toml", JOB.replace("[columns.age]\n", "[columns.age]\nmin_level = 1\n").as_bytes());
    let ran = stage.run(&["anonymize", "job.toml", "--internal"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(!stage.read("out.csv.report.json").contains("analyses"));
    assert!(!stage.read("out.csv.report.html").contains("What analyses find"));
    let page = stage.read("out.csv.internal.html");
    assert!(page.contains("What analyses find") && page.contains("In the wrong cell"));
    let internal = stage.read("out.csv.internal.json");
    let read: Value = serde_json::from_str(&internal).unwrap();
    let numbers = &read["analyses"]["numbers"];
    assert_eq!((&numbers[0]["column"], &numbers[1]["column"]), (&"age".into(), &"zip".into()));
    // Ages 20 to 43, published by sixes: 20-25 is 22.5, and so on: the same mean, a smaller spread.
    let (before, after) = (&numbers[0]["before"], &numbers[0]["after"]);
    let figure = |of: &Value, key: &str| of[key].as_f64().unwrap();
    assert_eq!((figure(before, "values"), figure(after, "values")), (24.0, 24.0));
    assert_eq!((figure(before, "mean"), figure(after, "mean")), (31.5, 31.5));
    assert!((figure(before, "standard_deviation") - 50f64.sqrt()).abs() < 1e-12);
    // Six each of 22.5, 28.5, 34.5 and 40.5: squares of 9, 3, 3 and 9.
    assert!((figure(after, "standard_deviation") - (6.0 * 180.0 / 23.0f64).sqrt()).abs() < 1e-12);
    let verified = stage.run(&["verify", "--verbose", "out.csv.internal.json"]);
    assert_eq!(verified.code, 0, "{}", verified.out);
    let mut paths = Vec::new();
    leaves(&read["analyses"], "/analyses".to_owned(), "analyses".to_owned(), &mut paths);
    assert!(paths.len() > 40);
    let mut changed = read.clone();
    for (pointer, _) in &paths {
        *changed.pointer_mut(pointer).unwrap() = other(read.pointer(pointer).unwrap());
    }
    stage.write("out.csv.internal.json", changed.to_string().as_bytes());
    let refuted = stage.run(&["verify", "--verbose", "out.csv.internal.json", "--json"]);
    let told: Value = serde_json::from_str(&refuted.out).unwrap();
    let checks = told["checks"].as_array().unwrap();
    for (_, path) in &paths {
        let verdict =
            checks.iter().find(|check| check["claim"] == path.as_str()).map(|check| &check["verdict"]);
        assert_eq!(verdict, Some(&"refuted".into()), "{path}");
    }
    // A public report has no such key.
    let mut public: Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    public["analyses"] = read["analyses"].clone();
    stage.write("out.csv.report.json", public.to_string().as_bytes());
    assert_eq!(stage.run(&["verify", "--verbose", "out.csv.report.json"]).code, 1);
}

/// A report of a table in memory has no digest of a file; so none that lacks it is taken for shown.
#[test]
fn an_internal_report_without_the_digest_of_its_input_is_not_called_whole() {
    let stage = Stage::new();
    stage.write("job.toml", JOB.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml", "--internal"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let mut report: Value = serde_json::from_str(&stage.read("out.csv.internal.json")).unwrap();
    assert!(report["input"]["sha256"].is_string());
    report["input"]["sha256"] = Value::Null;
    stage.write("out.csv.internal.json", report.to_string().as_bytes());
    let verified = stage.run(&["verify", "--verbose", "out.csv.internal.json", "--json"]);
    let told: Value = serde_json::from_str(&verified.out).unwrap();
    let digest = told["checks"].as_array().unwrap().iter().find(|check| check["claim"] == "input.sha256");
    assert_eq!(digest.unwrap()["verdict"], "not-shown", "{}", verified.out);
}

//! What programs that run incog rely on: failures as JSON, and messages in a file.

use crate::stage::Stage;
use serde_json::Value;

const JOB: &str = "input = \"a.csv\"\noutput = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n\
    [columns.bill]\nrole = \"sensitive\"\n[privacy]\nk-anonymity = 5\n";

fn stage() -> Stage {
    let stage = Stage::new();
    let row = |n: usize| format!("{},{}.{:02}\n", 20 + n % 40, 100 + n * 17, n % 100);
    let rows: String = (0..300).map(row).collect();
    stage.write("a.csv", format!("age,bill\n{rows}").as_bytes());
    stage.write("job.toml", JOB.as_bytes());
    stage
}

#[test]
fn a_failure_is_json_where_json_was_asked_for() {
    let stage = stage();
    let ran = stage.run(&["anonymize", "job.toml", "--json"]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(told["failure"]["exit_code"], 4);
    assert_eq!(told["failure"]["findings"][0]["waiver"], "bill: singles people out");
    assert_eq!(told["failure"]["findings"][0]["column"], "bill");
    let ran = stage.run(&["anonymize", "none.toml", "--json"]);
    let told: Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!((ran.code, &told["failure"]["exit_code"]), (1, &Value::from(1)));
    assert!(ran.err.contains(told["failure"]["message"].as_str().unwrap()), "{}", ran.err);
    // What failed after its result was printed has one document.
    let ran = stage.run(&["audit", "a.csv", "-q", "age", "--json"]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    assert!(serde_json::from_str::<Value>(&ran.out).unwrap()["failure"].is_null(), "{}", ran.out);
    assert_eq!(stage.run(&["anonymize", "job.toml"]).out, "");
}

#[test]
fn messages_stand_in_a_file_with_their_times() {
    let stage = stage();
    let ran = stage.run(&["anonymize", "job.toml", "--quiet", "--log", "run.log"]);
    assert_eq!(ran.code, 4, "{}", ran.err);
    let log = stage.read("run.log");
    let first = log.lines().next().unwrap();
    let (time, version) = first.split_once(' ').unwrap();
    assert!(time.len() == 20 && time.starts_with("20") && time.ends_with('Z'), "{first}");
    assert!(version.starts_with("incog "), "{first}");
    assert!(log.contains("Z error: nothing was published"), "{log}");
    let before = log.lines().count();
    let job = JOB.replace("sensitive", "identifier");
    stage.write("job.toml", job.as_bytes());
    let ran = stage.run(&["anonymize", "job.toml", "--quiet", "--log", "run.log"]);
    assert_eq!((ran.code, &*ran.err), (0, ""));
    let log = stage.read("run.log");
    assert!(log.lines().count() > before && log.contains("left: "), "{log}");
    let ran = stage.run(&["anonymize", "job.toml", "--log", "no/folder.log"]);
    assert!(ran.code == 1 && ran.err.contains("--log"), "{}", ran.err);
}

#[test]
fn a_table_is_no_job_of_trajectories() {
    let ran = stage().run(&["trajectories", "a.csv"]);
    assert!(ran.code == 1 && ran.err.contains("incog init --trajectories a.csv"), "{}", ran.err);
}

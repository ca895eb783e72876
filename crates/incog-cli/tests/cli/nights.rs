//! The tables of a series and a job that publishes them night after night.

use crate::stage::{Ran, Stage};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

pub const JOB: &str = r#"input = "export.csv"
output = "r.csv"
[columns]
person = { role = "person" }
age = { role = "quasi-identifier", hierarchy = { intervals = [5, 10, 20, 40], origin = 0 } }
zip = { role = "quasi-identifier", hierarchy = { mask = "right" } }
gender = { role = "quasi-identifier", hierarchy = { flat = true } }
job = { role = "quasi-identifier", hierarchy = { flat = true } }
value = { role = "sensitive" }
[privacy]
k-anonymity = 5
l-diversity = 3
[recoding]
kind = "local"
[release]
secret = "secret.key"
[releases]
ledger = "releases.ledger"
"#;

pub fn tool(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tools").join(name)
}

pub fn python(stage: &Stage, script: &str, arguments: &[&str]) -> Ran {
    let mut command = Command::new("python3");
    command.current_dir(stage.path("")).arg(tool(script)).args(arguments);
    let output = command.output().unwrap();
    let [out, err] = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned());
    Ran { code: output.status.code().unwrap(), out, err }
}

pub fn done(ran: Ran) -> Ran {
    assert_eq!(ran.code, 0, "{}{}", ran.out, ran.err);
    ran
}

/// With the tables of some nights, made by the generator, and a job.
pub fn stage(kind: &str, first: u32, nights: u32, more: &str) -> Stage {
    let stage = Stage::new();
    let (first, nights) = (first.to_string(), nights.to_string());
    done(python(&stage, "make_series.py", &[kind, ".", "--first", &first, "--nights", &nights]));
    stage.write_secret("secret.key", "8c1f7e0b5d2a49e6b3c70f18a6d49e52\n");
    stage.write("night.toml", format!("{JOB}{more}").as_bytes());
    stage
}

/// The job of a series of pairs with these quasi-identifiers, in which nobody waits for more.
pub fn job_of_pairs(quasi_identifiers: &str) -> String {
    format!(
        r#"input = "export.csv"
output = "r.csv"
[columns]
person = {{ role = "person" }}
{quasi_identifiers}
value = {{ role = "sensitive" }}
[privacy]
k-anonymity = 2
l-diversity = 2
[recoding]
kind = "local"
[releases]
ledger = "releases.ledger"
max_delay = 0
"#
    )
}

/// With a job, and no table yet.
pub fn with_job(job: &str) -> Stage {
    let stage = Stage::new();
    stage.write("night.toml", job.as_bytes());
    stage
}

/// The table of a night, and the name of its release.
pub fn night(stage: &Stage, number: u32) -> String {
    std::fs::copy(stage.path(&format!("night-{number:03}.csv")), stage.path("export.csv")).unwrap();
    format!("r{number:03}.csv")
}

pub fn publish(stage: &Stage, number: u32) -> Ran {
    let release = night(stage, number);
    run(stage, &["-o", &release, "--internal"])
}

/// A run with these flags, which begins the series where there is none.
pub fn run(stage: &Stage, flags: &[&str]) -> Ran {
    let has_begun = std::fs::metadata(stage.path("releases.ledger")).is_ok_and(|facts| facts.len() > 0);
    let begins: &[&str] = if has_begun { &[] } else { &["--new-series"] };
    stage.run(&[&["anonymize", "night.toml"], flags, begins].concat())
}

pub fn report(stage: &Stage, name: &str) -> Value {
    serde_json::from_str(&stage.read(name)).unwrap()
}

/// The releases of these nights under attack.
pub fn attacked(stage: &Stage, releases: &[String], tables: &[String]) -> Ran {
    let mut arguments = vec!["-k", "5", "-l", "3", "-q", "age,zip,gender,job", "-s", "value"];
    arguments.extend(releases.iter().map(String::as_str));
    if !tables.is_empty() {
        arguments.extend(["--people", "person", "--tables"]);
        arguments.extend(tables.iter().map(String::as_str));
    }
    python(stage, "check_series.py", &arguments)
}

pub fn names(form: &str, nights: u32) -> Vec<String> {
    (1..=nights).map(|number| format!("{form}{number:03}.csv")).collect()
}

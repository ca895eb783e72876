//! Tables on standard input, and releases on standard output.

use crate::stage::{JOB, Ran, Stage, people};
use assert_cmd::Command;
use serde_json::Value;

const FLAGS: [&str; 10] = ["-q", "age,zip", "-s", "disease", "-i", "name", "-k", "5", "--limit", "10%"];

/// Runs the command with this on standard input; what it writes need not be text.
fn fed(stage: &Stage, input: &[u8], arguments: &[&str]) -> (Ran, Vec<u8>) {
    let mut command = Command::cargo_bin("incog").unwrap();
    // Whatever is left over is found.
    std::fs::create_dir_all(stage.path("tmp")).unwrap();
    command.env("TMPDIR", stage.path("tmp")).current_dir(stage.path(""));
    let output = command.args(arguments).write_stdin(input).output().unwrap();
    assert_eq!(
        std::fs::read_dir(stage.path("tmp")).unwrap().count(),
        0,
        "nothing is left over: {arguments:?}"
    );
    let err = String::from_utf8(output.stderr).unwrap();
    (Ran { code: output.status.code().unwrap(), out: String::new(), err }, output.stdout)
}

fn with<'a>(front: &[&'a str], behind: &[&'a str]) -> Vec<&'a str> {
    [front, &FLAGS, behind].concat()
}

#[test]
fn a_filter_writes_what_files_would_have() {
    for format in ["csv", "tsv", "jsonl", "csv.gz", "parquet", "arrow", "xlsx"] {
        let stage = Stage::new();
        let (table, release) = (format!("t.{format}"), format!("r.{format}"));
        // The table in that format.
        let made = stage.run(&[
            "anonymize",
            "people.csv",
            "-k",
            "1",
            "-q",
            "name,age,zip,disease,ward",
            "-o",
            &table,
        ]);
        assert_eq!(made.code, 0, "{}", made.err);
        let ran = stage.run(&with(&["anonymize", &table], &["-o", &release]));
        assert_eq!(ran.code, 0, "{format}: {}", ran.err);
        let input = std::fs::read(stage.path(&table)).unwrap();
        let report = format!("s.{format}.report.json");
        let arguments = with(&["anonymize", "-", "--format", format], &["-o", "-", "--report", &report]);
        let (ran, out) = fed(&stage, &input, &arguments);
        assert_eq!(ran.code, 0, "{format}: {}", ran.err);
        assert!(out == std::fs::read(stage.path(&release)).unwrap(), "{format}");
        // Saved under the name in the report, it is found; the table is named.
        stage.write(&format!("s.{format}"), &out);
        let proved = stage.run(&["verify", &report, "--input", &table]);
        assert_eq!(proved.code, 0, "{format}: {}{}", proved.out, proved.err);
        let told: Value = serde_json::from_str(&stage.read(&report)).unwrap();
        assert_eq!(told["input"]["path"], format!("standard-input.{format}"));
        assert_eq!(told["release"]["path"], format!("s.{format}"));
    }
}

#[test]
fn without_a_report_nothing_but_the_release_is_made() {
    let stage = Stage::new();
    let before = stage.files();
    let (ran, out) =
        fed(&stage, people().as_bytes(), &with(&["anonymize", "-", "--format", "csv"], &["-o", "-"]));
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(out.starts_with(b"age,zip,disease,ward\n"));
    assert!(
        ran.err.contains("standard output: left: 22 of 24 records")
            && ran.err.contains("report: not written; --report"),
        "{}",
        ran.err
    );
    std::fs::remove_dir(stage.path("tmp")).unwrap();
    assert_eq!(stage.files(), before);
    // A file that is read gives its format to standard output.
    let (ran, of_file) = fed(&stage, b"", &with(&["anonymize", "people.csv"], &["-o", "-"]));
    assert_eq!((ran.code, of_file), (0, out));
}

#[test]
fn a_refused_release_leaves_standard_output_empty() {
    let stage = Stage::new();
    let roles = ["-q", "age,zip,ward", "-s", "disease", "-i", "name", "-k", "50"];
    let impossible = [&["anonymize", "-", "--format", "csv", "-o", "-"][..], &roles].concat();
    let (ran, out) = fed(&stage, people().as_bytes(), &impossible);
    assert_eq!((ran.code, out.len()), (3, 0), "{}", ran.err);
    // An identifier in a column that nobody named is a danger.
    let (ran, out) = fed(
        &stage,
        people().as_bytes(),
        &["anonymize", "-", "--format", "csv", "-q", "age", "-k", "2", "-o", "-"],
    );
    assert_eq!((ran.code, out.len()), (4, 0), "{}", ran.err);
    let (ran, out) = fed(&stage, b"", &with(&["anonymize", "-", "--format", "csv"], &["-o", "-"]));
    assert_eq!((ran.code, out.len()), (1, 0), "{}", ran.err);
    assert!(ran.err.contains("standard-input.csv: the file is empty"), "{}", ran.err);
}

#[test]
fn a_job_may_take_streams() {
    let stage = Stage::new();
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    stage.write("stream.toml", JOB.replace("\"people.csv\"", "\"-\"").as_bytes());
    let arguments =
        ["anonymize", "stream.toml", "--format", "csv", "-o", "-", "--report", "x.csv.report.json"];
    let (ran, out) = fed(&stage, people().as_bytes(), &arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(String::from_utf8(out).unwrap(), stage.read("out.csv"));
    let verified =
        stage.run(&["verify", "x.csv.report.json", "--input", "people.csv", "--release", "out.csv"]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
}

#[test]
fn a_plan_is_applied_to_a_stream() {
    let stage = Stage::new();
    assert_eq!(stage.run(&["plan", "job.toml", "-o", "plan.json"]).code, 0);
    let ran = stage.run(&["apply", "plan.json", "--input", "people.csv", "-o", "a.csv"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let arguments = ["apply", "plan.json", "--input", "-", "--format", "csv", "-o", "-"];
    let (ran, out) = fed(&stage, people().as_bytes(), &arguments);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(String::from_utf8(out).unwrap(), stage.read("a.csv"));
}

#[test]
fn tables_on_standard_input_are_looked_at() {
    let stage = Stage::new();
    let (ran, out) = fed(&stage, people().as_bytes(), &["audit", "-", "--format", "csv", "-q", "age", "-i-"]);
    assert_eq!(ran.code, 2, "{}", String::from_utf8_lossy(&out));
    let (ran, out) =
        fed(&stage, people().as_bytes(), &["audit", "-", "--format", "csv", "-q", "age,zip", "--json"]);
    assert!(serde_json::from_slice::<Value>(&out).is_ok(), "{}", ran.err);
    let (ran, out) = fed(&stage, people().as_bytes(), &["init", "-", "--format", "csv", "-o", "-"]);
    let job = String::from_utf8(out).unwrap();
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(
        job.contains("input  = \"-\"") && job.contains("output = \"standard-input.release.csv\""),
        "{job}"
    );
}

#[test]
fn what_cannot_be_is_refused_before_anything_is_read() {
    let stage = Stage::new();
    let cases: [(&[&str], &str); 6] = [
        (&["anonymize", "-", "-q", "age", "-k", "5", "-o", "x.csv"], "--format"),
        (&["anonymize", "people.csv", "-q", "age", "-k", "5", "-o", "-", "--json"], "--json"),
        (&["anonymize", "people.csv", "-q", "age", "-k", "5", "-o", "-", "--internal"], "--report"),
        (
            &[
                "anonymize",
                "people.csv",
                "-q",
                "age",
                "-k",
                "5",
                "-o",
                "x.csv",
                "--report",
                "x.csv.report.json",
            ],
            "-o -",
        ),
        (
            &["anonymize", "people.csv", "-q", "age", "-k", "5", "-o", "-", "--report", "x.json"],
            ".report.json",
        ),
        (&["anonymize", "-", "--format", "csw", "-q", "age", "-k", "5", "-o", "x.csv"], ".parquet"),
    ];
    for (arguments, word) in cases {
        let ran = stage.run(arguments);
        assert_eq!(ran.code, 2, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains(word) && ran.out.is_empty(), "{arguments:?}: {}", ran.err);
    }
}

/// Whoever closes a pipe early gets no report: it would be of a release that nobody has.
#[cfg(unix)]
#[test]
fn a_closed_pipe_leaves_no_report() {
    use std::process::{Command, Stdio};
    let stage = Stage::new();
    let (reader, writer) = std::io::pipe().unwrap();
    drop(reader);
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("incog"));
    let arguments = with(&["anonymize", "people.csv"], &["-o", "-", "--report", "x.csv.report.json"]);
    command.current_dir(stage.path("")).args(arguments).stdout(writer).stderr(Stdio::piped());
    let output = command.output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("cannot send the release"), "{err}");
    assert!(!stage.files().iter().any(|name| name.starts_with("x.csv")), "{:?}", stage.files());
}

/// A job whose table is standard input is decided and explored, too, without a copy that is left
/// over.
#[test]
fn plans_and_trade_offs_take_a_table_from_standard_input() {
    let stage = Stage::new();
    stage.write("job.toml", JOB.replace("\"people.csv\"", "\"-\"").as_bytes());
    let table = people();
    let (ran, _) = fed(&stage, table.as_bytes(), &["plan", "job.toml", "-o", "plan.json"]);
    assert!(ran.code == 2 && ran.err.contains("--format csv"), "{}", ran.err);
    let (ran, _) = fed(&stage, table.as_bytes(), &["plan", "job.toml", "--format", "csv", "-o", "plan.json"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let apply = ["apply", "plan.json", "--input", "-", "--format", "csv", "-o", "-"];
    let (ran, release) = fed(&stage, table.as_bytes(), &apply);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let made = stage.run(&[
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
        "-o",
        "a.csv",
    ]);
    assert_eq!(made.code, 0, "{}", made.err);
    assert_eq!(String::from_utf8(release).unwrap().lines().next(), stage.read("a.csv").lines().next());
    let (ran, out) =
        fed(&stage, table.as_bytes(), &["explore", "job.toml", "--format", "csv", "-k", "2..4", "-o", "-"]);
    let out = String::from_utf8(out).unwrap();
    assert!(ran.code == 0 && out.lines().count() == 4 && out.contains("k-anonymity"), "{out}{}", ran.err);
    let take = [
        "explore",
        "job.toml",
        "--format",
        "csv",
        "-k",
        "2..4",
        "--take",
        "2",
        "--plan-output",
        "taken.json",
    ];
    let (ran, out) = fed(&stage, table.as_bytes(), &take);
    assert!(ran.code == 0 && !out.is_empty(), "{}", ran.err);
    assert!(stage.files().contains(&"taken.json".to_owned()));
}

/// What no stream can be is said, and no file called "-" appears.
#[test]
fn what_is_no_stream_is_told_so() {
    let stage = Stage::new();
    for (arguments, words) in [
        (&["plan", "job.toml", "-o", "-"][..], "--json also prints it"),
        (&["apply", "-"], "--input -"),
        (&["explore", "job.toml", "-o", "-", "--json"], "cannot be combined"),
        (
            &["hierarchy", "build", "people.csv", "age", "--how", "{ intervals = [10] }", "-o", "-"],
            "give a file name",
        ),
    ] {
        let (ran, out) = fed(&stage, b"", arguments);
        assert!(ran.code == 2 && ran.err.contains(words), "{arguments:?}: {} {}", ran.code, ran.err);
        assert!(out.is_empty(), "{arguments:?}");
    }
    assert!(!stage.files().contains(&"-".to_owned()), "{:?}", stage.files());
}

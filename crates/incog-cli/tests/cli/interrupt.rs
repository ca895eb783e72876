//! Ctrl-C: once writes the best release so far, twice leaves nothing behind.
#![cfg(unix)]

use crate::stage::Stage;
use std::fmt::Write;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// 4,000 records in 100 groups alike in 30 numeric columns but for three of each record: a lattice
/// of 4^30 nodes with many trade-offs, far beyond a proof.
pub fn wide(stage: &Stage) {
    let columns: Vec<String> = (0..30).map(|column| format!("q{column}")).collect();
    let mut text = columns.join(",") + "\n";
    let scrambled = |n: u64| n.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407) >> 33;
    for row in 0..4000u64 {
        let differs = |column: u64| (0..3).any(|n| scrambled(row * 3 + n) % 30 == column);
        let seed =
            |column| if differs(column) { row * 30 + column + 100_000 } else { row % 100 * 30 + column };
        let values: Vec<String> = (0..30).map(|column| (scrambled(seed(column)) % 16).to_string()).collect();
        writeln!(text, "{}", values.join(",")).unwrap();
    }
    stage.write("wide.csv", text.as_bytes());
    let mut job = "input = \"wide.csv\"\noutput = \"wide.out.csv\"\n[privacy]\nk-anonymity = 5\n\
                   [search]\nmax_seconds = 300\n"
        .to_owned();
    for column in columns {
        write!(
            job,
            "[columns.{column}]\nrole = \"quasi-identifier\"\nhierarchy = {{ intervals = [4, 8] }}\n"
        )
        .unwrap();
    }
    stage.write("wide.toml", job.as_bytes());
}

fn wide_stage() -> Stage {
    let stage = Stage::new();
    wide(&stage);
    stage
}

fn start(stage: &Stage, arguments: &[&str]) -> Child {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("incog"));
    command.current_dir(stage.path("")).args(arguments);
    command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap()
}

pub fn interrupt(child: &Child) {
    let status = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(status.success());
}

/// Interrupts a command that has had time to read and to search, until it ends as expected, and
/// returns where.
///
/// The folder of unfinished files is made before anything is read, and nothing more can be seen
/// from outside. On a machine so busy that the command still reads, or that the signals come too
/// late, it ends in another way and is given more time.
pub fn interrupted(stage: fn() -> Stage, arguments: &[&str], signals: fn(&Child), expected: i32) -> Stage {
    let mut codes = Vec::new();
    for seconds in [2, 6, 12, 24] {
        let stage = stage();
        let child = start(&stage, arguments);
        wait_for_reading(&stage);
        std::thread::sleep(Duration::from_secs(seconds));
        signals(&child);
        codes.push(wait(child));
        if codes.last() == Some(&expected) {
            return stage;
        }
    }
    panic!("ended with {codes:?}")
}

fn wait_for_reading(stage: &Stage) {
    let start = Instant::now();
    while !stage.files().iter().any(|name| name.starts_with('.')) {
        assert!(start.elapsed() < Duration::from_secs(60), "the command does not begin");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn wait(mut child: Child) -> i32 {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code().unwrap();
        }
        assert!(start.elapsed() < Duration::from_secs(120), "the interrupted command does not end");
        std::thread::sleep(Duration::from_millis(20));
    }
}

const WIDE: [&str; 2] = ["anonymize", "wide.toml"];

#[test]
fn the_first_interruption_writes_the_best_release_so_far() {
    let stage = interrupted(wide_stage, &WIDE, interrupt, 5);
    let report: serde_json::Value = serde_json::from_str(&stage.read("wide.out.csv.report.json")).unwrap();
    assert_eq!(report["search"]["stopped"], "interrupted");
    assert_eq!(report["privacy"][0]["satisfied"], true);
    assert!(report["search"]["gap"].as_f64().is_some_and(|gap| gap > 0.0));
    assert_eq!(stage.run(&["verify", "wide.out.csv.report.json"]).code, 0);
}

#[test]
fn the_second_interruption_leaves_nothing_behind() {
    let twice = |child: &Child| {
        interrupt(child);
        // Signals sent at once may arrive as one; the search needs longer than this to end and to
        // write.
        std::thread::sleep(Duration::from_millis(10));
        interrupt(child);
    };
    let stage = interrupted(wide_stage, &WIDE, twice, 130);
    assert_eq!(stage.files(), wide_stage().files());
}

/// Before a search there is no best release so far: one interruption ends it all, and at once.
#[test]
fn an_interruption_while_reading_ends_everything() {
    let stage = wide_stage();
    let text = stage.read("wide.csv");
    let (header, rows) = text.split_once('\n').unwrap();
    stage.write("wide.csv", format!("{header}\n{}", rows.repeat(60)).as_bytes());
    let before = stage.files();
    let child = start(&stage, &WIDE);
    wait_for_reading(&stage);
    interrupt(&child);
    // Had it searched first, it would have ended with 5 and a release. No shorter time than that of
    // `wait` is asked for: a busy machine needs seconds to end a process.
    assert_eq!(wait(child), 130);
    assert_eq!(stage.files(), before);
}

/// One interruption ends the reading of every format, and of an endless table on standard input.
#[test]
fn reading_ends_at_once_in_every_format() {
    let stage = wide_stage();
    let text = stage.read("wide.csv");
    let (header, rows) = text.split_once('\n').unwrap();
    stage.write("large.csv", format!("{header}\n{}", rows.repeat(20)).as_bytes());
    for format in ["csv.gz", "jsonl", "parquet", "arrow", "xlsx"] {
        let large = format!("large.{format}");
        let ran = stage.run(&["anonymize", "large.csv", "-q", header, "-k", "1", "-o", &large]);
        assert_eq!(ran.code, 0, "{}", ran.err);
        let before = stage.files();
        let child = start(&stage, &["anonymize", &large, "-q", "q0,q1,q2", "-k", "5", "-o", "out.csv"]);
        wait_for_reading(&stage);
        interrupt(&child);
        assert_eq!((wait(child), stage.files()), (130, before), "{format}");
    }
}

#[test]
fn waiting_for_standard_input_ends_at_once() {
    let stage = Stage::new();
    std::fs::create_dir(stage.path("tmp")).unwrap();
    let before = stage.files();
    for arguments in [
        &["anonymize", "-", "--format", "csv", "-q", "age", "-k", "5", "-o", "out.csv"][..],
        &["audit", "-", "--format", "csv", "-q", "age"],
        &["init", "-", "--format", "csv", "-o", "-"],
    ] {
        let mut command = Command::new(assert_cmd::cargo::cargo_bin("incog"));
        command.current_dir(stage.path("")).env("TMPDIR", stage.path("tmp")).args(arguments);
        let mut child =
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        let input = child.stdin.take();
        let start = Instant::now();
        while std::fs::read_dir(stage.path("tmp")).unwrap().next().is_none() {
            assert!(start.elapsed() < Duration::from_secs(60), "the command does not begin");
            std::thread::sleep(Duration::from_millis(2));
        }
        interrupt(&child);
        assert_eq!(wait(child), 130, "{arguments:?}");
        drop(input);
        assert_eq!(std::fs::read_dir(stage.path("tmp")).unwrap().count(), 0, "{arguments:?}");
        assert_eq!(stage.files(), before);
    }
}

//! Two runs at once on one output.
#![cfg(unix)]

use crate::interrupt::wide;
use crate::stage::{JOB, Stage};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

fn start(stage: &Stage, arguments: &[&str]) -> Child {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("incog"));
    command.current_dir(stage.path("")).args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.spawn().unwrap()
}

fn wait_for(stage: &Stage, name: &str) {
    let clock = Instant::now();
    while !stage.path(name).exists() {
        assert!(clock.elapsed() < Duration::from_secs(60), "{name} does not appear");
        std::thread::sleep(Duration::from_millis(5));
    }
}

#[test]
fn the_second_is_refused_while_the_first_lives_and_runs_when_it_is_killed() {
    let stage = Stage::new();
    wide(&stage);
    let mut first = start(&stage, &["anonymize", "wide.toml", "--trace", "trace.csv"]);
    wait_for(&stage, ".wide.out.csv.incog/folders");
    let taken = stage.files();
    for arguments in [
        &["anonymize", "job.toml", "-o", "wide.out.csv", "--force"][..],
        &["anonymize", "job.toml", "-o", "wide.out.csv"],
        &["anonymize", "job.toml", "--trace", "trace.csv", "--force"],
        &["init", "people.csv", "-o", "wide.out.csv.report.json", "--force"],
    ] {
        let ran = stage.run(arguments);
        assert_eq!(ran.code, 1, "{arguments:?}: {}", ran.err);
        assert!(ran.err.contains("another run is writing this file; wait for it"), "{}", ran.err);
        assert_eq!(stage.files(), taken, "what a living run holds is left alone");
    }
    first.kill().unwrap();
    first.wait().unwrap();
    let ran = stage.run(&["anonymize", "job.toml", "-o", "wide.out.csv", "--trace", "trace.csv"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert_eq!(stage.files().iter().filter(|name| name.starts_with('.')).count(), 0);
    assert_eq!(stage.run(&["verify", "wide.out.csv.report.json"]).code, 0);
}

#[test]
fn of_two_that_start_together_one_ends_well_and_nothing_is_mixed() {
    let stage = Stage::new();
    stage.write("b.toml", JOB.replace("k-anonymity = 5", "k-anonymity = 10").as_bytes());
    for force in [false, true] {
        for _ in 0..12 {
            let forced = if force { &["--force"][..] } else { &[] };
            let run = |job| start(&stage, &[&["anonymize", job], forced].concat());
            let both =
                [run("job.toml"), run("b.toml")].map(|mut child| child.wait().unwrap().code().unwrap());
            let good = both.iter().filter(|code| **code == 0).count();
            assert!(good == 1 || (force && good == 2), "{both:?}");
            assert_eq!(stage.run(&["verify", "--verbose", "out.csv.report.json"]).code, 0);
            if !force {
                for name in ["out.csv", "out.csv.report.json", "out.csv.report.html"] {
                    std::fs::remove_file(stage.path(name)).unwrap();
                }
            }
        }
    }
    assert_eq!(stage.files().iter().filter(|name| name.starts_with('.')).count(), 0);
}

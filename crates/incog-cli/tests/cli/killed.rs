//! A process that is killed at any moment leaves a release that is whole, after the next run at the
//! latest.
#![cfg(unix)]
#![allow(clippy::print_stderr)]

use crate::stage::{JOB, Stage};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// Kills spread over the time a run takes.
const KILLS: u32 = 40;

fn hidden(stage: &Stage) -> Vec<String> {
    stage.files().into_iter().filter(|name| name.starts_with('.')).collect()
}

/// Starts a run and kills it after a while; says whether it was still running.
fn kill_after(stage: &Stage, arguments: &[&str], delay: Duration) -> bool {
    let mut command = Command::new(assert_cmd::cargo::cargo_bin("incog"));
    command.current_dir(stage.path("")).args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    std::thread::sleep(delay);
    // SIGKILL on Unix; an error when it has ended.
    let _ = child.kill();
    child.wait().unwrap().code().is_none()
}

#[test]
fn a_run_that_is_killed_at_any_moment() {
    let stage = Stage::new();
    stage.write("b.toml", JOB.replace("k-anonymity = 5", "k-anonymity = 10").as_bytes());
    let first = ["anonymize", "job.toml", "--trace", "trace.csv", "--force"];
    let second = ["anonymize", "b.toml", "--trace", "trace.csv", "--force"];
    let clock = Instant::now();
    assert_eq!(stage.run(&second).code, 0);
    let (whole, mut killed, mut carried_out) = (clock.elapsed(), 0, 0);
    for kill in 0..KILLS {
        assert_eq!(stage.run(&first).code, 0);
        killed += u32::from(kill_after(&stage, &second, whole * kill / KILLS));
        // The next run finds what is left, and is itself refused.
        let ran = stage.run(&["anonymize", "job.toml", "--trace", "trace.csv"]);
        assert!(ran.code == 1 && ran.err.contains("already exists"), "{}", ran.err);
        carried_out += u32::from(ran.err.contains("an earlier run was killed"));
        assert_eq!(hidden(&stage), [""; 0]);
        let ran = stage.run(&["verify", "--verbose", "out.csv.report.json"]);
        assert_eq!(ran.code, 0, "release and report belong together: {}{}", ran.out, ran.err);
    }
    // How many are killed depends on the machine; that none is would be another test.
    assert!(killed > 0, "no run was killed");
    eprintln!("{killed} of {KILLS} runs killed, {carried_out} of them while files were put into place");
}

/// What a kill between two renames leaves, made by hand: the moment is too short to be hit.
#[test]
fn a_kill_between_the_renames_is_carried_out_by_the_next_run() {
    use std::os::unix::fs::DirBuilderExt;
    let stage = Stage::new();
    stage.write("b.toml", JOB.replace("k-anonymity = 5", "k-anonymity = 10").as_bytes());
    assert_eq!(stage.run(&["anonymize", "b.toml"]).code, 0);
    let all = ["out.csv", "out.csv.report.json", "out.csv.report.html"];
    let newer = all.map(|name| stage.read(name));
    assert_eq!(stage.run(&["anonymize", "job.toml", "--force"]).code, 0);
    // The new reports are in place, the new release is not.
    let left = stage.path(".out.csv.incog");
    std::fs::DirBuilder::new().mode(0o700).create(&left).unwrap();
    std::fs::create_dir(left.join("new")).unwrap();
    std::fs::write(left.join("new/out.csv"), &newer[0]).unwrap();
    std::fs::write(left.join("commit"), "force").unwrap();
    stage.write(all[1], newer[1].as_bytes());
    stage.write(all[2], newer[2].as_bytes());
    assert_eq!(stage.run(&["verify", "--verbose", all[1]]).code, 1, "new reports beside an old release");
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert!(ran.code == 1 && ran.err.contains("an earlier run was killed"), "{}", ran.err);
    assert_eq!(all.map(|name| stage.read(name)), newer);
    assert_eq!(stage.run(&["verify", "--verbose", all[1]]).code, 0);
    assert_eq!(hidden(&stage), [""; 0]);
}

#[test]
fn commands_that_write_one_file() {
    let stage = Stage::new();
    for arguments in [
        &["init", "people.csv", "-o", "made"][..],
        &["hierarchy", "build", "people.csv", "age", "-o", "made"],
    ] {
        for kill in 0..8 {
            kill_after(&stage, arguments, Duration::from_millis(kill));
            let mut again = arguments.to_vec();
            again.push("--force");
            assert_eq!(stage.run(&again).code, 0);
            assert_eq!(stage.files(), ["job.toml", "made", "people.csv"]);
        }
        std::fs::remove_file(stage.path("made")).unwrap();
    }
}

//! A search with islands that goes on from a checkpoint.

use crate::stage::{JOB, Ran, Stage};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const KEEPING: [&str; 6] = ["anonymize", "job.toml", "--checkpoint", "state", "--checkpoint-seconds", "0.01"];

fn job(search: &str) -> String {
    format!(
        "{JOB}[suppression]\nlimit = 0.5\n[utility]\nobjective = \"transparency\"\n[search]\nalgorithm = {search}"
    )
}

/// A search of some seconds, whose budget ends it.
fn stage() -> Stage {
    let stage = Stage::new();
    stage.write("job.toml", job("\"id-dga\"\nmax_evaluations = 200000\n").as_bytes());
    stage
}

fn is_done(ran: &Ran) -> bool {
    matches!(ran.code, 0 | 5) && ran.err.contains("out.csv")
}

/// Starts a run, and waits until it has kept something, or at the longest for a minute.
fn start_and_wait_until_kept(stage: &Stage) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_incog"));
    command.current_dir(stage.path("")).args(KEEPING).stdout(Stdio::null()).stderr(Stdio::null());
    let child = command.spawn().unwrap();
    let begin = Instant::now();
    while !stage.path("state").exists() && begin.elapsed() < Duration::from_secs(60) {
        std::thread::sleep(Duration::from_millis(2));
    }
    child
}

/// Starts a run and kills it as soon as it has kept something, or at the latest when it has ended.
fn kill_when_kept(stage: &Stage) {
    let mut child = start_and_wait_until_kept(stage);
    // SIGKILL on Unix.
    child.kill().unwrap();
    child.wait().unwrap();
}

/// What a report says of the search, without what is measured by the clock.
fn search(stage: &Stage) -> serde_json::Value {
    let mut report: serde_json::Value = serde_json::from_str(&stage.read("out.csv.report.json")).unwrap();
    report["search"]["seconds"] = 0.into();
    report["search"].take()
}

#[test]
fn a_killed_run_goes_on_to_the_same_release() {
    let whole = stage();
    let ran = whole.run(&["anonymize", "job.toml"]);
    assert!(is_done(&ran), "{}", ran.err);
    let stage = stage();
    kill_when_kept(&stage);
    assert!(stage.path("state").exists() && !stage.path("out.csv").exists());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(stage.path("state")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let again = stage.run(&KEEPING);
    assert!(is_done(&again) && again.code == ran.code, "{}", again.err);
    assert!(again.err.contains("resuming the search from the checkpoint state"), "{}", again.err);
    assert_eq!(stage.read("out.csv"), whole.read("out.csv"));
    assert_eq!(search(&stage), search(&whole));
    let left = ["job.toml", "out.csv", "out.csv.report.html", "out.csv.report.json", "people.csv"];
    assert_eq!(stage.files(), left);
}

#[test]
fn a_checkpoint_is_for_one_run_at_a_time_and_free_after_a_kill() {
    let stage = stage();
    stage.write("job.toml", job("\"id-dga\"\nmax_evaluations = 20000000\n").as_bytes());
    let mut first = start_and_wait_until_kept(&stage);
    let taken = "state: another run is using this checkpoint; wait for it or end it";
    for second in
        [&["anonymize", "job.toml", "-o", "other.csv"][..], &["plan", "job.toml", "-o", "plan.json"]]
    {
        let ran = stage.run(&[second, &["--checkpoint", "state"]].concat());
        assert!(ran.code == 1 && ran.err.contains(taken), "{} {}", ran.code, ran.err);
    }
    assert!(first.try_wait().unwrap().is_none(), "the first run has ended too early to tell");
    first.kill().unwrap();
    first.wait().unwrap();
    // What the system has released is not in the way, and is taken away.
    let again = stage.run(&[&KEEPING[..], &["--max-seconds", "0.5"]].concat());
    assert!(
        is_done(&again) && again.err.contains("resuming the search from the checkpoint state"),
        "{}",
        again.err
    );
    let left = ["job.toml", "out.csv", "out.csv.report.html", "out.csv.report.json", "people.csv", "state"];
    assert_eq!(stage.files(), left);
}

/// Nothing is written to the checkpoint while the search goes on, since that is due only after ten
/// seconds.
#[test]
fn a_run_that_a_limit_of_time_ends_keeps_what_it_knew_and_goes_on_to_the_same_release() {
    let longer = || {
        let stage = stage();
        stage.write("job.toml", job("\"id-dga\"\nmax_evaluations = 1500000\n").as_bytes());
        stage
    };
    let whole = longer();
    let ran = whole.run(&["anonymize", "job.toml"]);
    assert!(is_done(&ran), "{}", ran.err);
    let stage = longer();
    let short = ["anonymize", "job.toml", "--checkpoint", "state", "--max-seconds", "0.2"];
    let ended = stage.run(&short);
    assert!(is_done(&ended), "{}", ended.err);
    assert!(
        ended.err.contains("the same command resumes the search from the checkpoint state"),
        "{}",
        ended.err
    );
    assert!(stage.path("state").exists());
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(stage.path("state")).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let again = stage.run(&[&short[..], &["--force"]].concat());
    assert!(
        is_done(&again) && again.err.contains("resuming the search from the checkpoint state"),
        "{}",
        again.err
    );
    let last = stage.run(&["anonymize", "job.toml", "--checkpoint", "state", "--force"]);
    assert!(is_done(&last) && last.code == ran.code, "{}", last.err);
    assert_eq!(stage.read("out.csv"), whole.read("out.csv"));
    assert_eq!(search(&stage), search(&whole));
    assert!(!stage.path("state").exists());
}

#[cfg(unix)]
#[test]
fn a_run_that_is_interrupted_keeps_what_it_knew() {
    let stage = stage();
    stage.write("job.toml", job("\"id-dga\"\nmax_evaluations = 20000000\n").as_bytes());
    // Before the search begins, an interrupt ends everything, and before the islands have met there
    // is nothing to keep: then it comes later the next time.
    let mut waits = (0..9).map(|doubled| Duration::from_millis(100 << doubled));
    let code = waits.find_map(|wait| {
        let code = interrupted_after(&stage, wait);
        stage.path("state").exists().then_some(code)
    });
    assert_eq!(code, Some(Some(5)));
    assert!(stage.path("out.csv").exists());
    assert_eq!(stage.files().iter().filter(|name| name.starts_with('.')).count(), 0);
}

/// Starts a run whose checkpoint is not due before its end, and interrupts it after some time; its
/// exit code.
#[cfg(unix)]
fn interrupted_after(stage: &Stage, wait: Duration) -> Option<i32> {
    let mut command = Command::new(env!("CARGO_BIN_EXE_incog"));
    let arguments =
        ["anonymize", "job.toml", "--checkpoint", "state", "--checkpoint-seconds", "3600", "--force"];
    command.current_dir(stage.path("")).args(arguments);
    let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    std::thread::sleep(wait);
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    assert!(interrupt.success());
    child.wait().unwrap().code()
}

#[test]
fn what_is_no_checkpoint_of_this_job_is_refused_and_stays() {
    let stage = stage();
    kill_when_kept(&stage);
    let state = std::fs::read(stage.path("state")).unwrap();
    let refused = |bytes: &[u8], arguments: &[&str], message: &str| {
        stage.write("state", bytes);
        let ran = stage.run(&[&KEEPING[..], arguments].concat());
        assert!(ran.code == 1 && ran.err.contains(message), "{} {}", ran.code, ran.err);
        assert!(std::fs::read(stage.path("state")).unwrap() == bytes && !stage.path("out.csv").exists());
    };
    let damaged = "state: this is not a checkpoint, or it is damaged";
    let mut changed = state.clone();
    changed[state.len() / 2] ^= 1;
    for bytes in [&changed[..], &state[..state.len() - 1], &state[..20], b"", b"name,age\n1,2\n"] {
        refused(bytes, &[], damaged);
    }
    let elsewhere = "state: this checkpoint is for another job, table, secret, seed or version";
    refused(&state, &["--seed", "2"], elsewhere);
    refused(&state, &["--max-evaluations", "30000"], elsewhere);
    let people = stage.read("people.csv");
    stage.write("people.csv", people.replacen(",flu,", ",cold,", 1).replacen("11323", "20450", 1).as_bytes());
    refused(&state, &[], elsewhere);
    stage.write("people.csv", people.as_bytes());
    stage.write("state", &state);
    assert!(is_done(&stage.run(&[&KEEPING[..], &["--threads", "1"]].concat())));
}

#[test]
fn a_checkpoint_that_could_not_serve_is_refused_before_the_search() {
    let stage = stage();
    let refused = |arguments: &[&str], code: i32, message: &str| {
        let ran = stage.run(&[&["anonymize", "job.toml"], arguments].concat());
        assert!(ran.code == code && ran.err.contains(message), "{} {}", ran.code, ran.err);
        assert_eq!(stage.files(), ["job.toml", "people.csv"]);
    };
    refused(&["--checkpoint", "state", "--algorithm", "optimal"], 1, "optimal has no islands");
    refused(&["--checkpoint", "state", "--algorithm", "haef"], 1, "haef has no islands");
    refused(&["--checkpoint", "out.csv"], 1, "out.csv: this run writes another output to this file");
    refused(&["--checkpoint", "people.csv"], 1, "people.csv");
    refused(&["--checkpoint", "nowhere/state"], 1, "nowhere");
    refused(
        &["--checkpoint", "state", "--trace", "trace.csv"],
        1,
        "--checkpoint cannot be combined with search.trace",
    );
    refused(&["--checkpoint-seconds", "3"], 2, "--checkpoint");
}

//! `incog experiment`, killed and gone on with.

use crate::INSTANCES;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

fn suite_text() -> String {
    let head = r#"
    name = "killed"
    title = "A suite that is killed"
    seeds = 40
    [limits]
    evaluations = 3000
"#;
    let rest = r#"
    [[algorithms]]
    name = "haef"
    [[algorithms]]
    name = "ga"
    [[tables]]
    name = "all"
    title = "All of them"
    measure = "objective"
"#;
    format!("{head}{INSTANCES}{rest}")
}

fn experiment(suite: &Path, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_incog-lab"));
    command.arg(suite).arg("-o").arg(folder).args(["--threads", "2"]);
    command.stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// The rows of the runs in their order, without their seconds; the last line may be half a row.
fn rows(folder: &Path) -> Vec<Vec<String>> {
    let Ok(text) = std::fs::read_to_string(folder.join("runs.csv")) else { return Vec::new() };
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = whole.lines().map(|line| line.split(',').map(str::to_owned).collect::<Vec<_>>());
    let Some(header) = lines.next() else { return Vec::new() };
    let seconds = header.iter().position(|name| name == "seconds").unwrap();
    lines
        .map(|mut row| {
            row.remove(seconds);
            row
        })
        .collect()
}

/// Starts the suite and kills it (SIGKILL) once it has made `wanted` runs more; gives the runs
/// made.
fn kill_after(suite: &Path, folder: &Path, wanted: usize) -> usize {
    let before = rows(folder).len();
    let mut process = experiment(suite, folder).spawn().unwrap();
    let begun = Instant::now();
    while rows(folder).len() < before + wanted && process.try_wait().unwrap().is_none() {
        assert!(begun.elapsed() < Duration::from_secs(120), "no {wanted} runs in two minutes");
        std::thread::sleep(Duration::from_millis(1));
    }
    process.kill().unwrap();
    process.wait().unwrap();
    rows(folder).len()
}

#[test]
fn a_killed_experiment_goes_on_to_the_same_results() {
    let work = tempfile::tempdir().unwrap();
    let suite = work.path().join("suite.toml");
    std::fs::write(&suite, suite_text()).unwrap();
    let (killed, whole): (PathBuf, PathBuf) = (work.path().join("killed"), work.path().join("whole"));
    let first = kill_after(&suite, &killed, 3);
    let second = kill_after(&suite, &killed, 5);
    let all = 2 * 2 * 40;
    assert!(first >= 3 && second >= first && second < all, "{first} and {second} of {all} runs were made");
    assert!(experiment(&suite, &killed).status().unwrap().success());
    let output = experiment(&suite, &whole).stderr(Stdio::piped()).output().unwrap();
    assert!(output.status.success());
    // Without a terminal there is no bar, but a line for each twentieth of the runs.
    let told = String::from_utf8_lossy(&output.stderr).matches(&format!(" of {all} runs, about ")).count();
    assert_eq!(told, 20);
    assert_eq!(rows(&killed).len(), all);
    assert_eq!(rows(&killed), rows(&whole));
    let table = |folder: &Path| std::fs::read_to_string(folder.join("all.csv")).unwrap();
    assert_eq!(table(&killed), table(&whole));
}

/// Runs a suite and demands that it is refused with a message that has all `parts`.
fn refused(suite: &Path, more: &[&str], code: i32, parts: &[&str]) {
    let results = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_incog-lab"));
    let output =
        command.arg(suite).arg("-o").arg(results.path().join("results")).args(more).output().unwrap();
    let message = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{message}");
    assert!(parts.iter().all(|part| message.contains(part)), "{parts:?} in {message}");
}

#[test]
fn what_no_suite_may_say_is_refused() {
    let work = tempfile::tempdir().unwrap();
    let suite = work.path().join("suite.toml");
    std::fs::write(&suite, suite_text().replace("measure = \"objective\"", "measure = \"objektive\""))
        .unwrap();
    refused(&suite, &[], 1, &["unknown measure \"objektive\""]);
    let threads = "name = \"s\"\ntitle = \"t\"\nthreads-per-run = 1000000\ninstances = []\nalgorithms = []\n";
    std::fs::write(&suite, threads).unwrap();
    refused(&suite, &[], 1, &["threads-per-run is 1000000"]);
    refused(&suite, &["--threads", "60000"], 2, &["60000 is not in 1..=1024"]);
    std::fs::write(&suite, "name = \"s\"\n[columns.zip\nsecret;one").unwrap();
    refused(&suite, &[], 1, &["suite.toml"]);
    refused(work.path(), &[], 1, &["is a folder"]);
    #[cfg(unix)]
    refused(Path::new("/dev/zero"), &[], 1, &["is a device"]);
}

/// No experiment writes to a file that one of its instances reads.
#[test]
fn what_an_experiment_reads_stays() {
    const JOB: &str =
        "output = \"out.csv\"\n[columns.age]\nrole = \"quasi-identifier\"\n[privacy]\nk-anonymity = 2\n";
    for (table, input, named) in
        [("people", "people.csv", "people.csv"), ("other", "plots/people.csv", "plots")]
    {
        let work = tempfile::tempdir().unwrap();
        let at = |name: &str| work.path().join(name);
        std::fs::create_dir(at("plots")).unwrap();
        std::fs::write(at(input), "age\n1\n1\n2\n2\n").unwrap();
        std::fs::write(at("job.toml"), format!("input = \"{input}\"\n{JOB}")).unwrap();
        let suite = format!(
            "name = \"s\"\ntitle = \"s\"\nquestion = \"?\"\npaper = \"-\"\n\
             [[instances]]\nname = \"people\"\njob = \"job.toml\"\n[[algorithms]]\nname = \"optimal\"\n\
             [[tables]]\nname = \"{table}\"\ntitle = \"t\"\nmeasure = \"objective\"\n"
        );
        std::fs::write(at("suite.toml"), suite).unwrap();
        let mut command = Command::new(env!("CARGO_BIN_EXE_incog-lab"));
        let output = command.args(["suite.toml", "-o", "."]).current_dir(work.path()).output().unwrap();
        let message = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{message}");
        assert!(message.contains(named) && message.contains("incog never "), "{message}");
        assert_eq!(std::fs::read_to_string(at(input)).unwrap(), "age\n1\n1\n2\n2\n");
    }
}

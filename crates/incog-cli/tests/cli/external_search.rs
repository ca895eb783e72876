//! A search that is a program of the user.

use crate::stage::{JOB, Stage};

const PROGRAM: &str = r#"
import json
instance = json.loads(input())
print(json.dumps({"candidates": [{"levels": instance["highest"]}]}), flush=True)
answer = json.loads(input())
print('{"end": true}', flush=True)
"#;

/// A stage with a job whose search is this program; nothing where there is no Python.
fn stage_with(program: &str, command: &str) -> Option<Stage> {
    let found = std::process::Command::new("python3").arg("--version").output();
    if !found.is_ok_and(|ran| ran.status.success()) {
        eprintln!("not run: there is no python3");
        return None;
    }
    let stage = Stage::new();
    std::fs::create_dir(stage.path("mine")).unwrap();
    stage.write("mine/program.py", program.as_bytes());
    let search = format!("[search]\nalgorithm = \"external\"\n[search.external]\ncommand = \"{command}\"\n");
    stage.write("job.toml", (JOB.to_owned() + &search).as_bytes());
    Some(stage)
}

#[test]
fn a_job_may_search_with_a_program_and_its_report_says_so() {
    let Some(stage) = stage_with(PROGRAM, "python3 mine/program.py") else { return };
    let ran = stage.run(&["anonymize", "job.toml", "--run-program"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    let said =
        "the search of this job is the program \"python3 mine/program.py\", which runs with your privileges";
    assert!(ran.err.contains(said), "{}", ran.err);
    let report = stage.read("out.csv.report.json");
    assert!(report.contains("\"algorithm\": \"external\""), "{report}");
    // Of paths a public report has the names of the files alone.
    assert!(report.contains("python3 program.py") && !report.contains("mine/"), "{report}");
    let page = stage.read("out.csv.report.html");
    assert!(page.contains("A program that is no part of incog proposed the levels"), "{page}");
    let verified = stage.run(&["verify", "out.csv.report.json"]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
}

/// Arguments may be passwords, or values of records.
#[test]
fn a_report_has_no_arguments_of_the_program() {
    let Some(stage) = stage_with(PROGRAM, "python3 mine/program.py --token=abc123 Miller") else { return };
    let ran = stage.run(&["anonymize", "job.toml", "--run-program"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    for file in ["out.csv.report.json", "out.csv.report.html"] {
        let text = stage.read(file);
        assert!(text.contains("python3 program.py"), "{text}");
        assert!(!text.contains("abc123") && !text.contains("Miller"), "{text}");
    }
    let verified = stage.run(&["verify", "out.csv.report.json"]);
    assert_eq!(verified.code, 0, "{}{}", verified.out, verified.err);
}

/// Advice is looked for by incog's own searches.
#[test]
fn the_program_is_started_once() {
    let counted = format!("open('starts', 'a').write('x')\n{PROGRAM}");
    let Some(stage) = stage_with(&counted, "python3 mine/program.py") else { return };
    let ran = stage.run(&["anonymize", "job.toml", "--run-program"]);
    assert_eq!((ran.code, stage.read("starts").as_str()), (0, "x"), "{}", ran.err);
}

/// A report is a file of somebody else: looking at it runs none of their programs.
#[test]
fn nothing_but_a_run_of_the_job_starts_the_program() {
    let Some(stage) = stage_with(PROGRAM, "python3 mine/program.py") else { return };
    assert_eq!(stage.run(&["anonymize", "job.toml", "--run-program"]).code, 0);
    stage.write("mine/program.py", b"open('ran', 'w').close()\nraise SystemExit(1)\n");
    for arguments in [
        &["verify", "out.csv.report.json", "--search"][..],
        &["verify", "out.csv.report.json", "--job", "job.toml", "--search"],
        &["plan", "job.toml", "-o", "plan.json"],
        &["explore", "job.toml"],
        // A job file that somebody sent.
        &["anonymize", "job.toml", "--force"],
        &["anonymize", "job.toml", "--force", "--quiet"],
    ] {
        let ran = stage.run(arguments);
        assert_ne!(ran.code, 0, "{arguments:?}: {}{}", ran.out, ran.err);
        assert!(!stage.path("ran").exists(), "{arguments:?} ran the program");
    }
}

#[test]
fn a_program_that_fails_publishes_nothing() {
    for (program, why) in [
        ("raise SystemExit(3)", "ended (exit status: 3) before it wrote {\"end\": true}"),
        ("print('hello', flush=True)\ninput()\ninput()", "wrote \"hello\""),
    ] {
        let Some(stage) = stage_with(program, "python3 mine/program.py") else { return };
        let ran = stage.run(&["anonymize", "job.toml", "--run-program"]);
        assert!(ran.code == 1 && ran.err.contains(why), "{}: {}", ran.code, ran.err);
        assert_eq!(stage.files(), ["job.toml", "mine", "people.csv"]);
    }
    let Some(stage) = stage_with(PROGRAM, "no-such-program-of-incog") else { return };
    let ran = stage.run(&["anonymize", "job.toml", "--run-program"]);
    assert!(ran.err.contains("\"no-such-program-of-incog\" cannot be started"), "{}", ran.err);
}

#[test]
fn a_job_starts_no_program_without_consent() {
    let Some(stage) = stage_with(PROGRAM, "python3 mine/program.py") else { return };
    let ran = stage.run(&["anonymize", "job.toml"]);
    assert!(ran.code == 2 && ran.err.contains("add --run-program"), "{}: {}", ran.code, ran.err);
    assert_eq!(stage.files(), ["job.toml", "mine", "people.csv"]);
}

/// A program that starts another one and ends: both have to go with the search.
#[cfg(unix)]
#[test]
fn what_the_program_started_ends_with_it() {
    let started = format!(
        "import subprocess\nother = subprocess.Popen(['sleep', '600'])\nopen('other', 'w').write(str(other.pid))\n{PROGRAM}"
    );
    let Some(stage) = stage_with(&started, "python3 mine/program.py") else { return };
    let ran = stage.run(&["anonymize", "job.toml", "--run-program"]);
    assert_eq!(ran.code, 0, "{}", ran.err);
    assert!(has_ended(&stage.read("other")), "the second program runs on");
}

/// The second Ctrl-C, or a signal that ends incog before the search began.
#[cfg(unix)]
#[test]
fn a_signal_ends_the_program_and_what_it_started() {
    let waits = "import subprocess, time\nother = subprocess.Popen(['sleep', '600'])\n\
                 open('other', 'w').write(str(other.pid))\ntime.sleep(600)\n";
    let Some(stage) = stage_with(waits, "python3 mine/program.py") else { return };
    let binary = assert_cmd::cargo::cargo_bin("incog");
    let mut command = std::process::Command::new(binary);
    command.current_dir(stage.path("")).args(["anonymize", "job.toml", "--run-program"]);
    let mut running = command.stderr(std::process::Stdio::null()).spawn().unwrap();
    let other = (0..600).find_map(|_| {
        std::thread::sleep(std::time::Duration::from_millis(50));
        std::fs::read_to_string(stage.path("other")).ok().filter(|text| !text.is_empty())
    });
    let other = other.expect("the program has started");
    for _ in 0..2 {
        let signalled = std::process::Command::new("kill").args(["-INT", &running.id().to_string()]).status();
        assert!(signalled.is_ok());
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    running.wait().unwrap();
    assert!(has_ended(&other), "the second program runs on");
}

/// Whether a process is gone within ten seconds, or only waits for its parent to look.
#[cfg(unix)]
fn has_ended(process: &str) -> bool {
    (0..100).any(|_| {
        std::thread::sleep(std::time::Duration::from_millis(100));
        let status = std::fs::read_to_string(format!("/proc/{process}/stat"));
        status.map_or(true, |status| status.contains(") Z "))
    })
}

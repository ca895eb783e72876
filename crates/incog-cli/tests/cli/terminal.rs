//! What a terminal shows and a pipe does not: colours, unless somebody says no, and progress. A
//! terminal is made by `script` of util-linux; without it, nothing is tried.
#![cfg(target_os = "linux")]

use crate::stage::Stage;
use incog::trajectories::city_trips;
use std::process::{Command, Stdio};

/// What a command writes to a terminal, with these variables; `None` where there is no way to make
/// one.
fn on_terminal(stage: &Stage, arguments: &str, variables: &[(&str, &str)]) -> Option<String> {
    let program = assert_cmd::cargo::cargo_bin("incog");
    let typed = format!("{} {arguments}", program.display());
    let mut command = Command::new("script");
    command.args(["-qefc", &typed, "/dev/null"]).current_dir(stage.path("")).stdin(Stdio::null());
    command.env_remove("NO_COLOR").env("TERM", "xterm").envs(variables.iter().copied());
    let Ok(output) = command.output() else {
        eprintln!("skipped: there is no script of util-linux");
        return None;
    };
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn colours_are_for_terminals_that_want_them() {
    let stage = Stage::new();
    let Some(said) = on_terminal(&stage, "anonymize none.toml", &[]) else { return };
    assert!(said.contains("\u{1b}[1;31merror"), "{said}");
    for (arguments, variable) in [
        ("anonymize none.toml", ("NO_COLOR", "1")),
        ("anonymize none.toml", ("TERM", "dumb")),
        ("anonymize none.toml --color never", ("TERM", "xterm")),
        ("anonymize none.toml --no-such-flag", ("NO_COLOR", "1")),
        ("--help", ("NO_COLOR", "1")),
    ] {
        let said = on_terminal(&stage, arguments, &[variable]).unwrap();
        assert!(!said.contains('\u{1b}') && said.contains("o"), "{arguments} {variable:?}: {said:?}");
    }
}

#[test]
fn progress_is_for_terminals() {
    let stage = Stage::new();
    stage.write("city.csv", city_trips(150, 1).as_bytes());
    let job = "input = \"city.csv\"\noutput = \"out.csv\"\n[privacy]\nk = 5\ndelta = 30.0\n\
               [search]\nalgorithm = \"apma\"\nmax_evaluations = 400\n";
    stage.write("city.toml", job.as_bytes());
    let Some(said) = on_terminal(&stage, "trajectories city.toml", &[]) else { return };
    for words in ["reading", "searching clusters", " of 400 evaluated", "left"] {
        assert!(said.contains(words), "{words:?} in {said}");
    }
    let said = on_terminal(&stage, "trajectories city.toml --force --quiet", &[]).unwrap();
    assert!(!said.contains("searching"), "{said}");
    // A pipe gets the steps if it asks for all of them, and nothing that moves.
    let ran = stage.run(&["trajectories", "city.toml", "--force"]);
    assert!(ran.code == 0 && !ran.err.contains("searching") && !ran.err.contains('\u{1b}'), "{}", ran.err);
    let ran = stage.run(&["trajectories", "city.toml", "--force", "--verbose"]);
    assert!(ran.err.contains("searching clusters: ") && ran.err.contains(" s\n"), "{}", ran.err);
}

#[test]
fn an_audit_tells_what_it_does_on_a_terminal_alone() {
    let stage = Stage::new();
    let rows: String =
        (0..20_000).map(|row| format!("{},{},{}\n", row % 89, row % 13, row % 1_009)).collect();
    stage.write("many.csv", format!("age,sex,zip\n{rows}").as_bytes());
    let arguments = ["audit", "many.csv", "-q", "age,sex,zip"];
    let Some(said) = on_terminal(&stage, &arguments.join(" "), &[]) else { return };
    assert!(said.contains("reading") && said.contains("prosecutor"), "{said}");
    let ran = stage.run(&arguments);
    assert!(!ran.err.contains("reading") && !ran.err.contains('\u{1b}'), "{}", ran.err);
}

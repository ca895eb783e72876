//! `incog experiment`, which gives way to the laboratory.
#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Copies a program in a process of its own: had this one a program open for writing while another
/// thread starts a command, that command would hold the file, too, and "text file busy" would be
/// the answer to running it.
fn install(from: &Path, to: &Path) {
    assert!(Command::new("install").args(["-m", "755"]).args([from, to]).status().unwrap().success());
}

fn experiment(folder: &Path, arguments: &[&str]) -> Output {
    let program = folder.join("incog");
    install(Path::new(env!("CARGO_BIN_EXE_incog")), &program);
    Command::new(program).arg("experiment").args(arguments).env("PATH", "").output().unwrap()
}

#[test]
fn without_the_laboratory_it_says_how_to_get_it() {
    let folder = tempfile::tempdir().unwrap();
    let ran = experiment(folder.path(), &["suite.toml", "-o", "results"]);
    assert_eq!(ran.status.code(), Some(1));
    let message = String::from_utf8_lossy(&ran.stderr);
    assert!(message.contains("cargo install --locked --path crates/incog-lab"), "{message}");
}

#[test]
fn the_laboratory_gets_every_argument_and_its_exit_code_counts() {
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("script");
    fs::write(&script, "#!/bin/sh\nfor one in \"$@\"; do echo \"[$one]\"; done\nexit 7\n").unwrap();
    install(&script, &folder.path().join("incog-lab"));
    let ran = experiment(folder.path(), &["a suite.toml", "-o", "results", "--quick", "--help"]);
    assert_eq!(
        String::from_utf8_lossy(&ran.stdout),
        "[a suite.toml]\n[-o]\n[results]\n[--quick]\n[--help]\n"
    );
    assert_eq!(ran.status.code(), Some(7));
}

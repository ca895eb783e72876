//! `incog experiment`, which gives way to the laboratory.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

fn experiment(folder: &Path, arguments: &[&str]) -> Output {
    let program = folder.join("incog");
    if !program.exists() {
        fs::copy(env!("CARGO_BIN_EXE_incog"), &program).unwrap();
    }
    Command::new(program).arg("experiment").args(arguments).env("PATH", "").output().unwrap()
}

#[test]
fn without_the_laboratory_it_says_how_to_get_it() {
    let folder = tempfile::tempdir().unwrap();
    let ran = experiment(folder.path(), &["suite.toml", "-o", "results"]);
    assert_eq!(ran.status.code(), Some(1));
    let message = String::from_utf8_lossy(&ran.stderr);
    assert!(message.contains("cargo build --release -p incog-lab"), "{message}");
}

#[test]
fn the_laboratory_gets_every_argument_and_its_exit_code_counts() {
    let folder = tempfile::tempdir().unwrap();
    let laboratory = folder.path().join("incog-lab");
    fs::write(&laboratory, "#!/bin/sh\nfor one in \"$@\"; do echo \"[$one]\"; done\nexit 7\n").unwrap();
    fs::set_permissions(&laboratory, fs::Permissions::from_mode(0o755)).unwrap();
    let ran = experiment(folder.path(), &["a suite.toml", "-o", "results", "--quick", "--help"]);
    assert_eq!(
        String::from_utf8_lossy(&ran.stdout),
        "[a suite.toml]\n[-o]\n[results]\n[--quick]\n[--help]\n"
    );
    assert_eq!(ran.status.code(), Some(7));
}

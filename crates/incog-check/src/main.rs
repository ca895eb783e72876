//! The command: checks a release and its proof.
#![allow(clippy::print_stdout, clippy::print_stderr)] // It is a face.

use incog_check::{CheckVerdict, CheckedFiles, check};
use std::collections::BTreeMap;
use std::process::ExitCode;

const USAGE: &str = "usage: incog-check RELEASE.csv REPORT.json [--original TABLE.csv] [--proof PROOF.json]
                   [--hierarchy COLUMN=FILE]...

Checks what a report promises of its release, and that no release loses less than it says. It prints
one line for each claim: proved, refuted, or not shown by these files. Exit code: 0 if nothing is
refuted, 1 if something is, 2 if a file cannot be read.";

/// Paths of files.
struct GivenPaths {
    /// By what they are.
    files: BTreeMap<&'static str, String>,
    /// By column.
    hierarchies: BTreeMap<String, String>,
}

/// The files that the arguments name; `None` where they are wrong.
fn arguments() -> Option<GivenPaths> {
    let (mut files, mut hierarchies) = (BTreeMap::new(), BTreeMap::new());
    let mut arguments = std::env::args().skip(1);
    while let Some(argument) = arguments.next() {
        let before = match argument.as_str() {
            "--original" => files.insert("original", arguments.next()?),
            "--proof" => files.insert("proof", arguments.next()?),
            "--hierarchy" => {
                let given = arguments.next()?;
                let (column, path) = given.split_once('=')?;
                hierarchies.insert(column.to_owned(), path.to_owned())
            }
            _ if argument.starts_with('-') => return None,
            _ if files.contains_key("release") => files.insert("report", argument),
            _ => files.insert("release", argument),
        };
        if before.is_some() {
            return None;
        }
    }
    files.contains_key("report").then_some(GivenPaths { files, hierarchies })
}

fn main() -> ExitCode {
    let Some(given) = arguments() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(&given) {
        Ok(is_refuted) => ExitCode::from(u8::from(is_refuted)),
        Err(why) => {
            eprintln!("error: {why}");
            ExitCode::from(2)
        }
    }
}

/// Prints all findings; says whether one is refuted.
fn run(given: &GivenPaths) -> Result<bool, String> {
    fn read(path: &String) -> Result<Vec<u8>, String> {
        std::fs::read(path).map_err(|why| format!("{path}: {why}"))
    }
    let mut bytes = BTreeMap::new();
    for (what, path) in &given.files {
        bytes.insert(*what, read(path)?);
    }
    let trees = given.hierarchies.iter().map(|(column, path)| Ok((column.clone(), read(path)?)));
    let trees = trees.collect::<Result<BTreeMap<String, Vec<u8>>, String>>()?;
    let found = check(&CheckedFiles {
        release: &bytes["release"],
        report: &bytes["report"],
        original: bytes.get("original").map(Vec::as_slice),
        proof: bytes.get("proof").map(Vec::as_slice),
        hierarchies: trees.iter().map(|(column, bytes)| (column.clone(), bytes.as_slice())).collect(),
    });
    let found = found.map_err(|why| why.to_string())?;
    found.iter().for_each(|finding| println!("{finding}"));
    let [proved, refuted, not_shown] = [CheckVerdict::Proved, CheckVerdict::Refuted, CheckVerdict::NotShown]
        .map(|verdict| found.iter().filter(|finding| finding.verdict == verdict).count());
    println!("\n{proved} proved, {refuted} refuted, {not_shown} not shown");
    Ok(refuted > 0)
}

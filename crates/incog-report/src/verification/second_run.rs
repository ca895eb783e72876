//! What a report says about the search, checked by running it again.

use super::ledger::{NotShown, compare};
use super::{Check, Verdict};
use serde::Serialize;
use serde_json::Value;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What a second run shows about the report as a whole.
pub const CLAIM: &str = "the search makes the same release again";

/// The reason given for leaves that only a second run can show.
pub const SEARCH: &str = "the files do not show the course of the search; --search runs it again";

/// Leaves that a second run does not show either: they depend on time, version, where the files
/// are, or on a proof being asked for.
const STILL: [&str; 6] = ["search.seconds", "search.no_proof", "incog", "job", "job_file", "page"];

/// A folder for a second run; `None` when the first run was ended in a way that cannot be repeated.
///
/// # Errors
/// When the system cannot create it.
pub fn folder_for(stopped: &str, checks: &mut Vec<Check>) -> io::Result<Option<TempDir>> {
    let why = match stopped {
        "time" | "interrupted" => "a search that a time limit or a person ended cannot be repeated",
        "given" => "there was no search: a person made the decision",
        _ => return folder().map(Some),
    };
    checks.push(Check::not_shown(CLAIM, why));
    Ok(None)
}

/// A folder for files that are made again, gone with what is returned.
///
/// # Errors
/// When the system cannot create it.
pub fn folder() -> io::Result<TempDir> {
    tempfile::tempdir()
}

/// The file of that name in a folder.
pub fn inside(folder: &Path, path: &Path) -> PathBuf {
    folder.join(path.file_name().unwrap_or_default())
}

/// Replaces the verdict on every leaf that was not shown by what the report of a second run says
/// about it.
///
/// `same` says whether the second run made the same release.
///
/// # Errors
/// When the report cannot be written as JSON.
pub fn show_again(
    claimed: &Value,
    found: &impl Serialize,
    same: bool,
    checks: &mut Vec<Check>,
) -> serde_json::Result<()> {
    let found = serde_json::to_value(found)?;
    let still: NotShown = STILL.map(|leaf| (leaf.to_owned(), String::new())).into();
    for again in compare(claimed, &found, &still) {
        let open = |check: &&mut Check| check.verdict == Verdict::NotShown && check.claim == again.claim;
        if let Some(check) = checks.iter_mut().find(open).filter(|_| again.verdict != Verdict::NotShown) {
            *check = Check { is_promise: check.is_promise, ..again };
        }
    }
    checks.push(Check::new(CLAIM, same, if same { "byte for byte" } else { "it makes another one" }));
    Ok(())
}

//! What a report says of the search, shown by running it again.

use super::premises::Premises;
use super::{Check, Verdict, ledger};
use crate::IncogError;
use crate::job::SearchJob;
use crate::report::{Audience, RecodingKind, Report};
use ledger::NotShown;
use serde_json::Value;
use std::path::{Path, PathBuf};

const CLAIM: &str = "the search makes the same release again";

/// What is said of leaves that only a second run shows.
pub(crate) const SEARCH: &str = "the files do not show how the search went; --search runs it again";

/// Leaves that a second run does not show either: they tell of time, version, or where the files stand.
const STILL: [&str; 5] = ["search.seconds", "incog", "job", "job_file", "page"];

/// Runs the job again and replaces what was not shown by what that shows.
///
/// A search that the clock or a person ended takes another way the next time, and stays not shown.
pub(super) fn run_again(
    report: &Report,
    premises: &Premises,
    claimed: &Value,
    checks: &mut Vec<Check>,
) -> Result<(), IncogError> {
    if report.solution.recoding == RecodingKind::Local {
        checks.push(Check::not_shown(CLAIM, "no job asks for a local recoding: its plan was made otherwise"));
        return Ok(());
    }
    if report.input.hmac_sha256.is_some() && premises.secret.is_none() {
        checks.push(Check::not_shown(CLAIM, "which records stay takes the secret of the job; see --secret"));
        return Ok(());
    }
    let Some(folder) = folder_for(&report.search.stopped, checks)? else { return Ok(()) };
    let mut job = premises.job.clone();
    job.output = inside(folder.path(), &job.output);
    job.search = SearchJob { trace: None, ..job.search };
    job.internal = false;
    let outcome = job.run()?;
    let found = match report.audience {
        Audience::Public => outcome.public,
        Audience::Internal => outcome.report,
    };
    let same = found.release.sha256 == report.release.sha256;
    show_again(claimed, &found, same, checks)
}

/// A folder for a second run, unless the first was ended in a way that cannot be repeated.
pub(crate) fn folder_for(
    stopped: &str,
    checks: &mut Vec<Check>,
) -> Result<Option<tempfile::TempDir>, IncogError> {
    if ["time", "interrupted"].contains(&stopped) {
        let why = "a search that was ended by the clock or by a person cannot be repeated";
        checks.push(Check::not_shown(CLAIM, why));
        return Ok(None);
    }
    tempfile::tempdir().map(Some).map_err(|source| IncogError::TemporaryFolder { source })
}

/// The file of that name in a folder.
pub(crate) fn inside(folder: &Path, path: &Path) -> PathBuf {
    folder.join(path.file_name().unwrap_or_default())
}

/// Replaces every leaf that was not shown by what the report of a second run says of it.
pub(crate) fn show_again(
    claimed: &Value,
    found: &impl serde::Serialize,
    same: bool,
    checks: &mut Vec<Check>,
) -> Result<(), IncogError> {
    let found = serde_json::to_value(found).map_err(|error| IncogError::no_report(Path::new(""), &error))?;
    let still: NotShown = STILL.map(|leaf| (leaf.to_owned(), String::new())).into();
    for again in ledger::compare(claimed, &found, &still) {
        let open = |check: &&mut Check| check.verdict == Verdict::NotShown && check.claim == again.claim;
        if let Some(check) = checks.iter_mut().find(open).filter(|_| again.verdict != Verdict::NotShown) {
            *check = again;
        }
    }
    checks.push(Check::new(CLAIM, same, if same { "byte for byte" } else { "it makes another one" }));
    Ok(())
}

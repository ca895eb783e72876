//! What a report says of the search, shown by running it again.

use super::premises::Premises;
use super::{Check, Verdict, ledger};
use crate::IncogError;
use crate::job::SearchJob;
use crate::report::{Audience, Report};
use std::io;

/// Runs the job again and replaces what was not shown of the search by what that shows.
///
/// A search that the clock or a person ended takes another way the next time, and stays not shown.
pub(super) fn run_again(
    report: &Report,
    premises: &Premises,
    checks: &mut Vec<Check>,
) -> Result<(), IncogError> {
    let by_clock = ["time", "interrupted"].contains(&report.search.stopped.as_str());
    if by_clock {
        let why = "a search that was ended by the clock or by a person cannot be repeated";
        checks.push(Check::not_shown("the search makes the same release again", why));
        return Ok(());
    }
    let failed = |source: io::Error| IncogError::ReadReport {
        path: premises.job.output.clone(),
        fault: source.into(),
    };
    let folder = tempfile::tempdir().map_err(failed)?;
    let mut job = premises.job.clone();
    job.output = folder.path().join(job.output.file_name().unwrap_or_default());
    job.search = SearchJob { trace: None, ..job.search };
    job.internal = false;
    let outcome = job.run()?;
    let found = match report.audience {
        Audience::Public => outcome.public,
        Audience::Internal => outcome.report,
    };
    let same = found.release.sha256 == report.release.sha256;
    let detail = if same { "byte for byte" } else { "it makes another one" };
    checks.push(Check::new("the search makes the same release again", same, detail));
    let broken = |error| failed(io::Error::other(error));
    let claimed = serde_json::json!({ "search": serde_json::to_value(&report.search).map_err(broken)? });
    let found = serde_json::json!({ "search": serde_json::to_value(&found.search).map_err(broken)? });
    let seconds = vec![("search.seconds".to_owned(), "no file shows how long it took".to_owned())];
    let again = ledger::compare(&claimed, &found, &seconds);
    checks.retain(|check| check.verdict != Verdict::NotShown || !check.claim.starts_with("search."));
    let shown = again.into_iter().filter(|check| !checks.iter().any(|known| known.claim == check.claim));
    let shown: Vec<Check> = shown.collect();
    checks.extend(shown);
    Ok(())
}

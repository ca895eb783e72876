//! A release that would be replaced by a worse one.

use crate::IncogError;
use crate::ReleaseError;
use crate::job::{Job, PrivacyFile, SuppressionFile};
use crate::report::Report;
use incog_io::{is_unchanged_since, read_json};
use incog_search::Stop;
use incog_utility::Goal;
use std::path::Path;

/// Refuses to replace a release by one that loses more, or as much and farther from being proved
/// the best, where a search that proves nothing made the latter and the report in place, `old`, is
/// about the same table, promise and objective.
pub(in crate::publish) fn check(
    job: &Job,
    new: &Report,
    stopped: Stop,
    goal: Goal,
    old: &Path,
) -> Result<(), IncogError> {
    let proves = matches!(stopped, Stop::Proved | Stop::Reused | Stop::Given | Stop::Drawn);
    if job.replace_better || proves || !is_of_the_table(job, old) {
        return Ok(());
    }
    // Whatever else is in its place was not made by this program, and nothing is known of it.
    let old = std::fs::read_to_string(old).ok().and_then(|text| read_json::<Report>(&text).ok());
    let Some(old) = old.filter(|old| Subject::from_report(old) == Subject::from_report(new)) else {
        return Ok(());
    };
    // Where the value is withheld, nothing tells which of them loses more.
    let Some((value, before)) = new.utility.value.zip(old.utility.value) else { return Ok(()) };
    let Some(objective) = old.utility.objective.clone() else { return Ok(()) };
    let is_worse = match goal {
        Goal::Maximize => value < before,
        Goal::Minimize => value > before,
    };
    // Public reports tell value and gap coarsely. Where the value says nothing, what a search found
    // that was ended early is not put in the place of what is known to be nearer to the best
    // possible.
    let is_limited = new.job.search.max_evaluations.is_some();
    let was_ended =
        matches!(stopped, Stop::Time | Stop::Interrupted) || stopped == Stop::Budget && is_limited;
    let is_less_final = was_ended && value == before && gap(new) > gap(&old);
    if is_worse || is_less_final {
        return Err(IncogError::Release(ReleaseError::Worse { objective, value, before }));
    }
    Ok(())
}

/// Whether the report in place is of the table as it is now. A table of last night can have as many
/// rows as that of tonight, and nothing tells whether a table in an engine has changed.
fn is_of_the_table(job: &Job, old: &Path) -> bool {
    let others = job.inputs.iter().skip(1).map(|table| table.path.as_path());
    let mut tables = std::iter::once(job.input_file()).chain(others);
    job.engine.is_none() && tables.all(|table| is_unchanged_since(table, old))
}

/// How far a release may be from the best possible, as a share.
fn gap(report: &Report) -> f64 {
    report.search.as_ref().and_then(|search| search.gap).unwrap_or(f64::INFINITY)
}

/// What two reports must be about for their values to be compared.
#[derive(PartialEq)]
struct Subject<'a> {
    input: (&'a str, Option<u64>),
    columns: Vec<(&'a str, &'a str)>,
    privacy: &'a PrivacyFile,
    suppression: &'a SuppressionFile,
    objective: Option<&'a str>,
}

impl<'a> Subject<'a> {
    fn from_report(report: &'a Report) -> Self {
        Self {
            input: (&report.input.path, report.input.rows),
            columns: report.columns.iter().map(|column| (&*column.name, &*column.role)).collect(),
            privacy: &report.job.privacy,
            suppression: &report.job.suppression,
            objective: report.utility.objective.as_deref(),
        }
    }
}

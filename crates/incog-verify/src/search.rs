//! What a report says about the search, checked by running it again.

use super::Check;
use super::premises::Premises;
use incog_card::Stop;
use incog_disclosure::DisclosureError;
use incog_disclosure::ReportFileError;
use incog_disclosure::job::Job;
use incog_disclosure::report::{Audience, Report};
use incog_report::verification::second_run::{CLAIM, folder_for, inside, show_again};
use serde_json::Value;
use std::path::Path;

/// Why a search that is concealed is not run again.
const WITHHELD: &str = "the report withholds the objective and the releases that this one was drawn from; \
    name the job file of the release: --job JOB.toml";

/// Why a concealed search that makes another release refutes nothing.
const OTHER: &str = "it makes another release; the report conceals whether a time limit, a person or an \
    earlier plan ended the first search";

/// Both reports of a release that was made again.
pub struct SecondRelease {
    /// The public one.
    pub public: Report,
    /// That of the steward.
    pub internal: Report,
}

/// Publishes a job again, by its plan where that was used again; `None` where the gate refuses it
/// beside earlier releases. Whoever verifies does not know how to publish.
pub type PublishAgain<'a, E> = &'a dyn Fn(&Job, bool) -> Result<Option<SecondRelease>, E>;

/// Runs the job again and replaces what was not shown by what that shows.
///
/// A search that was ended by the clock or by a person takes a different path the next time, so its
/// claims stay not shown.
pub(super) fn run_again<E: From<DisclosureError>>(
    report: &Report,
    premises: &Premises,
    claimed: &Value,
    publish_again: PublishAgain<'_, E>,
    checks: &mut Vec<Check>,
) -> Result<(), E> {
    if premises.job.terms.drawn_share().is_some() {
        checks.push(Check::not_shown(
            CLAIM,
            "there is no search: the job fixes the levels, or a part of epsilon chose them",
        ));
        return Ok(());
    }
    if report.input.hmac_sha256.is_some() && premises.secret.is_none() {
        checks.push(Check::not_shown(
            CLAIM,
            "needs the job's secret (--secret) to know which records are kept",
        ));
        return Ok(());
    }
    if !premises.job.terms.open_treatments().is_empty() {
        checks.push(Check::not_shown(CLAIM, "needs the keys of the columns (--key or --job)"));
        return Ok(());
    }
    if premises.job.population_elsewhere().is_some() {
        checks.push(Check::not_shown(
            CLAIM,
            "the search needs the population; put the file where the job says",
        ));
        return Ok(());
    }
    if let Err(why) = &premises.earlier {
        checks.push(Check::not_shown(CLAIM, format!("it depends on earlier releases: {why}")));
        return Ok(());
    }
    let stopped = match &report.search {
        Some(search) => search.stopped.as_str(),
        None if premises.job.terms.share_to_draw_within().is_err() => {
            checks.push(Check::not_shown(CLAIM, WITHHELD));
            return Ok(());
        }
        None => Stop::Drawn.name(),
    };
    let folder = folder_for(stopped, checks);
    let folder =
        folder.map_err(|source| DisclosureError::ReportFile(ReportFileError::TemporaryFolder { source }))?;
    let Some(folder) = folder else { return Ok(()) };
    let mut job = premises.job.clone();
    job.output = inside(folder.path(), &job.output);
    job.trace = None;
    // Some figures are made for internal reports only.
    job.internal = report.audience == Audience::Internal;
    let reuses_plan = stopped == Stop::Reused.name();
    let Some(outcome) = publish_again(&job, reuses_plan)? else {
        // Who is in earlier releases may not be known any more, and then more people are taken to
        // be.
        checks.push(Check::not_shown(
            CLAIM,
            "its release would reveal too much together with the earlier releases, as far as the files show",
        ));
        return Ok(());
    };
    // Whether something was drawn is known only now; without the key others were drawn.
    if outcome.internal.draw_key.is_some() && premises.draw.is_none() {
        checks.push(Check::not_shown(
            CLAIM,
            "needs the internal report (--draw-key) to know which records are kept",
        ));
        return Ok(());
    }
    let found = match report.audience {
        Audience::Public => outcome.public,
        Audience::Internal => outcome.internal,
    };
    let same = found.release.sha256 == report.release.sha256;
    if report.search.is_none() && !same {
        checks.push(Check::not_shown(CLAIM, OTHER));
        return Ok(());
    }
    let shown = show_again(claimed, &found, same, checks);
    Ok(shown.map_err(|error| DisclosureError::no_report(Path::new(""), &error))?)
}

//! The page beside a report, made again.

use super::Check;
use super::evidence::Evidence;
use super::expected_report::Expected;
use super::file_source::Found;
use incog_data::RecordCounts;
use incog_disclosure::DisclosureError;
use incog_disclosure::job::{Job, Role};
use incog_disclosure::report::{Audience, BoundReport, PageFacts, Picture, Report, original};
use incog_report::verification::page::page_of;
use incog_utility::Goal;

/// Makes the page of a report again and compares it, byte by byte, with the one beside it.
pub(super) fn verify(
    report: &Report,
    job: &Job,
    evidence: &Evidence<'_>,
    found: Found<'_>,
    expected: &mut Expected,
) -> Result<Check, DisclosureError> {
    let (path, name) = page_of(report.audience, &job.output, found.folder());
    let picture = picture(report, job, evidence);
    let made =
        BoundReport::new(report.clone(), &picture, job.terms.objective.goal() == Ok(Goal::Maximize), &path)?;
    expected.report.page = made.report.page.map(|page| PageFacts { path: name, ..page });
    Ok(found.same_page(&made.html, report, job))
}

fn picture(report: &Report, job: &Job, evidence: &Evidence<'_>) -> Picture {
    let mut picture =
        Picture::new((&evidence.records).into(), |name| job.terms.role(name) == Role::QuasiIdentifier);
    if report.audience == Audience::Public {
        return picture;
    }
    for drawn in &mut picture.distributions {
        let Some(column) = evidence.input.column(&drawn.name) else { continue };
        let bound = evidence.attributes.iter().find(|bound| bound.qid.name == drawn.name);
        let (shares, grouped) = original(column, RecordCounts::ONE_EACH, bound.map(|bound| &bound.qid));
        (drawn.original, drawn.grouped) = (Some(shares), grouped);
    }
    picture
}

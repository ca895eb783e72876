//! The page beside a report, made again.

use super::Check;
use super::evidence::{Evidence, role};
use super::expected::Expected;
use crate::IncogError;
use crate::job::{Job, Role};
use crate::report::{Audience, BoundReport, PageFacts, Picture, Report, original};
use incog_io::WholeFile;
use incog_utility::{Goal, MetricParameters, metric_by_name};
use std::path::Path;

/// Makes the page of a report again and compares it, byte by byte, with the one beside it.
pub(super) fn verify(
    report: &Report,
    job: &Job,
    evidence: &Evidence<'_>,
    folder: &Path,
    expected: &mut Expected,
) -> Result<Option<Check>, IncogError> {
    let ending = match report.audience {
        Audience::Public => "report.html",
        Audience::Internal => "internal.html",
    };
    let name = format!("{}.{ending}", job.output.file_name().unwrap_or_default().to_string_lossy());
    let path = folder.join(&name);
    let metric = metric_by_name(job.objective.metric, &MetricParameters::default());
    let maximize = metric.is_ok_and(|metric| metric.goal() == Goal::Maximize);
    let made = BoundReport::new(report.clone(), &picture(report, job, evidence), maximize, &path)?;
    expected.report.page = made.report.page.map(|page| PageFacts { path: name, ..page });
    let claim = "the page tells what the report tells";
    Ok(Some(match WholeFile::REPORT.read(&path) {
        Ok(found) => {
            let same = found == made.html.as_bytes();
            let detail =
                if same { "it is the page of this report, byte for byte" } else { "it is another page" };
            Check::new(claim, same, detail)
        }
        Err(_) => Check::not_shown(claim, "the page cannot be read"),
    }))
}

fn picture(report: &Report, job: &Job, evidence: &Evidence<'_>) -> Picture {
    let mut picture = Picture::of(&evidence.records, |name| role(job, name) == Role::QuasiIdentifier);
    if report.audience == Audience::Public {
        return picture;
    }
    for drawn in &mut picture.distributions {
        let Some(column) = evidence.input.column(&drawn.name) else { continue };
        let read = evidence.attributes.iter().find(|read| read.qid.name == drawn.name);
        let (shares, grouped) = original(column, read.map(|read| &read.qid));
        (drawn.original, drawn.grouped) = (Some(shares), grouped);
    }
    picture
}

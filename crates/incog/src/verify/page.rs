//! The page beside a report, made again.

use super::Check;
use super::evidence::Evidence;
use super::expected::Expected;
use crate::IncogError;
use crate::job::{Job, Role};
use crate::report::{Audience, BoundReport, PageFacts, Picture, Report, original};
use incog_io::WholeFile;
use incog_utility::Goal;
use std::path::{Path, PathBuf};

/// Makes the page of a report again and compares it, byte by byte, with the one beside it.
pub(super) fn verify(
    report: &Report,
    job: &Job,
    evidence: &Evidence<'_>,
    folder: &Path,
    expected: &mut Expected,
) -> Result<Check, IncogError> {
    let (path, name) = page_of(report.audience, &job.output, folder);
    let picture = picture(report, job, evidence);
    let made = BoundReport::new(report.clone(), &picture, job.objective.goal() == Ok(Goal::Maximize), &path)?;
    expected.report.page = made.report.page.map(|page| PageFacts { path: name, ..page });
    Ok(same_page(&made.html, &path))
}

/// Where the page of a report stands in the folder of the report, and its name.
pub(crate) fn page_of(audience: Audience, output: &Path, folder: &Path) -> (PathBuf, String) {
    let [_, page] = audience.files(output);
    let name = page.file_name().unwrap_or_default().to_string_lossy().into_owned();
    (folder.join(&name), name)
}

pub(crate) const CLAIM: &str = "the page tells what the report tells";

/// Compares a page that was made again, byte by byte, with the one that stands at `path`.
pub(crate) fn same_page(made: &str, path: &Path) -> Check {
    let Ok(found) = WholeFile::REPORT.read(path) else {
        return Check::not_shown(CLAIM, "the page cannot be read");
    };
    let same = found == made.as_bytes();
    let detail = if same { "it is the page of this report, byte for byte" } else { "it is another page" };
    Check::new(CLAIM, same, detail)
}

fn picture(report: &Report, job: &Job, evidence: &Evidence<'_>) -> Picture {
    let mut picture = Picture::of(&evidence.records, |name| job.role(name) == Role::QuasiIdentifier);
    if report.audience == Audience::Public {
        return picture;
    }
    for drawn in &mut picture.distributions {
        let Some(column) = evidence.input.column(&drawn.name) else { continue };
        let bound = evidence.attributes.iter().find(|bound| bound.qid.name == drawn.name);
        let (shares, grouped) = original(column, bound.map(|bound| &bound.qid));
        (drawn.original, drawn.grouped) = (Some(shares), grouped);
    }
    picture
}

//! From a job to published counts.

use crate::counted::{CountedPoints, read};
use crate::counts::PublishedCount;
use crate::counts::rule::choose;
use crate::error::FlowsError;
use crate::facts::FlowReading;
use crate::fitness::{FlowFitness, fitness};
use crate::job::FlowsJob;
use crate::release::count_file::{CountFile, digest};
use crate::release::geojson::geojson;
use crate::release::page::page;
use crate::release::report::{FlowsReport, InternalFlowsReport};
use crate::verify::check_file;
use incog_io::{Control, Staging};
use incog_report::{files_of_release, note_on_earlier};
use incog_trips::Points;
use std::path::{Path, PathBuf};

/// Published counts.
#[derive(Debug)]
pub struct FlowsOutcome {
    /// The public report.
    pub report: FlowsReport,
    /// What the steward is told.
    pub internal: InternalFlowsReport,
    /// The files that appeared; the counts first.
    pub files: Vec<PathBuf>,
    /// What should be looked at.
    pub notes: Vec<String>,
}

/// Counts the objects of a job, writes the counts that may be published, and checks the written
/// file again from the input.
///
/// # Errors
/// See [`FlowsError`]; nothing is left behind then.
pub fn run(job: &FlowsJob, force: bool, control: &Control) -> Result<FlowsOutcome, FlowsError> {
    control.unless_ended(run_here(job, force, control))
}

fn run_here(job: &FlowsJob, force: bool, control: &Control) -> Result<FlowsOutcome, FlowsError> {
    job.check()?;
    let files = files(job);
    let mut staging = control.take::<FlowsError>(files.clone(), force, &job.files_read())?;
    let counted = read(job, None)?;
    let (k, top) = (job.privacy.k, counted.reading.grid.top());
    let counts = choose(&counted.facts, &job.flows.tables, k, top);
    if counts.is_empty() {
        return Err(FlowsError::Nothing { k });
    }
    control.check()?;
    let report = publish(job, &counted, &counts, &staging)?;
    let internal = internal(&counted, report.clone(), fitness(&counted.facts, &counts));
    let pages = [report.to_json()?, page(&report, &counts, None)?];
    staging.write(1, &pages[0])?;
    staging.write(2, &pages[1])?;
    match report.grid.parallel {
        Some(_) => staging.write(3, geojson(&counts, &report.grid, report.clock()))?,
        None => staging.leave_out(3),
    }
    if job.internal {
        staging.write(4, serde_json::to_string_pretty(&internal)? + "\n")?;
        staging.write(5, page(&report, &counts, Some((&internal, &counted.facts)))?)?;
        [4, 5].into_iter().try_for_each(|place| staging.keep_private(place))?;
    }
    control.check()?;
    staging.commit()?;
    let notes = counted.points.dropped.note().into_iter().chain(note_on_earlier(&job.output, job.internal));
    Ok(FlowsOutcome { report, internal, files, notes: notes.collect() })
}

/// The counts, report and page, GeoJSON, and what is the steward's.
fn files(job: &FlowsJob) -> Vec<PathBuf> {
    let mut files = files_of_release(&job.output, job.internal);
    files.insert(3, incog_io::beside(&job.output, ".geojson"));
    files
}

/// Writes the counts and checks what was written.
fn publish(
    job: &FlowsJob,
    counted: &CountedPoints,
    counts: &[PublishedCount],
    staging: &Staging,
) -> Result<FlowsReport, FlowsError> {
    let FlowReading { grid, clock, stay, .. } = counted.reading;
    let path = staging.path(0);
    CountFile { grid, clock }.write(path, counts)?;
    let folder = job.output.parent().unwrap_or(Path::new(""));
    let sha256 = digest(path)?;
    let report = FlowsReport::new(job.relative_to(folder), counts, grid, stay, sha256);
    let refuted = check_file(&report, path, &counted.facts)?.into_iter().find(|check| check.is_refuted());
    match refuted {
        None => Ok(report),
        Some(check) => Err(FlowsError::Broken { claim: check.claim, detail: check.detail }),
    }
}

fn internal(counted: &CountedPoints, public: FlowsReport, fitness: Vec<FlowFitness>) -> InternalFlowsReport {
    let mut objects = counted.points.objects.clone();
    objects.sort_unstable();
    objects.dedup();
    let Points { dropped, suspect, .. } = &counted.points;
    InternalFlowsReport { public, objects: objects.len(), dropped: *dropped, suspect: *suspect, fitness }
}

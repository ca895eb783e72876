//! From a job to a release with a report.

use super::measured_trajectories::MeasuredTrajectories;
use super::medium::Medium;
use super::replacement_check;
use super::report::{FrontPoint, TrajectoryReport};
use super::run_observer::{Followed, TripEvent, TripReceiver};
use super::search::{SearchedJob, search_front};
use super::{TrajectoryError, TrajectoryJob};
use incog_io::{Control, Staging};
use incog_report::{files_of_release, note_on_earlier};
use incog_trajectory::Stop;
use std::path::PathBuf;

/// A finished run.
#[derive(Debug)]
pub struct TrajectoryOutcome {
    /// All that is known of the release: the internal report, whether it is written or not.
    pub report: TrajectoryReport,
    /// The report that was written beside the release and may travel with it.
    pub public: TrajectoryReport,
    /// Its text, as in the file.
    pub public_json: String,
    /// Where that is.
    pub report_json: PathBuf,
    /// Where the page for people is.
    pub report_html: PathBuf,
    /// The internal page, where one was asked for.
    pub internal_html: Option<PathBuf>,
    /// Why the search ended.
    pub stopped: Stop,
    /// What should be looked at.
    pub notes: Vec<String>,
}

/// Makes the release a job describes, measures it on the written file, and writes the reports.
///
/// Nothing is published unless the written release holds (k, delta) at every instant, and somebody
/// answers for every danger that was found.
///
/// # Errors
/// See [`TrajectoryError`]; nothing is left behind then.
pub fn run(
    job: &TrajectoryJob,
    force: bool,
    control: &Control,
) -> Result<TrajectoryOutcome, TrajectoryError> {
    run_with(job, force, control, Followed::default())
}

/// As [`run`], but tells somebody how far it is, who may get the release instead of a file: not a
/// byte of it before it was read back and measured; the reports appear after the last one.
///
/// # Errors
/// As [`run`].
pub fn run_with(
    job: &TrajectoryJob,
    force: bool,
    control: &Control,
    followed: Followed<'_>,
) -> Result<TrajectoryOutcome, TrajectoryError> {
    control.unless_ended(run_here(job, force, control, followed))
}

fn run_here(
    job: &TrajectoryJob,
    force: bool,
    control: &Control,
    followed: Followed<'_>,
) -> Result<TrajectoryOutcome, TrajectoryError> {
    job.check()?;
    let targets = files_of_release(&job.output, job.internal);
    // Of a release that is handed on only the reports are files.
    let staged = targets[usize::from(followed.receiver.is_some())..].to_vec();
    let staging = control.take::<TrajectoryError>(staged, force, &job.files_read())?;
    let searched = search_front(job, control, followed.observe)?;
    (followed.observe)(TripEvent::Publishing);
    publish(job, &searched, StagedRelease { targets, staging }, control, followed.receiver)
}

/// The files of a release, and where they are written before they appear.
pub(super) struct StagedRelease {
    /// All files; the first is the release.
    pub targets: Vec<PathBuf>,
    pub staging: Staging,
}

/// Writes the release of a search with its reports; all files appear together or not at all.
pub(super) fn publish(
    job: &TrajectoryJob,
    searched: &SearchedJob,
    staged: StagedRelease,
    control: &Control,
    receiver: Option<TripReceiver<'_>>,
) -> Result<TrajectoryOutcome, TrajectoryError> {
    let StagedRelease { targets, staging } = staged;
    let release = receiver.map_or_else(|| staging.path(0).to_owned(), |to| to.made_in(&job.output));
    let first = usize::from(receiver.is_none());
    let made = MeasuredTrajectories::measure(job, searched, &mut Medium::File(&release), &targets[2])?;
    replacement_check::check(job, &made.public.report, &targets[1])?;
    staging.write(first, &made.public.json)?;
    staging.write(first + 1, &made.public.html)?;
    if let [_, _, _, _, path] = targets.as_slice() {
        let internal = made.internal(searched, path)?;
        staging.write(first + 2, &internal.json)?;
        staging.write(first + 3, &internal.html)?;
        [first + 2, first + 3].into_iter().try_for_each(|target| staging.keep_private(target))?;
    }
    control.check()?;
    if let Some(to) = receiver {
        to.hand_on(&job.output).map_err(|source| TrajectoryError::NotHandedOn { source })?;
    }
    staging.commit()?;
    let MeasuredTrajectories { report, public, .. } = made;
    Ok(TrajectoryOutcome {
        report,
        public: public.report,
        public_json: public.json,
        report_json: targets[1].clone(),
        report_html: targets[2].clone(),
        internal_html: targets.get(4).cloned(),
        stopped: searched.result.stop,
        notes: searched.notes().chain(note_on_earlier(&job.output, job.internal)).collect(),
    })
}

/// All compromises that the search of a job finds; nothing is written.
///
/// # Errors
/// See [`TrajectoryError`].
pub fn front(job: &TrajectoryJob, control: &Control) -> Result<Vec<FrontPoint>, TrajectoryError> {
    job.check()?;
    let searched = search_front(job, control, &|_| {})?;
    Ok(searched.result.front.compromises.iter().map(FrontPoint::from_compromise).collect())
}

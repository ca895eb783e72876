//! Releases from points in memory to trajectories in memory, by the steps of a run from file to
//! file.

use super::measured_trajectories::MeasuredTrajectories;
use super::medium::Medium;
use super::points;
use super::report::TrajectoryReport;
use super::run::{StagedRelease, TrajectoryOutcome, publish};
use super::search::{SearchedJob, search_points};
use super::{TrajectoryError, TrajectoryJob};
use incog_io::{Control, RowStream, WrittenRows};
use incog_report::{Audience, files_of_release};
use incog_trajectory::Stop;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The file that a release in memory is described as: saved under this name, it has the bytes of
/// which the report gives the digest.
pub(super) const RELEASE_OF_ROWS: &str = "release.arrow";

/// What points in memory are called where nobody says which file they were read from.
const ROWS: &str = "points";

/// A release of trajectories in memory. Only its rows, the public report and its page may be given
/// to others: the rest of it has the input.
pub struct MemoryTrajectories {
    /// The release, a row for each point.
    pub rows: WrittenRows,
    /// All that is known of it. It tells of single trajectories.
    pub report: TrajectoryReport,
    /// The report that may travel with the release.
    pub public: TrajectoryReport,
    /// Its text.
    pub public_json: String,
    /// Its page for people.
    pub public_html: String,
    /// Why the search ended.
    pub stopped: Stop,
    /// What should be looked at.
    pub notes: Vec<String>,
    job: TrajectoryJob,
    searched: SearchedJob,
}

/// How a release in memory is saved.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct SaveTrajectories {
    /// Whether a file that is there may be replaced.
    pub force: bool,
    /// Whether that may be a better release of the same points.
    pub replace_better: bool,
    /// Whether the steward's own report is written too.
    pub internal: bool,
}

impl TrajectoryJob {
    /// Makes the release of points in memory, one row for each, in memory: the same trajectories as
    /// [`run`](super::run) makes of a Parquet or Arrow file that has these rows. The job's `input`
    /// is what the report calls them; neither it nor the job's `output` is read or written.
    ///
    /// # Errors
    /// See [`TrajectoryError`].
    pub fn run_on(&self, rows: RowStream, control: &Control) -> Result<MemoryTrajectories, TrajectoryError> {
        let job = Self { output: RELEASE_OF_ROWS.into(), ..self.clone() };
        control.unless_ended(MemoryTrajectories::new(job, rows, control))
    }
}

impl MemoryTrajectories {
    fn new(job: TrajectoryJob, rows: RowStream, control: &Control) -> Result<Self, TrajectoryError> {
        job.check()?;
        let searched = search_points(&job, Arc::new(points::read_rows(&job, rows)?), control, &|_| {})?;
        let mut medium = Medium::Memory(Path::new(RELEASE_OF_ROWS), None);
        let [_, page] = Audience::Public.files(&job.output);
        let made = MeasuredTrajectories::measure(&job, &searched, &mut medium, &page)?;
        let rows = match medium {
            Medium::Memory(_, rows) => rows,
            Medium::File(_) => None,
        };
        let rows = rows.expect("a release is made by writing it");
        let MeasuredTrajectories { report, public, .. } = made;
        let (stopped, notes) = (searched.result.stop, searched.notes().collect());
        Ok(Self {
            rows,
            report,
            public: public.report,
            public_json: public.json,
            public_html: public.html,
            stopped,
            notes,
            job,
            searched,
        })
    }

    /// The job that the release was made by.
    pub fn job(&self) -> &TrajectoryJob {
        &self.job
    }

    /// Writes the release to a file with its reports, as [`run`](super::run) does; the ending of
    /// the name says the format. The file is read again and measured, and all files appear together
    /// or not at all.
    ///
    /// # Errors
    /// As `run`.
    pub fn save(
        &self,
        path: impl Into<PathBuf>,
        options: &SaveTrajectories,
    ) -> Result<TrajectoryOutcome, TrajectoryError> {
        let (output, control) = (path.into(), Control::default());
        let folder = output.parent().unwrap_or(Path::new(""));
        // Points that no file has are called the same wherever the release is, and so do not tell
        // whether a release in place is about the same ones.
        let is_unnamed = self.job.input == Path::new(ROWS);
        let input = if is_unnamed { folder.join(ROWS) } else { self.job.input.clone() };
        let replace_better = options.replace_better || is_unnamed;
        let internal = options.internal;
        let job = TrajectoryJob { input, output, internal, replace_better, ..self.job.clone() };
        job.check()?;
        let targets = files_of_release(&job.output, internal);
        let staging = control.take::<TrajectoryError>(targets.clone(), options.force, &job.files_read())?;
        publish(&job, &self.searched, StagedRelease { targets, staging }, &control, None)
    }
}

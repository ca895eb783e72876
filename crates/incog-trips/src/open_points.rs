//! Points that stay open while somebody changes the job: read once, searched again where the job
//! asks for something else, and released in memory.
//!
//! Everything told is the steward's own: it shows where the originals are.

use super::measured_trajectories::MeasuredTrajectories;
use super::medium::Medium;
use super::memory_release::RELEASE_OF_ROWS;
use super::page;
use super::points::{self, Points};
use super::report::{FrontPoint, TrajectoryReport};
use super::search::{SearchedJob, search_points};
use super::{TrajectoryError, TrajectoryJob};
use incog_io::Control;
use incog_trajectory::Stop;
use std::path::Path;
use std::sync::Arc;

/// The points of a job, read once.
pub struct OpenTrajectories {
    points: Arc<Points>,
    job: TrajectoryJob,
}

impl OpenTrajectories {
    /// Reads the input of a job.
    ///
    /// # Errors
    /// See [`TrajectoryError`].
    pub fn read(job: &TrajectoryJob) -> Result<Self, TrajectoryError> {
        job.check()?;
        Ok(Self { points: Arc::new(points::read(job)?), job: job.clone() })
    }

    /// What was read.
    pub fn points(&self) -> &Points {
        &self.points
    }

    /// Whether another job has the same points.
    pub fn serves(&self, job: &TrajectoryJob) -> bool {
        let read = |job: &TrajectoryJob| (job.input.clone(), job.points.clone(), job.trips.clone());
        read(&self.job) == read(job)
    }

    /// Searches for compromises among the releases of these points.
    ///
    /// # Errors
    /// See [`TrajectoryError`].
    pub fn search(
        &self,
        job: &TrajectoryJob,
        control: &Control,
    ) -> Result<SearchedTrajectories, TrajectoryError> {
        job.check()?;
        let searched = search_points(job, self.points.clone(), control, &|_| {})?;
        Ok(SearchedTrajectories { searched, job: job.clone() })
    }
}

/// What a search has found.
pub struct SearchedTrajectories {
    searched: SearchedJob,
    job: TrajectoryJob,
}

impl SearchedTrajectories {
    /// Whether the search of another job would be the same one: it differs in what is released of
    /// the front, at most.
    pub fn serves(&self, job: &TrajectoryJob) -> bool {
        let of = |job: &TrajectoryJob| TrajectoryJob {
            release: Default::default(),
            waivers: Default::default(),
            output: Default::default(),
            ..job.clone()
        };
        of(&self.job) == of(job)
    }

    /// All compromises, the least private first.
    pub fn front(&self) -> Vec<FrontPoint> {
        self.searched.result.front.compromises.iter().map(FrontPoint::from_compromise).collect()
    }

    /// Makes the release of a job in memory and measures it, as [`run`](super::run) does with a
    /// file.
    ///
    /// # Errors
    /// As `run`.
    pub fn release(&self, job: &TrajectoryJob) -> Result<SeenTrajectories, TrajectoryError> {
        let job = TrajectoryJob { output: RELEASE_OF_ROWS.into(), ..job.clone() };
        job.check()?;
        let name = Path::new(RELEASE_OF_ROWS);
        let made =
            MeasuredTrajectories::measure(&job, &self.searched, &mut Medium::Memory(name, None), name)?;
        let body = made.body(&self.searched)?;
        let stopped = self.searched.result.stop;
        let front = page::front(&made.report);
        Ok(SeenTrajectories {
            report: made.report,
            body,
            front,
            notes: self.searched.notes().collect(),
            stopped,
        })
    }
}

/// A release that was made in memory.
pub struct SeenTrajectories {
    /// All that is known of it.
    pub report: TrajectoryReport,
    /// What the internal page says of it, as HTML: maps before and after, the front, risks.
    pub body: String,
    /// The front as SVG, where there is more than one compromise.
    pub front: Option<String>,
    /// What should be looked at in the input.
    pub notes: Vec<String>,
    /// Why the search ended.
    pub stopped: Stop,
}

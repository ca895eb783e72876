//! A release that was made and measured, with its reports; whether it is published is decided
//! elsewhere.

use super::comparison::{Compared, TrackComparison};
use super::danger::TripDangers;
use super::describe::{WrittenRelease, describe};
use super::medium::Medium;
use super::moved_clusters::moved_together;
use super::page::{BoundPage, body};
use super::release_file::{ReadAgain, ReleasedCluster, layout, rounding};
use super::report::TrajectoryReport;
use super::search::SearchedJob;
use super::{TrajectoryError, TrajectoryJob};
use incog_card::is_planted;
use std::path::Path;

/// A release that holds what its job promises, and endangers nobody for whom nobody answers.
pub struct MeasuredTrajectories {
    /// All that is known of it.
    pub report: TrajectoryReport,
    /// The report that may be published with it, with its page.
    pub public: BoundPage,
    again: ReadAgain,
    members: Vec<Vec<usize>>,
}

impl MeasuredTrajectories {
    /// Chooses a compromise of a search, writes its release and measures that; the public page will
    /// be called `page`.
    ///
    /// # Errors
    /// When no compromise is what the job asks for, when what is written does not hold, or when
    /// people would be in danger.
    pub fn measure(
        job: &TrajectoryJob,
        searched: &SearchedJob,
        medium: &mut Medium<'_>,
        page: &Path,
    ) -> Result<Self, TrajectoryError> {
        let (points, sampled) = (&searched.points, &searched.sampled);
        let layout = layout(job, points)?;
        let chosen = searched.choose(job, &layout)?;
        let compromise = &searched.result.front.compromises[chosen];
        let clusters = moved_together(job, sampled, &layout, points.projection, &compromise.clustering);
        let again = medium.written(&clusters, &layout, points.projection)?;
        let members: Vec<Vec<usize>> = clusters.iter().map(ReleasedCluster::trajectories).collect();
        let compared = Compared { job, points, sampled, rounding: rounding(&layout), again: &again };
        let wrong = |what| TrajectoryError::Release { path: job.output.clone(), what };
        let comparison = compared.with(&members).map_err(wrong)?;
        check(job, searched, &comparison)?;
        let written =
            WrittenRelease { job, searched, chosen, clusters: &clusters, again: &again, layout: &layout };
        let report = describe(&written, &comparison);
        let public = BoundPage::new(report.public(&comparison), &released(&again), None, page)?;
        Ok(Self { report, public, again, members })
    }

    /// What the page of the internal report says.
    pub fn body(&self, searched: &SearchedJob) -> Result<String, TrajectoryError> {
        body(&self.report, &released(&self.again), &self.originals(searched))
    }

    /// The sampled tracks of what is published, in the order of the release.
    fn originals<'s>(&self, searched: &'s SearchedJob) -> Vec<&'s [[f64; 2]]> {
        let set = &searched.sampled.set;
        self.members.iter().flatten().map(|&member| set.track(member)).collect()
    }

    /// The internal report with its page, which will be called `page`.
    ///
    /// # Errors
    /// When the page cannot be made.
    pub fn internal(&self, searched: &SearchedJob, page: &Path) -> Result<BoundPage, TrajectoryError> {
        let originals = self.originals(searched);
        BoundPage::new(self.report.clone(), &released(&self.again), Some(&originals), page)
    }
}

/// Refuses a release that does not hold, or that endangers people.
fn check(
    job: &TrajectoryJob,
    searched: &SearchedJob,
    comparison: &TrackComparison<'_>,
) -> Result<(), TrajectoryError> {
    let checked = comparison.checked;
    if !checked.holds(job.privacy.k, job.privacy.delta) && !is_planted("nothing is measured") {
        return Err(TrajectoryError::Refuted { smallest: checked.k(), widest: checked.widest });
    }
    match TripDangers::open(&job.waivers, &comparison.dangers) {
        Some(dangers) => Err(TrajectoryError::Unsafe { dangers, advice: searched.points.suspect.advice() }),
        None => Ok(()),
    }
}

/// The tracks in the order of the file, as whoever reads it again has them.
fn released(again: &ReadAgain) -> Vec<&[[f64; 2]]> {
    again.tracks.iter().map(|track| track.positions.as_slice()).collect()
}

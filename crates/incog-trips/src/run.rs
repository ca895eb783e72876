//! From a job to a release with a report.

use super::comparison::Compared;
use super::danger::TripDangers;
use super::describe::{WrittenRelease, describe};
use super::moved::moved_together;
use super::page::BoundPage;
use super::replaced;
use super::report::{FrontPoint, TrajectoryReport};
use super::search::search_front;
use super::written::{ReleasedCluster, layout, read_again, rounding, write};
use super::{TrajectoryError, TrajectoryJob};
use incog_io::Control;
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
/// Nothing is published unless the written release holds (k, delta) at every instant, and somebody answers for every
/// danger that was found.
///
/// # Errors
/// See [`TrajectoryError`]; nothing is left behind then.
pub fn run(
    job: &TrajectoryJob,
    force: bool,
    control: &Control,
) -> Result<TrajectoryOutcome, TrajectoryError> {
    control.unless_ended(run_here(job, force, control))
}

fn run_here(
    job: &TrajectoryJob,
    force: bool,
    control: &Control,
) -> Result<TrajectoryOutcome, TrajectoryError> {
    job.check()?;
    let targets = files_of_release(&job.output, job.internal);
    let staging = control.take::<TrajectoryError>(targets.clone(), force, &job.files_read())?;
    let searched = search_front(job, control)?;
    let (points, sampled) = (&searched.points, &searched.sampled);
    let layout = layout(job, points)?;
    let chosen = searched.choose(job, &layout)?;
    let compromise = &searched.result.front.compromises[chosen];
    let clusters = moved_together(job, sampled, &layout, points.projection, &compromise.clustering);
    let path = staging.path(0);
    write(path, &clusters, &layout, points.projection)?;
    let again = read_again(path, &layout, points.projection)?;
    let members: Vec<Vec<usize>> = clusters.iter().map(ReleasedCluster::trajectories).collect();
    let compared = Compared { job, points, sampled, rounding: rounding(&layout), again: &again };
    let wrong = |what| TrajectoryError::Release { path: job.output.clone(), what };
    let comparison = compared.with(&members).map_err(wrong)?;
    let checked = comparison.checked;
    if !checked.holds(job.privacy.k, job.privacy.delta) {
        return Err(TrajectoryError::Refuted { smallest: checked.k(), widest: checked.widest });
    }
    if let Some(open) = TripDangers::open(&job.waivers, &comparison.dangers) {
        return Err(TrajectoryError::Unsafe { dangers: open, advice: points.suspect.advice() });
    }
    let written = WrittenRelease {
        job,
        searched: &searched,
        chosen,
        clusters: &clusters,
        again: &again,
        layout: &layout,
    };
    let report = describe(&written, &comparison);
    // In the order of the file, as whoever reads it again has them.
    let released: Vec<&[[f64; 2]]> = again.tracks.iter().map(|track| track.positions.as_slice()).collect();
    let originals: Vec<&[[f64; 2]]> =
        members.iter().flatten().map(|&member| sampled.set.track(member)).collect();
    let public = BoundPage::new(report.public(&comparison.pairs), &released, None, &targets[2])?;
    if !job.replace_better {
        replaced::check(&public.report, &targets[1])?;
    }
    staging.write(1, &public.json)?;
    staging.write(2, &public.html)?;
    if let [_, _, _, _, path] = targets.as_slice() {
        let internal = BoundPage::new(report.clone(), &released, Some(&originals), path)?;
        staging.write(3, &internal.json)?;
        staging.write(4, &internal.html)?;
        [3, 4].into_iter().try_for_each(|target| staging.keep_private(target))?;
    }
    control.check()?;
    staging.commit()?;
    Ok(TrajectoryOutcome {
        report,
        public: public.report,
        public_json: public.json,
        report_html: targets[2].clone(),
        internal_html: targets.get(4).cloned(),
        stopped: searched.result.stop,
        notes: points
            .suspect
            .advice()
            .into_iter()
            .chain(note_on_earlier(&job.output, job.internal))
            .collect(),
    })
}

/// All compromises that the search of a job finds; nothing is written.
///
/// # Errors
/// See [`TrajectoryError`].
pub fn front(job: &TrajectoryJob, control: &Control) -> Result<Vec<FrontPoint>, TrajectoryError> {
    job.check()?;
    let searched = search_front(job, control)?;
    Ok(searched.result.front.compromises.iter().map(FrontPoint::of).collect())
}

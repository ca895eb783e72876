//! From a job to a release with a report.

use super::describe::{Run, describe};
use super::formats::Layout;
use super::page::BoundPage;
use super::report::{FrontPoint, TrajectoryReport};
use super::sampling::Sampled;
use super::search::{Found, release_options, search_front};
use super::timed::{Pair, Timed};
use super::written::{Member, ReadAgain, ReleasedCluster, layout, read_again, sort, write};
use super::{TrajectoryError, TrajectoryJob};
use incog_io::{Control, Staging};
use incog_report::{files_of_release, note_on_earlier};
use incog_trajectory::{Clustering, Compromise, Stop, release};
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
/// Nothing is published unless the written release holds (k, delta) at every instant.
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
    let staging = Staging::take(targets.clone(), force, &job.files_read())?;
    control.watch(staging.unfinished());
    let found = search_front(job, control)?;
    let layout = layout(job, &found.points)?;
    let chosen = found.choose(job, &layout)?;
    let compromise = &found.outcome.front.compromises[chosen];
    let clusters = publish(job, &found, &layout, compromise);
    let path = staging.path(0);
    write(path, &clusters, &layout, found.points.projection)?;
    let again = read_again(path, &layout, found.points.projection)?;
    let sizes: Vec<usize> = clusters.iter().map(|cluster| cluster.members.len()).collect();
    let wrong = |what| TrajectoryError::Release { path: job.output.clone(), what };
    let checked = again.measure(&sizes).map_err(wrong)?;
    if !checked.holds(job.privacy.k, job.privacy.delta) {
        let (smallest, widest) = (checked.smallest, checked.widest);
        return Err(TrajectoryError::Refuted { smallest, widest });
    }
    let pairs = pairs(&found.sampled, &clusters, &again);
    let run =
        Run { job, found: &found, chosen, clusters: &clusters, again: &again, checked, layout: &layout };
    let report = describe(&run, &pairs);
    // In the order of the file, as whoever reads it again has them.
    let released: Vec<&[[f64; 2]]> = again.tracks.iter().map(|track| track.positions.as_slice()).collect();
    let members = clusters.iter().flat_map(|cluster| &cluster.members);
    let originals: Vec<&[[f64; 2]]> =
        members.map(|member| found.sampled.set.track(member.trajectory)).collect();
    let public = BoundPage::new(report.public(&pairs), &released, None, &targets[2])?;
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
        stopped: found.outcome.stop,
        notes: note_on_earlier(&job.output, job.internal).into_iter().collect(),
    })
}

/// All compromises that the search of a job finds; nothing is written.
///
/// # Errors
/// See [`TrajectoryError`].
pub fn front(job: &TrajectoryJob, control: &Control) -> Result<Vec<FrontPoint>, TrajectoryError> {
    job.check()?;
    let found = search_front(job, control)?;
    Ok(found.outcome.front.compromises.iter().map(FrontPoint::of).collect())
}

/// The clusters of a compromise, their points moved together, in the order in which they are written.
fn publish(
    job: &TrajectoryJob,
    found: &Found,
    layout: &Layout,
    compromise: &Compromise,
) -> Vec<ReleasedCluster> {
    let set = &found.sampled.set;
    let clustering: &Clustering = &compromise.clustering;
    let mut moved = release(set, clustering, release_options(job, layout));
    let mut clusters = Vec::with_capacity(clustering.count());
    for members in clustering.groups() {
        let span = common_span(&members, &found.sampled.spans, set.instants());
        let member = |&number: &u32| {
            let trajectory = number as usize;
            moved[trajectory].take().map(|track| Member { trajectory, track })
        };
        clusters.push(ReleasedCluster { span, members: members.iter().filter_map(member).collect() });
    }
    sort(&mut clusters);
    clusters
}

/// Each trajectory of the set, and what its file has of it.
fn pairs<'a>(sampled: &'a Sampled, clusters: &[ReleasedCluster], again: &'a ReadAgain) -> Vec<Pair<'a>> {
    let mut released: Vec<Option<Timed<'a>>> = vec![None; sampled.set.len()];
    let members = clusters.iter().flat_map(|cluster| &cluster.members);
    members.zip(&again.tracks).for_each(|(member, track)| released[member.trajectory] = Some(track.timed()));
    (0..sampled.set.len()).map(|trajectory| (sampled.timed(trajectory), released[trajectory])).collect()
}

/// The mean start and end of the members in whole seconds, instants at least a second apart.
fn common_span(members: &[u32], spans: &[[f64; 2]], instants: usize) -> [i64; 2] {
    let mean =
        |end: usize| members.iter().map(|&m| spans[m as usize][end]).sum::<f64>() / members.len() as f64;
    let start = mean(0).round() as i64;
    [start, (mean(1).round() as i64).max(start + instants as i64 - 1)]
}

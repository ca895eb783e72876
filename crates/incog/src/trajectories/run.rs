//! From a job to a release with a report.

use super::page::page;
use super::points::{self, Points};
use super::report::{
    FileOfPoints, FrontPoint, KDelta, PrivacyOfTrajectories, SearchOfClusters, TrajectoryReport, caveats,
};
use super::sampling::{Sampled, sample};
use super::utility::{Pair, Timed, measure};
use super::written::{ReadAgain, ReleasedCluster, read_again, rounding, sort, write};
use super::{TrajectoryError, TrajectoryJob};
use crate::IncogError;
use crate::anonymize::{Control, Staging};
use incog_search::{Budget, Stop};
use incog_trajectory::{Clustering, Compromise, Limits, Outcome, ReleaseOptions, Task, release};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// A finished run.
#[derive(Debug)]
pub struct TrajectoryOutcome {
    /// The report, also written.
    pub report: TrajectoryReport,
    /// Where the page for people is.
    pub report_html: PathBuf,
}

/// Makes the release a job describes, measures it on the written file, and writes the reports.
///
/// Nothing is published unless the written release holds (k, delta) at every instant.
pub fn run(job: &TrajectoryJob, force: bool, control: &Control) -> Result<TrajectoryOutcome, IncogError> {
    job.check()?;
    let beside = |ending: &str| {
        let mut name = job.output.clone().into_os_string();
        name.push(ending);
        PathBuf::from(name)
    };
    let targets = vec![job.output.clone(), beside(".report.json"), beside(".report.html")];
    let staging = Staging::new(targets.clone(), force)?;
    let points = points::read(job)?;
    let sampled = sample(job, &points)?;
    control.check()?;
    let clock = Instant::now();
    let outcome = search(job, &sampled, control)?;
    let seconds = clock.elapsed().as_secs_f64();
    let chosen = choose(job, &sampled, &outcome)?;
    let compromise = &outcome.front.compromises[chosen];
    let published = publish(job, &points, &sampled, compromise);
    let path = staging.path(0);
    write(&path, &published.clusters, &points.layout, points.projection, points.time_text)?;
    let sizes: Vec<usize> = published.clusters.iter().map(|cluster| cluster.tracks.len()).collect();
    let again = read_again(&path, &points.layout, &sizes, points.projection)?;
    if !again.checked.holds(job.privacy.k, job.privacy.delta) {
        let (smallest, widest) = (again.checked.smallest, again.checked.widest);
        return Err(TrajectoryError::Refuted { smallest, widest }.into());
    }
    let search = search_facts(job, &outcome, chosen, seconds);
    let report = describe(job, &points, &sampled, &published, &again, compromise, search, sizes);
    let json = serde_json::to_string_pretty(&report).map_err(TrajectoryError::from)? + "\n";
    staging.write(1, &json)?;
    staging.write(2, &page(&report, &published.pairs(&sampled)))?;
    control.check()?;
    staging.commit(control)?;
    Ok(TrajectoryOutcome { report, report_html: targets[2].clone() })
}

fn search(job: &TrajectoryJob, sampled: &Sampled, control: &Control) -> Result<Outcome, IncogError> {
    let end = job
        .search
        .max_seconds
        .map(|seconds| Instant::now() + Duration::from_secs_f64(seconds.clamp(0.0, 1e9)));
    let signal = || match end {
        _ if control.is_stopped() => Some(Stop::Interrupted),
        Some(end) if Instant::now() >= end => Some(Stop::Time),
        _ => None,
    };
    let budget = Budget { evaluations: job.search.max_evaluations, signal: &signal };
    let limits = Limits { budget, memory: job.search.memory_mib << 20, passes: job.search.passes };
    let task = Task { k: job.privacy.k, delta: job.privacy.delta, trash: job.suppression.limit };
    let outcome = incog_trajectory::run(&sampled.set, job.algorithm()?, task, limits, job.search.seed);
    Ok(outcome.map_err(TrajectoryError::from)?)
}

fn choose(job: &TrajectoryJob, sampled: &Sampled, outcome: &Outcome) -> Result<usize, IncogError> {
    let all = &outcome.front.compromises;
    let choice = job.choice(sampled.set.len() * sampled.set.instants());
    let chosen = choice.of(&outcome.front).and_then(|chosen| all.iter().position(|known| known == chosen));
    let (least, most) = (all.first(), all.last());
    let none = || TrajectoryError::NoChoice {
        least: least.map_or(0, |compromise| compromise.privacy),
        least_distortion: least.map_or(0.0, |compromise| compromise.distortion),
        most: most.map_or(0, |compromise| compromise.privacy),
    };
    Ok(chosen.ok_or_else(none)?)
}

/// The release, and what it made of each trajectory.
struct Published {
    clusters: Vec<ReleasedCluster>,
    /// By trajectory of the set.
    tracks: Vec<Option<Track>>,
}

/// Positions, and first and last instant.
type Track = (Vec<[f64; 2]>, [f64; 2]);

impl Published {
    fn pairs<'a>(&'a self, sampled: &'a Sampled) -> Vec<Pair<'a>> {
        let pair = |(trajectory, track): (usize, &'a Option<Track>)| {
            let original =
                Timed { positions: sampled.set.track(trajectory), span: sampled.spans[trajectory] };
            (original, track.as_ref().map(|(positions, span)| Timed { positions, span: *span }))
        };
        self.tracks.iter().enumerate().map(pair).collect()
    }
}

fn publish(job: &TrajectoryJob, points: &Points, sampled: &Sampled, compromise: &Compromise) -> Published {
    let set = &sampled.set;
    let clustering: &Clustering = &compromise.clustering;
    let options = ReleaseOptions {
        delta: job.privacy.delta,
        rounding: rounding(points.projection),
        anchor: job.anchor(),
    };
    let moved = release(set, clustering, options);
    let mut tracks: Vec<Option<Track>> = vec![None; set.len()];
    let mut clusters = Vec::with_capacity(clustering.count());
    for members in clustering.groups() {
        let span = common_span(&members, &sampled.spans, set.instants());
        for &member in &members {
            let track = moved[member as usize].clone();
            tracks[member as usize] = track.map(|track| (track, span.map(|second| second as f64)));
        }
        let published = members.iter().filter_map(|&member| moved[member as usize].clone()).collect();
        clusters.push(ReleasedCluster { span, tracks: published });
    }
    sort(&mut clusters);
    Published { clusters, tracks }
}

/// The mean start and end of the members in whole seconds, instants at least a second apart.
fn common_span(members: &[u32], spans: &[[f64; 2]], instants: usize) -> [i64; 2] {
    let mean =
        |end: usize| members.iter().map(|&m| spans[m as usize][end]).sum::<f64>() / members.len() as f64;
    let start = mean(0).round() as i64;
    [start, (mean(1).round() as i64).max(start + instants as i64 - 1)]
}

fn search_facts(job: &TrajectoryJob, outcome: &Outcome, chosen: usize, seconds: f64) -> SearchOfClusters {
    let point = |compromise: &Compromise| FrontPoint {
        privacy: compromise.privacy,
        distortion: compromise.distortion,
        utility: compromise.utility,
    };
    SearchOfClusters {
        algorithm: job.search.algorithm.clone(),
        seed: job.search.seed,
        evaluations: outcome.evaluations,
        seconds,
        stopped: outcome.stop.name().to_owned(),
        hypervolume: outcome.front.hypervolume(),
        reference: [0.0, 0.0],
        worst_distortion: outcome.front.worst,
        front: outcome.front.compromises.iter().map(point).collect(),
        chosen,
        convergence: outcome.convergence.clone(),
    }
}

#[allow(clippy::too_many_arguments)] // Everything a report tells of, each from its own step.
fn describe(
    job: &TrajectoryJob,
    points: &Points,
    sampled: &Sampled,
    published: &Published,
    again: &ReadAgain,
    compromise: &Compromise,
    search: SearchOfClusters,
    clusters: Vec<usize>,
) -> TrajectoryReport {
    let file = |path: &Path, points: usize, trajectories: usize, sha256: &str| FileOfPoints {
        path: path.to_owned(),
        points,
        trajectories,
        sha256: sha256.to_owned(),
    };
    let (k, delta) = (job.privacy.k, job.privacy.delta);
    TrajectoryReport {
        incog: env!("CARGO_PKG_VERSION").to_owned(),
        kind: "trajectories".to_owned(),
        job: job.clone(),
        input: file(&job.input, points.points, points.trips.len(), &points.sha256),
        release: file(&job.output, again.points, again.trajectories, &again.sha256),
        dropped: points.dropped,
        sampling: sampled.facts.clone(),
        projection: points.projection,
        columns: points.layout.clone(),
        privacy: vec![PrivacyOfTrajectories {
            model: "(k, delta)-anonymity".to_owned(),
            required: KDelta { k, delta },
            achieved: KDelta { k: again.checked.smallest, delta: again.checked.widest },
            satisfied: again.checked.holds(k, delta),
        }],
        caveats: caveats(delta),
        clusters,
        trash: compromise.clustering.trash(),
        utility: measure(&published.pairs(sampled), job.search.seed),
        search,
    }
}

//! The report of a run.

use super::TrajectoryJob;
use super::caveats::caveats;
use super::formats::Layout;
use super::linkage::attack;
use super::report::{
    FileOfPoints, FrontPoint, KIND, ObjectFacts, PrivacyOfTrajectories, SearchOfClusters, TrajectoryReport,
};
use super::search::Found;
use super::timed::Pair;
use super::utility::measure;
use super::written::{ReadAgain, ReleasedCluster};
use incog_report::Audience;
use incog_trajectory::CheckedRelease;
use std::collections::BTreeSet;
use std::path::Path;

/// What a report tells of.
pub struct Run<'a> {
    pub job: &'a TrajectoryJob,
    pub found: &'a Found,
    /// Which compromise of the front was released.
    pub chosen: usize,
    pub clusters: &'a [ReleasedCluster],
    pub again: &'a ReadAgain,
    pub checked: CheckedRelease,
    pub layout: &'a Layout,
}

/// The report, with paths relative to the folder of the output.
pub fn describe(run: &Run<'_>, pairs: &[Pair<'_>]) -> TrajectoryReport {
    let Run { job, found, again, layout, .. } = run;
    let (points, sampled) = (&found.points, &found.sampled);
    let folder = job.output.parent().unwrap_or(Path::new(""));
    let (k, delta) = (job.privacy.k, job.privacy.delta);
    let (objects, linkage) = (objects(run), attack(pairs, job.search.seed));
    TrajectoryReport {
        incog: env!("CARGO_PKG_VERSION").to_owned(),
        kind: KIND.to_owned(),
        audience: Audience::Internal,
        job: job.relative_to(folder),
        input: FileOfPoints::of_input(job, points, folder),
        release: FileOfPoints::of_release(job, again, layout.format, folder),
        dropped: points.dropped,
        out_of_order: points.out_of_order,
        sampling: sampled.facts.clone(),
        projection: points.projection,
        layout: (*layout).clone(),
        privacy: vec![PrivacyOfTrajectories::of(job, &run.checked)],
        caveats: caveats(k, delta, linkage, objects),
        clusters: run.clusters.iter().map(|cluster| cluster.members.len()).collect(),
        objects,
        linkage,
        trash: sampled.set.len() - again.tracks.len(),
        utility: measure(pairs, job.search.seed),
        search: search(run),
        page: None,
    }
}

fn objects(run: &Run<'_>) -> ObjectFacts {
    let (points, set) = (&run.found.points, &run.found.sampled.set);
    let count = |cluster: &ReleasedCluster| {
        let object = |trajectory: usize| points.objects[set.source(trajectory)];
        cluster.members.iter().map(|member| object(member.trajectory)).collect::<BTreeSet<u32>>().len()
    };
    let counts: Vec<usize> = run.clusters.iter().map(count).collect();
    ObjectFacts {
        objects: points.objects.iter().collect::<BTreeSet<_>>().len(),
        fewest_in_a_cluster: counts.iter().copied().min().unwrap_or(0),
        clusters_below_k: counts.iter().filter(|&&count| count < run.job.privacy.k).count(),
    }
}

fn search(run: &Run<'_>) -> SearchOfClusters {
    let (search, outcome) = (&run.job.search, &run.found.outcome);
    SearchOfClusters {
        algorithm: search.algorithm.clone(),
        seed: search.seed,
        evaluations: outcome.evaluations,
        seconds: run.found.seconds,
        stopped: outcome.stop.name().to_owned(),
        hypervolume: outcome.front.hypervolume(),
        reference: [0.0, 0.0],
        worst_distortion: outcome.front.worst,
        front: outcome.front.compromises.iter().map(FrontPoint::of).collect(),
        chosen: run.chosen,
        convergence: outcome.convergence.clone(),
    }
}

//! The report of a run.

use super::TrajectoryJob;
use super::caveats::caveats;
use super::comparison::TrackComparison;
use super::formats::Layout;
use super::release_file::{ReadAgain, ReleasedCluster};
use super::report::{
    FileOfPoints, FrontPoint, KIND, PrivacyOfTrajectories, SearchOfClusters, TrajectoryReport,
};
use super::search::SearchedJob;
use incog_report::Audience;
use std::path::Path;

/// What a report tells of.
pub struct WrittenRelease<'a> {
    pub job: &'a TrajectoryJob,
    pub searched: &'a SearchedJob,
    /// Which compromise of the front was released.
    pub chosen: usize,
    pub clusters: &'a [ReleasedCluster],
    pub again: &'a ReadAgain,
    pub layout: &'a Layout,
}

/// The internal report, with paths relative to the folder of the output.
pub fn describe(written: &WrittenRelease<'_>, comparison: &TrackComparison<'_>) -> TrajectoryReport {
    let WrittenRelease { job, searched, again, layout, clusters, .. } = written;
    let (points, sampled) = (&searched.points, &searched.sampled);
    let folder = job.output.parent().unwrap_or(Path::new(""));
    let members = clusters.iter().flat_map(|cluster| &cluster.members);
    TrajectoryReport {
        incog: env!("CARGO_PKG_VERSION").to_owned(),
        kind: KIND.to_owned(),
        audience: Audience::Internal,
        job: job.relative_to(folder),
        input: FileOfPoints::of_input(job, points, folder),
        release: FileOfPoints::of_release(job, again, layout.format, folder),
        dropped: Some(points.dropped),
        suspect: Some(points.suspect.told()),
        out_of_order: Some(points.out_of_order),
        sampling: sampled.facts.clone(),
        projection: again.projection(),
        layout: (*layout).clone(),
        privacy: vec![PrivacyOfTrajectories::new(job, &comparison.checked, comparison.own_positions)],
        caveats: caveats(&job.privacy, job.release.anchor, comparison.risks()),
        dangers: comparison.dangers.clone(),
        warnings: points.suspect.warnings(),
        clusters: clusters.iter().map(|cluster| cluster.members.len()).collect(),
        objects: comparison.objects,
        linkage: comparison.linkage,
        insiders: comparison.insiders,
        trash: sampled.set.len() - again.tracks.len(),
        utility: comparison.utility.clone(),
        search: search(written),
        made_of: Some(members.map(|member| member.trajectory).collect()),
        page: None,
    }
}

fn search(written: &WrittenRelease<'_>) -> SearchOfClusters {
    let (search, result) = (&written.job.search, &written.searched.result);
    SearchOfClusters {
        algorithm: search.algorithm.clone(),
        seed: search.seed,
        evaluations: result.evaluations,
        seconds: written.searched.seconds,
        stopped: result.stop.name().to_owned(),
        hypervolume: Some(result.front.hypervolume()),
        reference: [0.0, 0.0],
        worst_distortion: Some(result.front.worst),
        front: result.front.compromises.iter().map(FrontPoint::from_compromise).collect(),
        chosen: written.chosen,
        convergence: result.convergence.clone(),
    }
}

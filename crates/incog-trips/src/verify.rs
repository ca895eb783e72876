//! Proving or refuting a report of trajectories.

use super::TrajectoryJob;
use super::caveats::caveats;
use super::page::BoundPage;
use super::points::{self, Points};
use super::report::{
    FileOfPoints, KIND, ObjectFacts, PrivacyOfTrajectories, SearchOfClusters, TrajectoryReport,
};
use super::run::run;
use super::sampling::{Sampled, sample};
use super::timed::Timed;
use super::utility::{TrajectoryUtility, origin_destination_error, range_query_errors};
use super::written::{Member, ReadAgain, ReleasedCluster, layout, read_again, sort, write};
use crate::TrajectoryError;
use incog_io::Control;
use incog_report::verification::ledger::{NotShown, compare};
use incog_report::verification::page::{CLAIM, page_of, same_page};
use incog_report::verification::second_run::{SEARCH, folder_for, inside, show_again};
use incog_report::{Audience, Check, PageFacts, Verification, VerifyOptions};
use incog_trajectory::CheckedRelease;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;

/// Whether the text of a report is about trajectories.
pub fn is_report(text: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Kind {
        kind: Option<String>,
    }
    serde_json::from_str(text).is_ok_and(|report: Kind| report.kind.as_deref() == Some(KIND))
}

/// Reads input and release of a report again and checks every leaf of it; those that the two files cannot show
/// are listed.
///
/// The input is read and sampled as the job says; (k, delta) is measured on the written release at
/// every instant, with the projection that follows from the input and not the one the report tells.
/// Nothing of the searches is used.
///
/// # Errors
/// When the report is none, or the input cannot be read. A release that cannot be read refutes the
/// report instead.
pub fn verify(path: &Path, text: &str, options: &VerifyOptions) -> Result<Verification, TrajectoryError> {
    let no_report = |error| TrajectoryError::no_report(path, &error);
    let report: TrajectoryReport = serde_json::from_str(text).map_err(no_report)?;
    let value: serde_json::Value = serde_json::from_str(text).map_err(no_report)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let (input, output) = (folder.join(&report.job.input), folder.join(&report.job.output));
    let job = TrajectoryJob { input, output, ..report.job.clone() };
    job.check()?;
    let points = points::read(&job)?;
    let sampled = sample(&job, &points)?;
    let layout = layout(&job, &points)?;
    let again = match read_again(&folder.join(&report.release.path), &layout, points.projection) {
        Err(error) => {
            return Ok(Verification::of(vec![Check::new("release can be read", false, error.to_string())]));
        }
        Ok(again) => again,
    };
    let files =
        Files { report: &report, job: &job, points: &points, sampled: &sampled, again: &again, folder };
    let mut checks = files.whole();
    let checked = match again.measure(&report.clusters) {
        Err(what) => {
            checks.push(Check::new("release has the clusters", false, what));
            return Ok(Verification::of(checks));
        }
        Ok(checked) => checked,
    };
    checks.extend(files.privacy(checked));
    let (written, shows_clusters) = files.written_again()?;
    checks.push(written);
    let (mut expected, mut not_shown) = (files.expected(checked)?, files.not_shown());
    match &options.job {
        Some(path) => expected.job = TrajectoryJob::from_toml_file(path)?.relative_to(folder),
        None => {
            not_shown.push(("job".to_owned(), "it is what was asked for; compare it with --job".to_owned()))
        }
    }
    if !shows_clusters {
        let why = "files of this format have no room for the cluster of a trajectory";
        not_shown.push(("clusters".to_owned(), why.to_owned()));
    }
    checks.push(files.page(&mut expected)?);
    let expected = serde_json::to_value(&expected).map_err(no_report)?;
    checks.extend(compare(&value, &expected, &not_shown));
    if options.search {
        files.run_again(&value, &mut checks)?;
    }
    Ok(Verification::of(checks))
}

/// A report and the files it names.
struct Files<'a> {
    report: &'a TrajectoryReport,
    job: &'a TrajectoryJob,
    points: &'a Points,
    sampled: &'a Sampled,
    again: &'a ReadAgain,
    folder: &'a Path,
}

impl Files<'_> {
    fn trash(&self) -> usize {
        self.sampled.set.len().saturating_sub(self.again.tracks.len())
    }

    /// Claims about the release as a whole.
    fn whole(&self) -> Vec<Check> {
        let instants = self.sampled.facts.instants;
        let whole = self.again.tracks.iter().all(|track| {
            track.times.len() == instants && track.times.is_sorted_by(|earlier, later| earlier < later)
        });
        let trash = self.trash();
        let allowed = trash as f64 <= self.job.suppression.limit * self.sampled.set.len() as f64;
        vec![
            Check::new(
                "every trajectory has all instants in order of time",
                whole,
                format!("{instants} instants expected"),
            ),
            Check::new("trash is within suppression.limit", allowed, format!("{trash} left out")),
        ]
    }

    fn privacy(&self, checked: CheckedRelease) -> Vec<Check> {
        let (k, delta) = (self.job.privacy.k, self.job.privacy.delta);
        let mut checks = vec![
            Check::new(
                format!("every cluster has at least {k} trajectories"),
                checked.clusters == 0 || checked.smallest >= k,
                format!("the smallest of {} has {}", checked.clusters, checked.smallest),
            ),
            Check::new(
                format!("members of a cluster are within {delta} m at every instant"),
                checked.widest <= delta,
                format!("the widest is {:.3} m", checked.widest),
            ),
        ];
        if self.job.privacy.centers > 1 {
            let why = "the release does not say which trajectory is whose";
            checks.push(Check::not_shown("clusters do not mix data centres", why));
        }
        checks
    }

    /// Whether the release is, byte for byte, what its trajectories in these clusters are written as; and
    /// whether such a file tells which cluster a trajectory is in.
    fn written_again(&self) -> Result<(Check, bool), TrajectoryError> {
        let mut rest = self.again.tracks.iter().enumerate();
        let cluster = |&size: &usize| {
            let tracks: Vec<_> = rest.by_ref().take(size).collect();
            let [first, last] = [0, 1].map(|end| {
                let times = tracks.first().map(|(_, track)| &track.times);
                times
                    .and_then(|times| if end == 0 { times.first() } else { times.last() })
                    .map_or(0, |time| *time as i64)
            });
            let member = |(trajectory, track): (usize, &super::written::ReadTrack)| Member {
                trajectory,
                track: track.positions.clone(),
            };
            ReleasedCluster { span: [first, last], members: tracks.into_iter().map(member).collect() }
        };
        let mut clusters: Vec<ReleasedCluster> = self.report.clusters.iter().map(cluster).collect();
        let as_claimed = self.digest_of(&clusters)?;
        let in_one = ReleasedCluster {
            span: clusters.first().map_or([0, 0], |cluster| cluster.span),
            members: clusters.iter().flat_map(|cluster| cluster.members.clone()).collect(),
        };
        let shows_clusters =
            self.report.clusters.len() < 2 || self.spans_apart(&clusters)? != self.digest_of(&[in_one])?;
        sort(&mut clusters);
        let places = clusters.iter().flat_map(|cluster| &cluster.members).map(|member| member.trajectory);
        let sorted =
            places.zip(0..).all(|(found, place)| found == place) || self.digest_of(&clusters)? == as_claimed;
        let same = as_claimed == self.again.sha256;
        let detail = match (same, sorted) {
            (true, true) => "every byte follows from the trajectories and their clusters",
            (true, false) => "they do not stand in the order of their points",
            (false, _) => "it has something else",
        };
        Ok((
            Check::new("the release is its trajectories and nothing else", same && sorted, detail),
            shows_clusters,
        ))
    }

    /// The digest of the clusters with one span for all, to be compared with that of one cluster.
    fn spans_apart(&self, clusters: &[ReleasedCluster]) -> Result<String, TrajectoryError> {
        let span = clusters.first().map_or([0, 0], |cluster| cluster.span);
        let alike: Vec<ReleasedCluster> = clusters
            .iter()
            .map(|cluster| ReleasedCluster { span, members: cluster.members.clone() })
            .collect();
        self.digest_of(&alike)
    }

    /// The digest of the file that some clusters are written as.
    fn digest_of(&self, clusters: &[ReleasedCluster]) -> Result<String, TrajectoryError> {
        let folder = tempfile::tempdir().map_err(|source| TrajectoryError::TemporaryFolder { source })?;
        let path = inside(folder.path(), &self.job.output);
        let layout = layout(self.job, self.points)?;
        write(&path, clusters, &layout, self.points.projection)?;
        Ok(read_again(&path, &layout, self.points.projection)?.sha256)
    }

    /// The report as the files show it; what they do not show as it is claimed.
    fn expected(&self, checked: CheckedRelease) -> Result<TrajectoryReport, TrajectoryError> {
        let Self { report, job, points, sampled, again, folder } = self;
        let (k, delta) = (job.privacy.k, job.privacy.delta);
        let layout = layout(job, points)?;
        let objects =
            ObjectFacts { objects: points.objects.iter().collect::<BTreeSet<_>>().len(), ..report.objects };
        let found = TrajectoryReport {
            input: FileOfPoints::of_input(job, points, folder),
            release: FileOfPoints::of_release(job, again, layout.format, folder),
            dropped: points.dropped,
            out_of_order: points.out_of_order,
            sampling: sampled.facts.clone(),
            projection: points.projection,
            layout,
            privacy: vec![PrivacyOfTrajectories::of(job, &checked)],
            caveats: caveats(k, delta, report.linkage, objects),
            objects,
            trash: self.trash(),
            utility: self.utility(),
            search: SearchOfClusters {
                algorithm: job.search.algorithm.clone(),
                seed: job.search.seed,
                reference: [0.0, 0.0],
                ..report.search.clone()
            },
            page: None,
            ..(*report).clone()
        };
        Ok(match report.audience {
            Audience::Public => found.told(found.utility.clone()),
            Audience::Internal => found,
        })
    }

    /// Figures of use that do not depend on which trajectory was made of which.
    fn utility(&self) -> TrajectoryUtility {
        let originals: Vec<Timed<'_>> =
            (0..self.sampled.set.len()).map(|one| self.sampled.timed(one)).collect();
        let released: Vec<Timed<'_>> = self.again.tracks.iter().map(|track| track.timed()).collect();
        TrajectoryUtility {
            trash_share: self.trash() as f64 / originals.len().max(1) as f64,
            range_query_errors: range_query_errors(&originals, &released, self.job.search.seed),
            origin_destination_error: origin_destination_error(&originals, &released),
            ..self.report.utility.clone()
        }
    }

    fn not_shown(&self) -> NotShown {
        let which = "it depends on which trajectory was made of which, and the release does not tell";
        let mut leaves: Vec<(String, &str)> = Vec::new();
        for leaf in [
            "total_translation_distortion",
            "mean_shift",
            "max_shift",
            "mean_time_shift",
            "trip_length_error",
        ] {
            leaves.push((format!("utility.{leaf}"), which));
        }
        if self.trash() > 0 && self.report.audience == Audience::Public {
            // They are told of the published trajectories alone.
            leaves.extend(
                ["range_query_errors", "origin_destination_error"]
                    .map(|leaf| (format!("utility.{leaf}"), which)),
            );
        }
        leaves.extend(
            ["linkage", "objects.fewest_in_a_cluster", "objects.clusters_below_k"]
                .map(|leaf| (leaf.to_owned(), which)),
        );
        let of_search = [
            "evaluations",
            "seconds",
            "stopped",
            "hypervolume",
            "worst_distortion",
            "front",
            "chosen",
            "convergence",
        ];
        leaves.extend(of_search.map(|leaf| (format!("search.{leaf}"), SEARCH)));
        if self.report.audience == Audience::Internal {
            leaves.push(("page".to_owned(), which));
        }
        leaves.push(("incog".to_owned(), "no file shows which version made it"));
        leaves.into_iter().map(|(path, why)| (path, why.to_owned())).collect()
    }

    /// Runs the job again and shows what the files alone do not: which trajectory was made of which follows from it.
    fn run_again(&self, claimed: &Value, checks: &mut Vec<Check>) -> Result<(), TrajectoryError> {
        let folder = folder_for(&self.report.search.stopped, checks);
        let folder = folder.map_err(|source| TrajectoryError::TemporaryFolder { source })?;
        let Some(folder) = folder else { return Ok(()) };
        let output = inside(folder.path(), &self.job.output);
        let job = TrajectoryJob { output, internal: false, ..self.job.clone() };
        let outcome = run(&job, false, &Control::default())?;
        let found = match self.report.audience {
            Audience::Public => outcome.public,
            Audience::Internal => outcome.report,
        };
        let same = found.release.sha256 == self.report.release.sha256;
        show_again(claimed, &found, same, checks)
            .map_err(|error| TrajectoryError::no_report(Path::new(""), &error))
    }

    /// Makes the public page again and compares it, byte by byte, with the one beside the report.
    fn page(&self, expected: &mut TrajectoryReport) -> Result<Check, TrajectoryError> {
        if self.report.audience == Audience::Internal {
            expected.page.clone_from(&self.report.page);
            return Ok(Check::not_shown(CLAIM, "the internal page tells which trajectory was made of which"));
        }
        let (path, name) = page_of(Audience::Public, &self.job.output, self.folder);
        let released: Vec<&[[f64; 2]]> =
            self.again.tracks.iter().map(|track| track.positions.as_slice()).collect();
        let made = BoundPage::new(self.report.clone(), &released, None, &path)?;
        expected.page = made.report.page.map(|page| PageFacts { path: name, ..page });
        Ok(same_page(&made.html, &path))
    }
}

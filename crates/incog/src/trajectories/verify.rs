//! Proving or refuting a report of trajectories.

use super::TrajectoryJob;
use super::formats::PointFormat;
use super::points::{self, Points};
use super::report::{KIND, TrajectoryReport};
use super::sampling::{Sampled, sample};
use super::utility::{Timed, origin_destination_error, range_query_errors};
use super::written::{ReadAgain, read_again};
use crate::IncogError;
use crate::audit::verify::{Check, Verification};
use incog_trajectory::CheckedRelease;
use std::path::Path;

/// Whether the text of a report is about trajectories.
pub(crate) fn is_report(text: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Kind {
        kind: Option<String>,
    }
    serde_json::from_str(text).is_ok_and(|report: Kind| report.kind.as_deref() == Some(KIND))
}

/// Reads input and release of a report again and checks every claim that the two files can show.
///
/// The input is read and sampled as the job says; (k, delta) is measured on the written release at
/// every instant, with the projection that follows from the input and not the one the report tells.
/// Nothing of the searches is used.
///
/// # Errors
/// When the report is none, or the input cannot be read. A release that cannot be read refutes the
/// report instead.
pub(crate) fn verify(path: &Path, text: &str) -> Result<Verification, IncogError> {
    let report: TrajectoryReport = serde_json::from_str(text)
        .map_err(|source| IncogError::NoReport { path: path.to_owned(), source })?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let (input, output) = (folder.join(&report.job.input), folder.join(&report.job.output));
    let job = TrajectoryJob { input, output, ..report.job.clone() };
    job.check()?;
    let input = points::read(&job)?;
    let sampled = sample(&job, &input)?;
    let mut checks = of_input(&report, &input, &sampled);
    let release = folder.join(&report.release.path);
    match read_again(&release, &report.layout, input.projection) {
        Err(error) => checks.push(Check::new("release can be read", false, error.to_string())),
        Ok(again) => {
            checks.extend(of_file(&report, &again, &sampled));
            match again.measure(&report.clusters) {
                Err(what) => checks.push(Check::new("release has the clusters", false, what)),
                Ok(checked) => checks.extend(of_privacy(&report, &job, checked)),
            }
            checks.extend(of_utility(&report, &again, &sampled));
        }
    }
    Ok(Verification::of(checks))
}

fn count(claim: &str, claimed: usize, found: usize) -> Check {
    Check::figure(claim, claimed as f64, found as f64)
}

fn sha256(claim: &str, claimed: &str, found: &str) -> Check {
    let same = claimed.eq_ignore_ascii_case(found);
    Check::new(claim, same, if same { "the file is the one reported" } else { "the file was changed since" })
}

fn of_input(report: &TrajectoryReport, input: &Points, sampled: &Sampled) -> Vec<Check> {
    let same = |claim: &str, holds: bool| {
        Check::new(claim, holds, if holds { "found the same" } else { "the input says otherwise" })
    };
    vec![
        sha256("input.sha256", &report.input.sha256, &input.sha256),
        count("input.points", report.input.points, input.points),
        count("input.trajectories", report.input.trajectories, input.trips.len()),
        same("dropped", report.dropped == input.dropped),
        same("projection", report.projection == input.projection),
        same("sampling", report.sampling == sampled.facts),
    ]
}

fn of_file(report: &TrajectoryReport, again: &ReadAgain, sampled: &Sampled) -> Vec<Check> {
    let instants = sampled.facts.instants;
    let whole = again.tracks.iter().all(|track| {
        track.times.len() == instants && track.times.is_sorted_by(|earlier, later| earlier < later)
    });
    let trash = report.trash as f64 <= report.job.suppression.limit * sampled.set.len() as f64;
    vec![
        sha256("release.sha256", &report.release.sha256, &again.sha256),
        count("release.points", report.release.points, again.points),
        count("release.trajectories", report.release.trajectories, again.tracks.len()),
        Check::new(
            "every trajectory has all instants in order of time",
            whole,
            format!("{instants} instants expected"),
        ),
        count("trash", report.trash, sampled.set.len().saturating_sub(again.tracks.len())),
        Check::new("trash is within suppression.limit", trash, format!("{} left out", report.trash)),
    ]
}

fn of_privacy(report: &TrajectoryReport, job: &TrajectoryJob, checked: CheckedRelease) -> Vec<Check> {
    let (k, delta) = (job.privacy.k, job.privacy.delta);
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
    for claimed in &report.privacy {
        checks.push(count("privacy.achieved.k", claimed.achieved.k, checked.smallest));
        checks.push(Check::figure("privacy.achieved.delta", claimed.achieved.delta, checked.widest));
        let asked = claimed.required.k == k && claimed.required.delta == delta;
        checks.push(Check::new(
            "privacy.required is that of the job",
            asked,
            format!("k {k}, delta {delta} m"),
        ));
    }
    if job.privacy.centers > 1 {
        checks.push(Check::not_shown(
            "clusters do not mix data centres",
            "the release does not say which trajectory is whose",
        ));
    }
    checks
}

/// What can be measured without knowing which trajectory was made of which.
fn of_utility(report: &TrajectoryReport, again: &ReadAgain, sampled: &Sampled) -> Vec<Check> {
    let originals: Vec<Timed<'_>> = (0..sampled.set.len()).map(|one| sampled.timed(one)).collect();
    let released: Vec<Timed<'_>> = again.tracks.iter().map(|track| track.timed()).collect();
    let told = &report.utility;
    let found = range_query_errors(&originals, &released, report.search.seed);
    let mut checks: Vec<Check> = told
        .range_query_errors
        .iter()
        .zip(&found)
        .map(|(told, found)| {
            let claim = format!("utility.range_query_errors, {} m and {} min", told.metres, told.minutes);
            Check::figure(claim, told.error, found.error)
        })
        .collect();
    let found = origin_destination_error(&originals, &released);
    checks.push(Check::figure("utility.origin_destination_error", told.origin_destination_error, found));
    for claim in
        ["total_translation_distortion", "mean_shift", "max_shift", "trip_length_error", "linkage", "objects"]
    {
        let why = "it depends on which trajectory was made of which, and the release does not tell";
        checks.push(Check::not_shown(claim, why));
    }
    if report.layout.format == PointFormat::W4m {
        checks.push(Check::not_shown("cluster of each trajectory", "W4M's files have no room for it"));
    }
    checks
}

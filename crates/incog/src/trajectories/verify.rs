//! Proving or refuting a report.

use super::report::TrajectoryReport;
use super::written::read_again;
use super::{TrajectoryError, points};
use crate::IncogError;
use serde::Serialize;
use std::path::Path;

/// What became of each claim of a report.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Verdict {
    /// Claims, and whether they hold.
    pub claims: Vec<(String, bool)>,
}

impl Verdict {
    /// Whether all claims hold.
    pub fn holds(&self) -> bool {
        self.claims.iter().all(|(_, holds)| *holds)
    }
}

/// Reads input and release of a report again: their fingerprints, the counts, and (k, delta) at
/// every instant of the written release.
pub fn verify(report: &Path) -> Result<Verdict, IncogError> {
    let text = std::fs::read_to_string(report)
        .map_err(|source| IncogError::Report { path: report.to_owned(), source })?;
    let told: TrajectoryReport = serde_json::from_str(&text)
        .map_err(|source| TrajectoryError::Report { path: report.to_owned(), source })?;
    let input = points::read(&told.job)?;
    let again = read_again(&told.release.path, &told.columns, &told.clusters, told.projection)?;
    let (k, delta) = (told.job.privacy.k, told.job.privacy.delta);
    let checked = again.checked;
    let privacy = told.privacy.first();
    let achieved = privacy
        .is_some_and(|told| told.achieved.k == checked.smallest && told.achieved.delta == checked.widest);
    let published = told.release.trajectories + told.trash == told.sampling.trajectories;
    let claims = vec![
        ("the input is the file the report tells of".to_owned(), input.sha256 == told.input.sha256),
        ("the release is the file the report tells of".to_owned(), again.sha256 == told.release.sha256),
        (
            format!("every cluster has at least {k} trajectories"),
            checked.clusters == 0 || checked.smallest >= k,
        ),
        (format!("members of a cluster are within {delta} m at every instant"), checked.widest <= delta),
        ("k and delta achieved are those of the report".to_owned(), achieved),
        ("published and left out trajectories are all of them".to_owned(), published),
        ("input points and dropped points are as told".to_owned(), input.dropped == told.dropped),
    ];
    Ok(Verdict { claims })
}

//! Reports of releases that name a ledger.

use crate::job::{Job, LedgerJob, path_from};
use incog_disclosure::ledger::ReportOfLedger;
use incog_report::Audience;
use serde::Deserialize;
use std::fs;
use std::path::{Path, PathBuf};

/// The part of a report that tells of which ledger its release is.
#[derive(Deserialize)]
struct ReportPart {
    release: ReleasePart,
    job: JobPart,
    #[serde(default)]
    series_id: Option<String>,
}

#[derive(Deserialize)]
struct ReleasePart {
    sha256: String,
}

#[derive(Deserialize)]
struct JobPart {
    #[serde(default)]
    releases: ReleasesPart,
}

#[derive(Deserialize, Default)]
struct ReleasesPart {
    #[serde(default)]
    ledger: Option<String>,
}

/// The reports in the folder of the output that name a ledger with the file name of the job's. An
/// internal report has the path of its ledger. A public one has the name alone, so its ledger is
/// certain only where the run would replace its release, or by the series.
pub(super) fn reports_beside(job: &Job, told: &LedgerJob) -> Vec<ReportOfLedger> {
    let folder = job.output.parent().unwrap_or(Path::new(""));
    let [replaced, _] = Audience::Public.files(&job.output);
    let ledger = path_from(&told.path, folder);
    let reports = reports_in(folder).into_iter().filter_map(|path| {
        let report: ReportPart = serde_json::from_str(&fs::read_to_string(&path).ok()?).ok()?;
        let named = report.job.releases.ledger?;
        let has_name = Path::new(&named).file_name() == told.path.file_name();
        let is_replaced = has_name && path.file_name() == replaced.file_name();
        let names_ledger = is_replaced || is_internal(&path) && named == ledger;
        let (sha256, series_id) = (report.release.sha256, report.series_id);
        Some(ReportOfLedger { path, sha256, series_id, has_name, names_ledger })
    });
    reports.collect()
}

fn is_internal(path: &Path) -> bool {
    path.to_string_lossy().ends_with(".internal.json")
}

fn reports_in(folder: &Path) -> Vec<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        files.filter(|path| is_internal(path) || path.to_string_lossy().ends_with(".report.json")).collect();
    found.sort();
    found
}

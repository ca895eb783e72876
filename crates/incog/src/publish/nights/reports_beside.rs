//! Reports that tell of releases of a ledger.

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

/// The report of the release that a run would replace, and the internal reports in its folder, as
/// far as they are of the ledger of the job. A public report has the name of the ledger alone, so
/// those of other releases may be of another ledger.
pub(super) fn reports_beside(job: &Job, told: &LedgerJob) -> Vec<ReportOfLedger> {
    let folder = job.output.parent().unwrap_or(Path::new(""));
    let [public, _] = Audience::Public.files(&job.output);
    let public = report_of(public, |ledger| Path::new(ledger).file_name() == told.path.file_name());
    let path = path_from(&told.path, folder);
    let internal = internal_reports(folder).into_iter().filter_map(|file| report_of(file, |it| it == path));
    public.into_iter().chain(internal).collect()
}

fn internal_reports(folder: &Path) -> Vec<PathBuf> {
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let files = fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut found: Vec<PathBuf> =
        files.filter(|path| path.to_string_lossy().ends_with(".internal.json")).collect();
    found.sort();
    found
}

/// The release of a report, if it names the wanted ledger. A file that is no report tells nothing.
fn report_of(path: PathBuf, is_wanted: impl Fn(&str) -> bool) -> Option<ReportOfLedger> {
    let report: ReportPart = serde_json::from_str(&fs::read_to_string(&path).ok()?).ok()?;
    report.job.releases.ledger.filter(|ledger| is_wanted(ledger))?;
    Some(ReportOfLedger { path, sha256: report.release.sha256 })
}

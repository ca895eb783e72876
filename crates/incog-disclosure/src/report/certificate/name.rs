//! What certificates are called.

use super::super::Audience;
use std::path::{Path, PathBuf};

/// How reports end.
const REPORTS: [&str; 2] = [".report.json", ".internal.json"];

/// The name of a file without its folder.
pub(super) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

/// Where the certificate of a report is written: `patients.release.csv.certificate.html`, and
/// `patients.release.csv.internal.certificate.html` where it is for the steward.
pub(super) fn beside_report(report: &Path, audience: Audience) -> PathBuf {
    let name = file_name(report);
    let release = REPORTS.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(&name);
    let kind = match audience {
        Audience::Public => "certificate",
        Audience::Internal => "internal.certificate",
    };
    report.with_file_name(format!("{release}.{kind}.html"))
}

/// Whether this is the name of the other report of the same release: the internal one, or the
/// public one.
pub fn is_sibling(report: &Path, named: &str) -> bool {
    let name = file_name(report);
    let release = REPORTS.iter().find_map(|ending| name.strip_suffix(ending));
    let ending = release.and_then(|release| named.strip_prefix(release));
    named != name && ending.is_some_and(|ending| REPORTS.contains(&ending))
}

/// Where certificates of a report may be, as long as nobody chose another place.
///
/// ```
/// let paths = incog_disclosure::report::certificate::certificate_paths("out/a.csv.report.json".as_ref());
/// assert_eq!(paths[0], std::path::Path::new("out/a.csv.certificate.html"));
/// ```
pub fn certificate_paths(report: &Path) -> [PathBuf; 2] {
    [Audience::Public, Audience::Internal].map(|audience| beside_report(report, audience))
}

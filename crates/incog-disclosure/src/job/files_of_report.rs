//! The files around a report.

use incog_io::{WholeFile, beside, read_json};
use serde_json::Value;
use std::path::{Path, PathBuf};

/// What stands behind the name of a release in those of its reports and pages.
const BESIDE: [&str; 4] = [".report.json", ".report.html", ".internal.json", ".internal.html"];

/// A report, and the files that it tells of, as far as they are there: the tables, the job file,
/// the release, and the reports and pages beside it. Of what is no report, which its reader will
/// say, the file alone.
pub fn files_of_report(path: &Path) -> Vec<PathBuf> {
    let text = WholeFile::REPORT.read_text(path).ok();
    let report: Value = text.and_then(|text| read_json(&text).ok()).unwrap_or_default();
    let folder = path.parent().unwrap_or(Path::new(""));
    let file = |told: Option<&Value>| told.and_then(Value::as_str).map(|file| folder.join(file));
    let tables = report["inputs"].as_array().into_iter().flatten().chain([&report["input"], &report["page"]]);
    let release = file(report["release"].get("path"));
    let reports = release.iter().flat_map(|release| BESIDE.map(|ending| beside(release, ending)));
    let columns = report["job"]["columns"].as_object().into_iter().flat_map(|columns| columns.values());
    let of_job = columns
        .map(|column| &column["hierarchy"])
        .chain([&report["job"]["hierarchy"]["plan"], &report["job"]["privacy"]["population"]]);
    let told = tables
        .filter_map(|table| file(table.get("path")))
        .chain(of_job.filter_map(|path| file(Some(path))))
        .chain(file(report.get("job_file")))
        .chain(reports);
    told.chain(release.clone()).filter(|file| file.exists()).chain([path.to_owned()]).collect()
}

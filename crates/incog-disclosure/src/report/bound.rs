//! A report and its page, each bound to the other.

use super::{PageData, PageFacts, Picture, Report, SearchFacts, page};
use crate::DisclosureError;
use crate::ReportFileError;
use incog_io::sha256_of_text;
use std::path::Path;

/// The two files of a report: the page has the digest of the report without its key `page` and its
/// time, and that key has the digest of the page.
pub struct BoundReport {
    /// The report, which names its page.
    pub report: Report,
    /// Its text.
    pub json: String,
    /// The page.
    pub html: String,
}

impl BoundReport {
    /// Makes the page of a report. It depends only on the report and the picture, so anyone who has
    /// the release can make it again.
    pub fn new(
        mut report: Report,
        picture: &Picture,
        maximize: bool,
        path: &Path,
    ) -> Result<Self, DisclosureError> {
        let broken = |error: Box<dyn std::error::Error + Send + Sync>| {
            DisclosureError::ReportFile(ReportFileError::Report {
                path: path.to_owned(),
                source: std::io::Error::other(error),
            })
        };
        report.page = None;
        let data = PageData {
            report: &report,
            digest: digest(&report).map_err(|error| broken(error.into()))?,
            class_sizes: picture.class_sizes.clone(),
            distributions: picture.distributions.clone(),
            maximize,
        };
        let html = page(&data).map_err(|error| broken(error.into()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        report.page = Some(PageFacts { path: name, sha256: sha256_of_text(&html) });
        let json = report.to_json().map_err(|error| broken(error.into()))?;
        Ok(Self { report, json, html })
    }
}

/// The SHA-256 of the text of a report without its key `page`, and with the time that the search
/// took set to 0, so that the page is the same whenever the release is.
fn digest(report: &Report) -> Result<String, serde_json::Error> {
    let search = report.search.clone().map(|search| SearchFacts { seconds: 0.0, ..search });
    Ok(sha256_of_text(&Report { search, page: None, ..report.clone() }.to_json()?))
}

//! The claims of the report of a release in memory.

use super::file_source::Found;
use super::premises::Premises;
use super::{Verification, release};
use incog_disclosure::DisclosureError;
use incog_disclosure::job::Job;
use incog_disclosure::report::Report;
use incog_io::{RowStream, WrittenRows, read_json};
use serde_json::Value;

/// A public report and its page, which are in no file.
#[derive(Clone, Copy)]
pub struct ReportInMemory<'a> {
    /// The job that the release was made by.
    pub job: &'a Job,
    /// The text of the report.
    pub json: &'a str,
    /// The page.
    pub html: &'a str,
}

impl ReportInMemory<'_> {
    /// The report, key by key, and as it stands.
    pub(super) fn read(&self) -> Result<(Report, Value), DisclosureError> {
        let both = read_json(self.json).and_then(|report| Ok((report, read_json(self.json)?)));
        both.map_err(|error| DisclosureError::no_report(self.job.output(), &error))
    }
}

/// Checks every claim of a report against its release and the rows it was made of.
///
/// # Errors
/// When the rows cannot be read. Rows that are not those of the release refute the report instead.
pub fn verify_in_memory(
    told: &ReportInMemory<'_>,
    rows: &WrittenRows,
    original: RowStream,
) -> Result<Verification, DisclosureError> {
    let (report, value) = told.read()?;
    let premises = Premises::of_rows(&report, told.job, original)?;
    let found = Found::Memory { rows, page: told.html };
    Ok(Verification::from_checks(release::verify(&report, &value, &premises, found)?))
}

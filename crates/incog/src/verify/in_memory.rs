//! The claims of the report of a release in memory.

use super::file_source::Found;
use super::premises::Premises;
use super::{Verification, release};
use crate::IncogError;
use crate::publish::MemoryRelease;
use crate::report::Report;
use incog_io::{RowStream, read_json};
use serde_json::Value;

impl MemoryRelease {
    /// Checks every claim of the public report against the release and the rows it was made of, as
    /// `incog verify` does with files: hierarchies are made again, the report is made again, and
    /// nothing of the search is used.
    ///
    /// # Errors
    /// When the rows cannot be read. Rows that are not those of the release refute the report
    /// instead.
    pub fn verify(&self, original: RowStream) -> Result<Verification, IncogError> {
        let no_report = |error| IncogError::no_report(self.job().output(), &error);
        let report: Report = read_json(&self.public_json).map_err(no_report)?;
        let value: Value = read_json(&self.public_json).map_err(no_report)?;
        let premises = Premises::of_rows(&report, self.job(), original)?;
        let found = Found::Memory { rows: &self.rows, page: &self.public_html };
        Ok(Verification::from_checks(release::verify(&report, &value, &premises, found)?))
    }
}

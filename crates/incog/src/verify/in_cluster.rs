//! The claims of the report of a release in a cluster.

use super::file_source::Found;
use super::premises::Premises;
use super::{Verification, release};
use crate::IncogError;
use crate::publish::{ClusterRelease, CountedRows, digest, read_found};
use crate::report::Report;
use incog_io::read_json;
use serde_json::Value;

impl ClusterRelease {
    /// Checks every claim of the public report against the table and the release, as the cluster
    /// has counted both: the table by [`Job::counted_columns`](crate::Job::counted_columns), the
    /// release by all of its columns. Records stand one by one here, so memory depends on their
    /// number.
    ///
    /// # Errors
    /// When what was counted cannot be read. A table that is not that of the release refutes the
    /// report instead.
    pub fn verify(&self, original: CountedRows, found: CountedRows) -> Result<Verification, IncogError> {
        let no_report = |error| IncogError::no_report(self.job().output(), &error);
        let report: Report = read_json(&self.public_json).map_err(no_report)?;
        let value: Value = read_json(&self.public_json).map_err(no_report)?;
        let premises = Premises::of_counts(&report, self.job(), original)?;
        let options = premises.job.release_read_options(premises.source.format.delimiter);
        let read = read_found(found, &options).and_then(|found| Ok((found.all_records(), digest(&found)?)));
        let found = Found::Cluster { release: &read, page: &self.public_html };
        Ok(Verification::from_checks(release::verify(&report, &value, &premises, found)?))
    }
}

//! Checking a release that is in no file, and publishing one again for whoever verifies.

use crate::job::Job;
use crate::publish::{ClusterRelease, CountedRows, FileRuns, MemoryRelease, PlanFile, read_found};
use crate::{GateError, IncogError};
use incog_disclosure::DisclosureError;
use incog_io::RowStream;
use incog_verify::{ReportInMemory, SecondRelease, Verification, verify_in_cluster, verify_in_memory};

/// Publishes a job again, by its plan where that was used again; `None` where its release is
/// refused beside earlier ones.
pub(crate) fn publish_again(job: &Job, reuses_plan: bool) -> Result<Option<SecondRelease>, IncogError> {
    let outcome = match &job.terms.hierarchy.plan {
        Some(plan) if reuses_plan => job.reuse(&PlanFile::read(plan)?),
        _ => job.run(),
    };
    match outcome {
        Err(IncogError::Gate(GateError::Unsafe(_))) if job.terms.series().is_some() => Ok(None),
        outcome => outcome.map(|made| Some(SecondRelease { public: made.public, internal: made.report })),
    }
}

impl MemoryRelease {
    /// Checks every claim of the public report against the release and the rows it was made of, as
    /// `incog verify` does with files: hierarchies are made again, the report is made again, and
    /// nothing of the search is used.
    ///
    /// # Errors
    /// When the rows cannot be read. Rows that are not those of the release refute the report
    /// instead.
    pub fn verify(&self, original: RowStream) -> Result<Verification, IncogError> {
        let told = ReportInMemory { job: self.job(), json: &self.public_json, html: &self.public_html };
        Ok(verify_in_memory(&told, &self.rows, original)?)
    }
}

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
        let told = ReportInMemory { job: self.job(), json: &self.public_json, html: &self.public_html };
        let verification: Result<Verification, DisclosureError> =
            verify_in_cluster(&told, original, |options| read_found(found, options));
        Ok(verification?)
    }
}

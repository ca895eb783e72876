//! The claims of the report of a release in a cluster.

use super::file_source::Found;
use super::in_memory::ReportInMemory;
use super::premises::Premises;
use super::{Verification, release};
use incog_disclosure::DisclosureError;
use incog_disclosure::read::{CountedFile, CountedRows, digest};

/// Checks every claim of a report against the table, as its cluster has counted it, and the release
/// that was `found` there, read with the job's own options.
///
/// # Errors
/// When the table cannot be read. A release that cannot be read, or a table that is not that of the
/// release, refutes the report instead.
pub fn verify_in_cluster(
    told: &ReportInMemory<'_>,
    original: CountedRows,
    read: impl FnOnce(&incog_io::ReadOptions) -> Result<CountedFile, DisclosureError>,
) -> Result<Verification, DisclosureError> {
    let (report, value) = told.read()?;
    let premises = Premises::of_counts(&report, told.job, original)?;
    let options = premises.job.release_read_options(premises.source.format.delimiter);
    let written = read(&options).and_then(|found| Ok((found.all_records(), digest(&found)?)));
    let found = Found::Cluster { release: &written, page: told.html };
    Ok(Verification::from_checks(release::verify(&report, &value, &premises, found)?))
}

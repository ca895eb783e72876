//! Checks whether a report is true, whether it is about a table or about trajectories.

use crate::verify::{Verification, VerifyOptions};
use crate::{IncogError, verify};
use incog_io::WholeFile;
use incog_trips as trajectories;
use std::path::Path;

/// Reads a report, of a table or of trajectories, and the files it names, and checks every claim.
///
/// # Errors
/// When the report, the input or a hierarchy cannot be read. A release that cannot be read refutes
/// the report instead.
pub fn verify_report(path: impl AsRef<Path>) -> Result<Verification, IncogError> {
    verify_report_with(path, &VerifyOptions::default())
}

/// As [`verify_report`], but with additional files and options.
///
/// # Errors
/// As [`verify_report`].
pub fn verify_report_with(
    path: impl AsRef<Path>,
    options: &VerifyOptions,
) -> Result<Verification, IncogError> {
    let path = path.as_ref();
    let unreadable = |fault| IncogError::Unreadable { path: path.to_owned(), fault };
    let text = WholeFile::REPORT.read_text(path).map_err(unreadable)?;
    if trajectories::is_report(&text) {
        return Ok(trajectories::verify(path, &text, options)?);
    }
    verify::verify(path, &text, options)
}

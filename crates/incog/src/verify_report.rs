//! Checks whether a report is true, whether it is about a table, trajectories or flows.

use crate::ReportFileError;
use crate::verify::{Verification, VerifyOptions};
use crate::verify_release::publish_again;
use crate::{IncogError, verify};
use incog_engine::{Address, Engine};
use incog_io::WholeFile;
use incog_trips as trajectories;
use std::path::Path;

/// Reads a report, of a table, of trajectories or of flows, and the files it names, and checks
/// every claim.
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
    let text = read(path)?;
    if trajectories::is_report(&text) {
        return trajectories::verify(path, &text, options).map_err(|error| {
            error.without_file().map_or_else(
                |error| error.into(),
                |path| IncogError::ReportFile(ReportFileError::Moved { path }),
            )
        });
    }
    if incog_flows::is_report(&text) {
        return incog_flows::verify(path, &text, options).map_err(|error| {
            error.without_file().map_or_else(
                |error| error.into(),
                |path| IncogError::ReportFile(ReportFileError::Moved { path }),
            )
        });
    }
    verify::verify(path, &text, options, None, &publish_again)
}

/// As [`verify_report_with`], for a report about a table of an engine: that one is counted again,
/// and the release, if it is a table there, too.
///
/// # Errors
/// As [`verify_report`].
pub fn verify_report_in(
    path: impl AsRef<Path>,
    options: &VerifyOptions,
    engine: &mut dyn Engine,
) -> Result<Verification, IncogError> {
    let path = path.as_ref();
    if options.input.is_some() || options.release.is_some() {
        return Err(IncogError::ReportFile(ReportFileError::NotElsewhere { what: "a table of an engine" }));
    }
    verify::verify(path, &read(path)?, options, Some(engine), &publish_again)
}

/// Where the engine is that has the table a report is about; `None` where that is a file. Reports
/// do not tell where a server is: that is taken from the job file, if it is at hand, or left to the
/// driver.
///
/// # Errors
/// When the report cannot be read.
pub fn address_of_report(
    path: impl AsRef<Path>,
    options: &VerifyOptions,
) -> Result<Option<Address>, IncogError> {
    let path = path.as_ref();
    let text = read(path)?;
    if trajectories::is_report(&text) || incog_flows::is_report(&text) {
        Ok(None)
    } else {
        Ok(verify::address(path, &text, options)?)
    }
}

fn read(path: &Path) -> Result<String, IncogError> {
    let unreadable =
        |fault| IncogError::ReportFile(ReportFileError::Unreadable { path: path.to_owned(), fault });
    WholeFile::REPORT.read_text(path).map_err(unreadable)
}

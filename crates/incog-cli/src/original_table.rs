//! The table before suppression, which a release is measured against.

use crate::output::Failure;
use incog::job::Job;
use incog::{IncogError, InputError};
use incog_data::Table;
use incog_io::{ReadOptions, find_layout, read_table};
use std::path::Path;

/// Reads the original, as the input of the job where there is one.
pub fn read_original(path: Option<&Path>, job: Option<&Job>) -> Result<Option<Table>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let options = match job {
        Some(job) => job.read_options(),
        None => find_layout(path, &ReadOptions::default()).map_err(IncogError::from)?.options,
    };
    let file = read_table(path, &options);
    Ok(Some(file.map_err(|error| IncogError::Input(InputError::Read(error)))?.table))
}

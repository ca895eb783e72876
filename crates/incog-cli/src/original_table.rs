//! The table before suppression, which a release is measured against.

use crate::output::Failure;
use incog::{IncogError, InputError};
use incog_data::Table;
use incog_io::{ReadOptions, find_layout, read_table};
use std::path::Path;

/// Reads the original, as the input of the job where it is known how that is read.
pub fn read_original(path: Option<&Path>, of_input: Option<ReadOptions>) -> Result<Option<Table>, Failure> {
    let Some(path) = path else { return Ok(None) };
    let options = match of_input {
        Some(options) => options,
        None => find_layout(path, &ReadOptions::default()).map_err(IncogError::from)?.options,
    };
    let file = read_table(path, &options);
    Ok(Some(file.map_err(|error| IncogError::Input(InputError::Read(error)))?.table))
}

//! Keys of what columns become.

use crate::errors::raised;
use incog::write_new_key;
use pyo3::prelude::*;
use std::path::PathBuf;

/// Writes a new key to a file for its owner alone.
#[pyfunction]
pub fn new_key(py: Python<'_>, path: PathBuf) -> PyResult<()> {
    write_new_key(&path).map_err(|error| raised(py, &error.into()))
}

//! The command `incog`, for people who have only the Python package.

use pyo3::prelude::*;
use std::ffi::OsString;

/// Runs a command line, the name of the program first, as the program `incog` would; the exit code.
#[pyfunction]
pub fn command(py: Python<'_>, arguments: Vec<OsString>) -> u8 {
    py.detach(|| incog_cli::run_as_typed(&arguments))
}

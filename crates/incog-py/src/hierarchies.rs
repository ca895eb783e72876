//! Hierarchies to be looked at.

use crate::errors::{raised, read_keys};
use incog::hierarchy::build;
use incog::job::HierarchyFile;
use incog::python::Notation;
use incog::{IncogError, Table};
use pyo3::prelude::*;

/// For each value its labels, from itself to the root; `how` is a hierarchy of a job file as JSON,
/// `null` for the one that the type of the values suggests.
#[pyfunction]
pub fn levels(py: Python<'_>, values: Vec<String>, how: &str) -> PyResult<Vec<Vec<String>>> {
    let how: Option<HierarchyFile> = read_keys(py, how, Notation::Keywords)?;
    labels(&values, how.as_ref()).map_err(|error| raised(py, &error))
}

fn labels(values: &[String], how: Option<&HierarchyFile>) -> Result<Vec<Vec<String>>, IncogError> {
    let rows = values.iter().map(|value| [value.as_str()]);
    let table = Table::from_rows(["value"], rows, &[])?;
    let hierarchy = build(&table, "value", how)?;
    let of_value = |value: &String| {
        let leaf = hierarchy.find(value);
        let label = |level| leaf.map_or(String::new(), |leaf| hierarchy.label(level, leaf).to_owned());
        (0..=hierarchy.height()).map(label).collect()
    };
    Ok(values.iter().map(of_value).collect())
}

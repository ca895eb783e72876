//! The cards of what there is.

use incog::catalogue::{Card, algorithms, formats, local_algorithms, metrics, models};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The cards of a kind as JSON: models, metrics, algorithms, local-algorithms or formats.
#[pyfunction]
pub fn cards(kind: &str) -> PyResult<String> {
    let cards: Vec<&Card> = match kind {
        "models" => models().collect(),
        "metrics" => metrics().collect(),
        "algorithms" => algorithms().collect(),
        "local-algorithms" => local_algorithms().collect(),
        "formats" => formats().map(|format| &format.card).collect(),
        other => return Err(PyValueError::new_err(format!("there are no {other}"))),
    };
    serde_json::to_string(&cards).map_err(|error| PyValueError::new_err(error.to_string()))
}

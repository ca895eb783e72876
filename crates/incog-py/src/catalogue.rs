//! The cards of what there is.

use incog::catalogue::{
    Card, algorithms, formats, local_algorithms, metrics, microaggregation_methods, models,
    trajectory_algorithms, trajectory_models,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The cards of a kind as JSON: those of tables, models, metrics,
/// algorithms, local-algorithms, microaggregation-methods and formats; those of trajectories, trajectory-models and
/// trajectory-algorithms.
#[pyfunction]
pub fn cards(kind: &str) -> PyResult<String> {
    let cards: Vec<&Card> = match kind {
        "models" => models().collect(),
        "metrics" => metrics().collect(),
        "algorithms" => algorithms().collect(),
        "local-algorithms" => local_algorithms().collect(),
        "microaggregation-methods" => microaggregation_methods().collect(),
        "trajectory-algorithms" => trajectory_algorithms().collect(),
        "trajectory-models" => trajectory_models().collect(),
        "formats" => formats().map(|format| &format.card).collect(),
        other => return Err(PyValueError::new_err(format!("there are no {other}"))),
    };
    serde_json::to_string(&cards).map_err(|error| PyValueError::new_err(error.to_string()))
}

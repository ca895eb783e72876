//! The cards of what there is.

use crate::errors::as_json;
use incog::catalogue::{
    Card, algorithms, attacks, formats, local_algorithms, metrics, microaggregation_methods, models,
    trajectory_algorithms, trajectory_models, treatments,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The cards of a kind as JSON: those of tables, models, metrics, algorithms, local-algorithms,
/// microaggregation-methods, treatments, attacks and formats; those of trajectories,
/// trajectory-models and trajectory-algorithms.
#[pyfunction]
pub fn cards(kind: &str) -> PyResult<String> {
    let cards: Vec<&Card> = match kind {
        "models" => models().collect(),
        "metrics" => metrics().collect(),
        "algorithms" => algorithms().collect(),
        "local-algorithms" => local_algorithms().collect(),
        "microaggregation-methods" => microaggregation_methods().collect(),
        "treatments" => treatments().collect(),
        "attacks" => attacks().collect(),
        "trajectory-algorithms" => trajectory_algorithms().collect(),
        "trajectory-models" => trajectory_models().collect(),
        "formats" => formats().map(|format| &format.card).collect(),
        other => return Err(PyValueError::new_err(format!("there are no {other}"))),
    };
    as_json(serde_json::to_string(&cards))
}

//! A control.

use serde::Serialize;

/// A control for one value of the job.
#[derive(Serialize)]
pub struct Field {
    pub id: String,
    pub label: &'static str,
    pub note: String,
    pub path: String,
    pub kind: &'static str,
    pub value: String,
    pub low: String,
    pub high: String,
    pub step: &'static str,
    /// Whether nothing need be said.
    pub optional: bool,
    pub words: Vec<String>,
}

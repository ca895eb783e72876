//! The hierarchies that a plan was made with.

use super::file::HierarchyFile;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A hierarchy as a plan keeps it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PinnedHierarchy {
    /// How it was made, if the job does not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub made: Option<HierarchyFile>,
    /// For each value, its labels from the value itself to the root.
    pub rows: Vec<Vec<String>>,
}

/// The hierarchies that a plan was made with, by column; none where a job names no plan.
#[derive(Debug, Clone, PartialEq, Default, Deserialize)]
pub struct Pins {
    /// By column.
    pub hierarchies: BTreeMap<String, PinnedHierarchy>,
}

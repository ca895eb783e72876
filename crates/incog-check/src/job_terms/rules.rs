//! Quasi-identifiers of a job, and how their hierarchies are made.

use crate::heap::*;
use crate::reading::json::Json;
use crate::trees::rule::HierarchyRule;

/// A quasi-identifier.
#[derive(Debug, Clone)]
pub(crate) struct GeneralizedColumn {
    pub name: String,
    pub rule: HierarchyRule,
    pub lowest: usize,
    pub highest: Option<usize>,
    pub weight: f64,
}

impl GeneralizedColumn {
    pub fn read(name: &str, column: &Json, is_interval: bool) -> Self {
        Self {
            name: name.to_owned(),
            rule: HierarchyRule::read(column.get("hierarchy"), is_interval)
                .unwrap_or(HierarchyRule::Elsewhere),
            lowest: column.count_at(&["min_level"]).unwrap_or(0),
            highest: column.count_at(&["max_level"]),
            weight: column.number_at(&["weight"]).unwrap_or(1.0),
        }
    }
}

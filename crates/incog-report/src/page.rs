//! The page of a report.

use serde::{Deserialize, Serialize};

/// The style of all report pages.
pub const STYLE: &str = include_str!("style.css");

/// The page for people.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageFacts {
    /// Where it stands.
    pub path: String,
    /// SHA-256 of its bytes.
    pub sha256: String,
}

//! Records of a cell.

use serde::{Deserialize, Serialize};

/// How many records carry a cell (a combination of sensitive values and provider).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct CellCount {
    /// The cell, as [`Tuples::sensitive`](crate::Tuples::sensitive) numbers it.
    pub cell: u32,
    /// Records.
    pub count: u32,
}

//! Why files cannot be checked.

use crate::heap::*;
use core::fmt;

/// Why files cannot be checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refused {
    /// The report is no JSON.
    Json {
        /// Which file.
        what: &'static str,
        /// The byte at which it stops being JSON.
        at: usize,
    },
    /// The JSON is no report of a release of a table.
    Report,
    /// A table is not UTF-8.
    NoText {
        /// Which file.
        what: &'static str,
    },
    /// A table has no line of distinct names.
    Header {
        /// Which file.
        what: &'static str,
    },
    /// A line has more or fewer fields than there are names.
    Ragged {
        /// Which file.
        what: &'static str,
        /// The line, counted from 1 without blank ones.
        line: usize,
    },
    /// A hierarchy is ragged, does not nest, or has more than one root.
    Hierarchy {
        /// Its column.
        column: String,
    },
    /// A hierarchy is not made here, so it must be given as a file.
    NeedsHierarchy {
        /// Its column.
        column: String,
    },
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json { what, at } => write!(f, "the {what} is no JSON from byte {at} on"),
            Self::Report => write!(f, "the report is not that of a release of a table"),
            Self::NoText { what } => write!(f, "the {what} is not UTF-8"),
            Self::Header { what } => write!(f, "the {what} does not begin with distinct names of columns"),
            Self::Ragged { what, line } => {
                write!(f, "line {line} of the {what} has another number of fields")
            }
            Self::Hierarchy { column } => {
                write!(f, "the hierarchy of {column} is ragged, does not nest, or has no one root")
            }
            Self::NeedsHierarchy { column } => write!(f, "the hierarchy of {column} must be given as a file"),
        }
    }
}

impl core::error::Error for Refused {}

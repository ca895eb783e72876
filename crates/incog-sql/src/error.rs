//! Why there are no statements.

use thiserror::Error;

/// Why something cannot be said to an engine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SqlError {
    /// A name of a table is no name.
    #[error(
        "{text:?} is not a table name; expected NAME or SCHEMA.NAME, with double quotes around a name that \
         contains a dot"
    )]
    NoRelation {
        /// What was given.
        text: String,
    },
    /// An engine would cut a name off.
    #[error("the name {name:?} has {bytes} bytes, and {dialect} allows at most {most}")]
    LongName {
        /// The name.
        name: String,
        /// Its bytes in UTF-8.
        bytes: usize,
        /// The most that the engine takes.
        most: usize,
        /// The engine.
        dialect: &'static str,
    },
    /// A text has the character that no engine takes.
    #[error(
        "a name or a label has the character U+0000, which databases do not allow; remove it from the \
         table or the hierarchy"
    )]
    Nul,
    /// A published row is none of the counted ones.
    #[error("row {row} of the release is not in the counted table; a database cannot publish noisy records")]
    NoCountedRow {
        /// The row, from 1.
        row: usize,
    },
}

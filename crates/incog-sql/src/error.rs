//! Why there are no statements.

use thiserror::Error;

/// Why something cannot be said to an engine.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SqlError {
    /// A name of a table is no name.
    #[error(
        "{text:?} is no name of a table; expected NAME or SCHEMA.NAME, with double quotes around a name that has a dot"
    )]
    NoRelation {
        /// What was given.
        text: String,
    },
    /// An engine would cut a name off.
    #[error("the name {name:?} has {bytes} bytes; {dialect} takes at most {most}")]
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
        "a name or a label has the character U+0000, which no engine takes; remove it from the table or the hierarchy"
    )]
    Nul,
    /// A published row is none of the counted ones.
    #[error(
        "row {row} of the release is no row of the counted table; an engine cannot publish noisy records"
    )]
    NoCountedRow {
        /// The row, from 1.
        row: usize,
    },
}

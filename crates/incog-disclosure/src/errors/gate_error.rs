//! Why nothing may be published.

use crate::dangers::Dangers;
use thiserror::Error;

/// Why nothing may be published.
#[derive(Debug, Error)]
pub enum GateError {
    /// Keys of few records have a value in none that is published, and nobody named them.
    #[error(
        "at most half of the lines have the key {}, which the job does not name, and no published record \
         has a value for it; its name could reveal suppressed records, so nothing was written; remove the \
         key from the input, or give it a role in the job if its name may be known",
        columns.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", or the key ")
    )]
    KeysOfSuppressed {
        /// The keys.
        columns: Vec<String>,
    },
    /// Nobody has said what some columns are.
    #[error(
        "nothing was published, because these columns are undecided: {}; give each one of the roles identifier, \
         quasi-identifier, sensitive, insensitive, provider, person, household or own-k",
        columns.iter().map(|name| format!("{name:?}")).collect::<Vec<_>>().join(", ")
    )]
    Undecided {
        /// The columns.
        columns: Vec<String>,
    },
    /// The release would be a danger to people, and nobody answers for it.
    #[error("{0}")]
    Unsafe(Dangers),
}

impl GateError {
    /// The exit code of the command.
    pub fn exit_code(&self) -> u8 {
        4
    }
}

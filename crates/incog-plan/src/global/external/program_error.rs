//! Why a search that is another program has no result.

use std::io::ErrorKind;
use thiserror::Error;

/// Characters of a program's line that a message shows.
const SHOWN: usize = 80;

/// Why a search that is another program has no result.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ProgramError {
    /// Whoever runs the job may not start programs with it.
    #[error(
        "search.external starts a program, which is allowed only with `incog anonymize --run-program` and \
         `incog experiment --run-program`; run the job there, or choose another algorithm"
    )]
    NotPermitted,
    /// The program cannot be started.
    #[error("search.external.command: {program:?} cannot be started ({kind}); check its name and folder")]
    NotStarted {
        /// The first word of the command.
        program: String,
        /// What the system says.
        kind: ErrorKind,
    },
    /// The program ended without saying so.
    #[error("the program of search.external ended ({status}) before it wrote {{\"end\": true}}")]
    Ended {
        /// How it ended.
        status: String,
    },
    /// The program wrote nothing for too long.
    #[error(
        "the program of search.external wrote no line for {seconds} s; it must flush its output after each \
         line (search.external.silence sets the limit)"
    )]
    Silent {
        /// The limit.
        seconds: f64,
    },
    /// The program wrote a line that is no message.
    #[error("the program of search.external wrote {found:?}: {problem}")]
    Garbled {
        /// The beginning of the line.
        found: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl ProgramError {
    pub(super) fn garbled(line: &str, problem: String) -> Self {
        Self::Garbled { found: line.trim_end().chars().take(SHOWN).collect(), problem }
    }
}

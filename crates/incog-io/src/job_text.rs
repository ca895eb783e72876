//! The text of a job file, whatever kind of job it is: reading it, and saying where in it something
//! is wrong.

use crate::kinds_in_words::kinds_in_words;
use crate::nearest::{Nearest, nearest};
use crate::{FileFault, WholeFile, without_found_values};
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// Why the text of a job file is refused: what is wrong, and where.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{place}{problem}")]
pub struct JobTextError {
    /// Where it is; parts that are not known are left out of the message.
    pub place: Place,
    /// What is wrong.
    pub problem: JobTextProblem,
}

/// What is wrong with the text of a job file.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum JobTextProblem {
    /// The file cannot be read.
    #[error("cannot read the job file: {fault}")]
    Unreadable {
        /// What is wrong with it.
        fault: FileFault,
    },
    /// The text is not TOML (or JSON), or a value does not have the type that its key asks for.
    #[error("{found}")]
    Malformed {
        /// What the reader found.
        found: String,
    },
    /// A key that does not exist.
    #[error("unknown key {key:?}{}", Nearest(.nearest.as_deref()))]
    UnknownKey {
        /// The key.
        key: String,
        /// The known key that is spelled most alike.
        nearest: Option<String>,
    },
}

/// A place in a job file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Place {
    /// The file; `None` for a job from flags or text.
    pub file: Option<PathBuf>,
    /// The line, from 1.
    pub line: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.file, self.line) {
            (Some(file), Some(line)) => write!(f, "{}:{line}: ", file.display()),
            (Some(file), None) => write!(f, "{}: ", file.display()),
            (None, Some(line)) => write!(f, "line {line}: "),
            (None, None) => Ok(()),
        }
    }
}

impl JobTextError {
    /// What serde says about a job file, and the part of the text that it is about.
    pub fn of_serde(file: &Path, text: &str, message: &str, span: Option<Range<usize>>) -> Self {
        let line = span.clone().map(|span| line_of(text, span.start));
        let place = Place { file: Some(file.to_owned()), line };
        Self { place, problem: JobTextProblem::of_toml(text, message, span) }
    }
}

impl JobTextProblem {
    /// As [`of_serde`](Self::of_serde), with the name of a key that stands twice.
    pub fn of_toml(text: &str, message: &str, span: Option<Range<usize>>) -> Self {
        let key = span.filter(|_| message.starts_with("duplicate key")).and_then(|span| text.get(span));
        match key {
            Some(key) => Self::Malformed {
                found: format!("duplicate key {}; remove one", key.trim_matches(['"', '\''])),
            },
            None => Self::of_serde(message),
        }
    }

    /// Turns serde's message about an unknown key into ours, with the nearest known key, and leaves
    /// the value that was found out of every other message.
    pub fn of_serde(message: &str) -> Self {
        let quoted = || message.split('`').skip(1).step_by(2);
        match quoted().next() {
            Some(key) if message.starts_with("unknown field") => {
                Self::UnknownKey { key: key.to_owned(), nearest: nearest(key, quoted().skip(1)) }
            }
            _ => {
                let said = without_found_values(&message.trim_end().replace('\n', ", "));
                Self::Malformed { found: kinds_in_words(&said) }
            }
        }
    }
}

/// The text of a job file.
///
/// # Errors
/// When there is no such file, or it cannot be the file of a job.
pub fn read_job_text(path: &Path) -> Result<String, JobTextError> {
    WholeFile::JOB.read_text(path).map_err(|fault| {
        let place = Place { file: Some(path.to_owned()), line: None };
        JobTextError { place, problem: JobTextProblem::Unreadable { fault } }
    })
}

/// The line, from 1, of a byte of a text.
pub fn line_of(text: &str, offset: usize) -> usize {
    text.as_bytes()[..offset.min(text.len())].iter().filter(|&&byte| byte == b'\n').count() + 1
}

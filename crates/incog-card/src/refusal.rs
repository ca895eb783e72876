//! Why parameters are refused.

use std::borrow::Cow;
use thiserror::Error;

/// Why parameters are refused. Each names the parameter; where that stands is known to whoever read
/// it.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Refusal {
    /// There is no such parameter.
    #[error("unknown key {key:?}; possible keys: {}", known.join(", "))]
    Unknown {
        /// The value that was given.
        key: String,
        /// All there is.
        known: Vec<&'static str>,
    },
    /// A parameter that has to be said is not.
    #[error("{parameter:?} is missing: {what}")]
    Missing {
        /// The parameter.
        parameter: &'static str,
        /// What it says.
        what: &'static str,
    },
    /// A number outside its range.
    #[error("{parameter} = {found} is out of range: {expected}")]
    OutOfRange {
        /// The parameter.
        parameter: &'static str,
        /// Its value.
        found: f64,
        /// The range.
        expected: Cow<'static, str>,
    },
    /// A word that is none of the known ones.
    #[error("{parameter} = {found:?} is unknown; possible values: {}", known.join(", "))]
    UnknownWord {
        /// The parameter.
        parameter: &'static str,
        /// Its value.
        found: String,
        /// All known words.
        known: Vec<&'static str>,
    },
    /// A value of another type.
    #[error("{parameter} = {found} must be {expected}")]
    WrongType {
        /// The parameter.
        parameter: &'static str,
        /// Its value.
        found: String,
        /// The range.
        expected: String,
    },
    /// A parameter that means nothing here.
    #[error("{parameter} has no effect here: {why}")]
    Idle {
        /// The parameter.
        parameter: &'static str,
        /// Why.
        why: &'static str,
    },
    /// Two parameters that exclude each other.
    #[error("{first} cannot be combined with {second}: {why}")]
    Contradiction {
        /// One parameter.
        first: &'static str,
        /// The other.
        second: &'static str,
        /// Why both cannot be.
        why: &'static str,
    },
}

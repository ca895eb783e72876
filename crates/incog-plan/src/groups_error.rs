//! Why a table cannot be grouped by distance.

use incog_card::Refusal;
use thiserror::Error;

/// Why a table cannot be grouped by distance.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum GroupsError {
    /// Another objective than the squared error.
    #[error(
        "micro-aggregation lowers the squared error, and the objective is {found:?}; take \"squared-error\""
    )]
    Objective {
        /// The objective.
        found: &'static str,
    },
    /// A quasi-identifier is not made of numbers.
    #[error(
        "column {column:?}: {values} values are no numbers, or too large for distances, and micro-aggregation needs a number in \
         each record; take another role or recoding for it"
    )]
    NotNumbers {
        /// The quasi-identifier.
        column: String,
        /// Different values that are none.
        values: usize,
    },
    /// Not even all records together meet a model.
    #[error(
        "micro-aggregation suppresses no record, and all records together do not meet {model}; take recoding.kind = \"local\" or \
         \"global\", which may suppress some, or ask for less"
    )]
    Together {
        /// The first such model.
        model: &'static str,
    },
    /// A parameter of the method is refused.
    #[error("search.{algorithm}: {refusal}")]
    Parameter {
        /// The method.
        algorithm: &'static str,
        /// Why.
        refusal: Refusal,
    },
}

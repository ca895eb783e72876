//! Why a table cannot be grouped by distance.

use incog_card::Refusal;
use thiserror::Error;

/// Why a table cannot be grouped by distance.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum GroupsError {
    /// Another objective than the squared error.
    #[error("the objective {found:?} is not possible with micro-aggregation; use \"squared-error\"")]
    Objective {
        /// The objective.
        found: &'static str,
    },
    /// A quasi-identifier is not made of numbers.
    #[error(
        "column {column:?}: {values} values are not numbers, or too large, and micro-aggregation needs a \
         number in each record; give the column another role, or use another recoding"
    )]
    NotNumbers {
        /// The quasi-identifier.
        column: String,
        /// Different values that are none.
        values: usize,
    },
    /// Not even all records together meet a model.
    #[error(
        "micro-aggregation suppresses no records, and all records together do not meet {model}; set \
         recoding.kind = \"local\" or \"global\", which can suppress records, or weaken the model"
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

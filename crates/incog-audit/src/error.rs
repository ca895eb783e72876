//! Why a table cannot be audited.

use thiserror::Error;

/// Why a table cannot be measured as asked.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AuditError {
    /// A column named in the request is not in the table.
    #[error("the {table} has no column {name:?}; its columns are {}", known.join(", "))]
    UnknownColumn {
        /// Which table: the audited one or the original.
        table: &'static str,
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// One column has two roles, or one role twice.
    #[error("column {name:?} is named twice in the request; give each column one role")]
    NamedTwice {
        /// The column.
        name: String,
    },
    /// The table has more rows than can be numbered.
    #[error("the table has {rows} rows; at most {} are possible", u32::MAX - 1)]
    TooManyRows {
        /// Rows found.
        rows: usize,
    },
    /// A share of the population that is none.
    #[error(
        "a sampling fraction of {found} is none; it is the share of the population that is in the table, above 0 and below 1"
    )]
    SamplingFraction {
        /// What was given.
        found: String,
    },
    /// A sensitive value is not in the hierarchy that its distance needs.
    #[error(
        "column {column:?}: {values} of its distinct values are not in the hierarchy; \
         the hierarchical distance needs all of them"
    )]
    NotInHierarchy {
        /// The sensitive attribute.
        column: String,
        /// Distinct values without a place.
        values: usize,
    },
}

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
    /// The table has people that the population lacks.
    #[error(
        "{records} of the {of} records are about people of whom the population has fewer, or none, with the same quasi-identifiers, so \
         nobody can say how many look like them; it must have a row for each person, those of the table among them, with values that are \
         written as in the table; add who is missing, or leave the population out"
    )]
    NotInPopulation {
        /// Records that are too many.
        records: u64,
        /// Records of the table.
        of: u64,
    },
    /// People with several records are counted, and a table of the population knows no such
    /// records.
    #[error(
        "each row of the population is one person, so each record must be about another one, too; people are counted by {unit:?} here: \
         leave that or the population out"
    )]
    PeopleInPopulation {
        /// The column of the people.
        unit: String,
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

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
    #[error("column {name:?} has two roles; give it one")]
    NamedTwice {
        /// The column.
        name: String,
    },
    /// The table has more rows than can be numbered.
    #[error("the table has {rows} rows, and at most {} are possible", u32::MAX - 1)]
    TooManyRows {
        /// Rows found.
        rows: usize,
    },
    /// A share of the population that is none.
    #[error(
        "the sampling fraction is {found}; expected the share of the population that is in the table, \
         above 0 and below 1"
    )]
    SamplingFraction {
        /// What was given.
        found: String,
    },
    /// The table has people that the population lacks.
    #[error(
        "{records} of the {of} records have no (or too few) matching people in the population, so they \
         cannot be counted; the population needs one row per person, including those of the table, with \
         values written as in the table; add the missing people, or leave out the population"
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
        "each row of the population is one person, so each record must be one person, too, and people are \
         counted by {unit:?} here; leave out that column or the population"
    )]
    PeopleInPopulation {
        /// The column of the people.
        unit: String,
    },
    /// A sensitive value is not in the hierarchy that its distance needs.
    #[error(
        "column {column:?}: {values} values are missing from the hierarchy, and the hierarchical distance \
         needs all of them; add them"
    )]
    NotInHierarchy {
        /// The sensitive attribute.
        column: String,
        /// Distinct values without a place.
        values: usize,
    },
}

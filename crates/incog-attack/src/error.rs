//! Why a release cannot be attacked as asked.

use crate::missing_need::MissingNeed;
use thiserror::Error;

/// Why a release cannot be attacked as asked.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AttackError {
    /// Whoever asked for it wants it no longer.
    #[error("the attacks were ended early; there is no result")]
    Ended,
    /// A table has no rows.
    #[error("the {table} has no records; name a table with records, or leave it out")]
    Empty {
        /// Which one: original, release or control group.
        table: &'static str,
    },
    /// A table has more rows than can be numbered.
    #[error("the {table} has {rows} rows, and at most {} are possible", u32::MAX - 1)]
    TooManyRows {
        /// Which one.
        table: &'static str,
        /// Its rows.
        rows: usize,
    },
    /// The release is of something else.
    #[error(
        "the {table} has none of the columns of the original ({}); both must use the same column names",
        original.join(", ")
    )]
    OtherColumns {
        /// Which one: release or control group.
        table: &'static str,
        /// The columns of the original.
        original: Vec<String>,
    },
    /// A named column is not there.
    #[error("the {table} has no column {name:?}; its columns are {}", known.join(", "))]
    UnknownColumn {
        /// Which table.
        table: &'static str,
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<String>,
    },
    /// Nobody can be looked up in a table.
    #[error("the {table} has none of the columns that the attacker knows ({})", known.join(", "))]
    NothingKnown {
        /// Which table.
        table: &'static str,
        /// What he knows.
        known: Vec<String>,
    },
    /// A column is said to be two things.
    #[error(
        "column {name:?} is named twice; it can be known to the attacker, wanted by the attacker, or the \
         column of people"
    )]
    NamedTwice {
        /// The column.
        name: String,
    },
    /// Some records are nobody's.
    #[error(
        "{records} records of the {table} have no value in column {column:?}, which names people; fill in \
         the values, or remove these records"
    )]
    NoPerson {
        /// Which table.
        table: &'static str,
        /// The column of people.
        column: String,
        /// Its records without a value.
        records: usize,
    },
    /// Somebody is in both groups.
    #[error(
        "{people} values of column {column:?} are both in the original and in the control group, which \
         must have other people; if both count from 1, renumber one of them"
    )]
    InBothGroups {
        /// The column of people.
        column: String,
        /// Its values that both have.
        people: usize,
    },
    /// There is no such attack.
    #[error("unknown attack {name:?}; possible attacks: {}", known.join(", "))]
    UnknownAttack {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// An attack that was asked for by name lacks what it needs.
    #[error("the attack {attack} {}; {}", lack.what(), lack.remedy())]
    Lacks {
        /// The attack.
        attack: &'static str,
        /// What it lacks.
        lack: MissingNeed,
    },
    /// Nobody asked for an attempt.
    #[error("the number of attempts is 0; expected at least 1")]
    NoQueries,
}

//! Why a release cannot be attacked as asked.

use thiserror::Error;

/// Why a release cannot be attacked as asked.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum AttackError {
    /// Whoever asked for it wants it no longer.
    #[error("the attacks were ended before all were tried; nothing is told of them")]
    Ended,
    /// A table has no rows.
    #[error("the {table} has no records; give one with some, or leave it away")]
    Empty {
        /// Which one: original, release or control group.
        table: &'static str,
    },
    /// A table has more rows than can be numbered.
    #[error("the {table} has {rows} rows; at most {} are possible", u32::MAX - 1)]
    TooManyRows {
        /// Which one.
        table: &'static str,
        /// Its rows.
        rows: usize,
    },
    /// The release is of something else.
    #[error(
        "the {table} has none of the columns of the original ({}); both must name their columns alike",
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
        "column {name:?} is named twice; it is known to the attacker, what he wants to know, or whose a record is"
    )]
    NamedTwice {
        /// The column.
        name: String,
    },
    /// Some records are nobody's.
    #[error(
        "the {table} does not say in column {column:?} whose {records} of its records are; fill them in, or leave these records out"
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
        "{people} values of column {column:?} are in the original and in the control group; the control group must be people who are \
         not in the original (where both are numbered from 1, give them numbers of their own)"
    )]
    InBothGroups {
        /// The column of people.
        column: String,
        /// Its values that both have.
        people: usize,
    },
    /// There is no such attack.
    #[error("there is no attack {name:?}; there are {}", known.join(", "))]
    UnknownAttack {
        /// The name asked for.
        name: String,
        /// The names there are.
        known: Vec<&'static str>,
    },
    /// An attack that was asked for by name lacks what it needs.
    #[error("the attack {attack} {lacks}")]
    Lacks {
        /// The attack.
        attack: &'static str,
        /// What, and what to do.
        lacks: &'static str,
    },
    /// Nobody asked for an attempt.
    #[error("0 attempts tell nothing; give a number of 1 or more")]
    NoQueries,
}

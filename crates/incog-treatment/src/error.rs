//! Why a column cannot be treated. No message has a value of the table.

use thiserror::Error;

/// Why a column cannot be treated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TreatmentError {
    /// Some values are not of the kind that the treatment is for.
    #[error("{values} different values of column {column:?} are {what}: {advice}")]
    Unfit {
        /// The column.
        column: String,
        /// How many different values.
        values: usize,
        /// What they are.
        what: &'static str,
        /// What to do.
        advice: &'static str,
    },
    /// Two people got one pseudonym.
    #[error(
        "two people of column {column:?} would have the same pseudonym, and nothing was published: take another purpose"
    )]
    Collision {
        /// The column.
        column: String,
    },
    /// Whether two people are one cannot be seen.
    #[error(
        "{people} people of column {column:?} are numbers that are written in several ways, such as 007 and 7, and would have one \
         pseudonym each; write the numbers of one person in one way, and put a letter before those of two"
    )]
    IdleZeros {
        /// The column.
        column: String,
        /// How many people.
        people: usize,
    },
    /// There is no column that says whom a record is about.
    #[error(
        "column {column:?} cannot be shifted by person: no column names the people; give one the role \"person\" or \
         \"household\", and where there are several say which one in privacy.unit"
    )]
    NoPeople {
        /// The column.
        column: String,
    },
    /// There is no column by whose people chance could be drawn.
    #[error(
        "column {column:?}: chance that is drawn anew for each record averages away over releases, and no column names the people by whom \
         it could be drawn; give one the role \"person\" or \"household\" (it need not be published), or take a treatment without chance, \
         such as {{ round = 10 }}"
    )]
    NobodyToDrawBy {
        /// The column.
        column: String,
    },
    /// Another column that it looks at is not in the table.
    #[error("column {column:?} is to be published by the column {other:?}, which the table does not have")]
    NoColumn {
        /// The column.
        column: String,
        /// The other.
        other: String,
    },
    /// The key is not at hand.
    #[error("the key of column {column:?} is not at hand")]
    NoKey {
        /// The column.
        column: String,
    },
}

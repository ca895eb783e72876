//! Why a column cannot be treated. No message has a value of the table.

use thiserror::Error;

/// Why a column cannot be treated.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TreatmentError {
    /// Some values are not of the kind that the treatment is for.
    #[error("column {column:?}: {values} values are {what}; {advice}")]
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
        "column {column:?}: two people would have the same pseudonym, so nothing was published; choose \
         another purpose"
    )]
    Collision {
        /// The column.
        column: String,
    },
    /// Whether two people are one cannot be seen.
    #[error(
        "column {column:?}: {people} people are numbers written in several ways, such as 007 and 7, which \
         would get different pseudonyms; write each person in one way (if they are different people, add a \
         letter)"
    )]
    IdleZeros {
        /// The column.
        column: String,
        /// How many people.
        people: usize,
    },
    /// There is no column that says whom a record is about.
    #[error(
        "column {column:?} cannot be shifted by person, because no column names people; give a column the \
         role \"person\" or \"household\" (if there are several, set privacy.unit)"
    )]
    NoPeople {
        /// The column.
        column: String,
    },
    /// There is no column by whose people chance could be drawn.
    #[error(
        "column {column:?}: a random treatment needs a column that names people, because noise drawn per \
         record averages out over releases; give a column the role \"person\" or \"household\" (it is not \
         published), or use a treatment such as {{ round = 10 }}"
    )]
    NobodyToDrawBy {
        /// The column.
        column: String,
    },
    /// Another column that it looks at is not in the table.
    #[error(
        "column {column:?} needs the column {other:?} for its publish key, and the table does not have \
        it"
    )]
    NoColumn {
        /// The column.
        column: String,
        /// The other.
        other: String,
    },
    /// The key is not at hand.
    #[error("the key of column {column:?} is missing; name its file")]
    NoKey {
        /// The column.
        column: String,
    },
}

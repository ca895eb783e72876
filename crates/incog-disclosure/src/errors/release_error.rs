//! Why a release cannot be written.

use incog_io::WriteError;
use thiserror::Error;

/// Why a release cannot be written.
#[derive(Debug, Error)]
pub enum ReleaseError {
    /// The published numbers of a column ask for another base of rounding than the one that was
    /// decided with.
    #[error(
        "column {column:?}: the published records need base {base} for rounding, but the levels were \
         chosen with another base; set publish = {{ round = {base} }} and run again"
    )]
    OtherBase {
        /// The column.
        column: String,
        /// The base that they ask for.
        base: String,
    },
    /// Each base of rounding leaves records that ask for another one.
    #[error(
        "column {column:?}: no automatic base for rounding fits the records it leads to; set a base: \
         publish = {{ round = ... }}"
    )]
    NoBase {
        /// The column.
        column: String,
    },
    /// Whoever was to get the release does not take it.
    #[error("cannot send the release: {source}; what was sent is incomplete, and no report was written")]
    NotHandedOn {
        /// What the system said.
        source: std::io::Error,
    },
    /// The release cannot be written.
    #[error(transparent)]
    Write(#[from] WriteError),
    /// Labels of several levels would read the same although they stand for different values.
    #[error(
        "column {column:?}: equal labels at two levels would stand for different values; nothing was \
         written; use a hierarchy file or a tree whose labels differ between levels"
    )]
    AmbiguousLabels {
        /// The column.
        column: String,
    },
    /// What stands for different records would be written as the same cells of numbers.
    #[error(
        "column {column:?}: {what} would be written as equal cells, and nobody could tell them apart; \
         nothing was written; set publish = \"label\""
    )]
    AlikeCells {
        /// The column.
        column: String,
        /// What would look alike.
        what: &'static str,
    },
    /// Values that a hierarchy does not have would be written as its root, which is the text of a
    /// value, too.
    #[error(
        "column {column:?}: {values} values are missing from the hierarchy, and they cannot become \
         {root:?}, which is also a value of the column; nothing was written; add the values to the \
         hierarchy, or rename that value"
    )]
    NamedLikeRoot {
        /// The column.
        column: String,
        /// How many values have no place.
        values: usize,
        /// The label of the root.
        root: String,
    },
    /// The bounds of a column would have the name of another column.
    #[error(
        "column {column:?}: its bounds need a column {taken:?}, which the table already has; rename one of \
         the two, or set publish = \"label\""
    )]
    BoundsColumnTaken {
        /// The column that is published as bounds.
        column: String,
        /// The name that is taken.
        taken: String,
    },
    /// A column of which aggregates of numbers were to be published has other values.
    #[error(
        "column {column:?}: publishing the {aggregate} of each class needs numbers of at most 26 digits, and \
         {others} of \
         its {values} values are not; set csv.decimal = \",\" if they have decimal commas, list the markers \
         of missing values in csv.missing, or set publish = \"mode\""
    )]
    NotAggregated {
        /// The column.
        column: String,
        /// What was to stand for the values of a class.
        aggregate: &'static str,
        /// Values that are no such numbers.
        others: usize,
        /// All different values.
        values: usize,
    },
    /// Noisy records would be part of the aggregates of a column.
    #[error(
        "column {column:?}: aggregates would include the invented records that providers with few records \
         need; nothing was written; set release.noise = false, or publish = \"label\""
    )]
    NoiseInAggregates {
        /// The column.
        column: String,
    },
    /// Noisy records would stand under the pseudonyms of people.
    #[error(
        "column {column:?}: the invented records that providers with few records need would have the \
         pseudonym of a real person; nothing was written; set release.noise = false, or leave out the \
         pseudonyms"
    )]
    NoiseUnderPseudonyms {
        /// The column.
        column: String,
    },
    /// Noisy records would have to be added to a table whose rows stand for several records.
    #[error(
        "some providers have too few records, and noisy records cannot be added to a counted table; set \
         release.noise = false, or use the table itself as input"
    )]
    NoiseAmongCounted,
    /// A release would replace one that loses less.
    #[error(
        "nothing was written: the existing release is {}; to replace it anyway, add --replace-better",
        if value == before {
            format!("as good ({objective} {before}) and proved nearer to the best possible")
        } else {
            format!("better ({objective} {before} against {value})")
        }
    )]
    Worse {
        /// The objective.
        objective: String,
        /// Its value for the new release.
        value: f64,
        /// Its value for the one in place.
        before: f64,
    },
}

impl ReleaseError {
    /// The exit code of the command.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::Worse { .. } => 5,
            _ => 1,
        }
    }
}

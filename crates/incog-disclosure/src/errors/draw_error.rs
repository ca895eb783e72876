//! Why records cannot be drawn.

use thiserror::Error;

/// Why records cannot be drawn.
#[derive(Debug, Error)]
pub enum DrawError {
    /// Who stays would be drawn anew in each release of a series.
    #[error(
        "each release would keep other records of {classes} classes, and all releases together would reveal \
         more about a class than one release may; set release.secret = \"key.txt\" to the same file in every \
         release (make it with: incog key new key.txt)"
    )]
    DrawnAnew {
        /// Classes of which a part stays.
        classes: usize,
    },
    /// Invented records would be drawn anew in each release of a series.
    #[error(
        "each release would invent other records for {classes} classes, and those that all releases have in \
         common would be the true ones; set release.secret = \"key.txt\" to the same file in every release \
         (make it with: incog key new key.txt)"
    )]
    InventedAnew {
        /// Classes with invented records.
        classes: u64,
    },
    /// The key of a draw cannot be used.
    #[error(transparent)]
    DrawKey(#[from] crate::draw_key::DrawKeyError),
    /// A model asks for records that a secret draws, and here none are drawn.
    #[error(
        "differential privacy works only with incog anonymize JOB.toml, from file to file; plans, \
         explorations, databases, data frames and the page cannot draw records"
    )]
    NotDrawn,
    /// No class of drawn records is large enough.
    #[error(
        "nothing can be published, because none of the classes of the {drawn} drawn records has at least \
         {least}; fix coarser levels, or weaken the model (a larger delta, or an epsilon nearer to 1)"
    )]
    NothingDrawn {
        /// Records that were drawn.
        drawn: u64,
        /// The fewest that a class may have.
        least: u64,
    },
    /// A choice of levels would have to look at too many nodes.
    #[error(
        "the lattice has {} nodes, and levels can be chosen among at most {most}; narrow min_level and \
         max_level of some columns, without looking at the table",
        if *nodes == u64::MAX { "more than 10^19".to_owned() } else { nodes.to_string() }
    )]
    TooManyNodes {
        /// The nodes that the job allows.
        nodes: u64,
        /// The most that may be.
        most: u64,
    },
    /// A column would be published that is not generalized, where all that is published must be.
    #[error(
        "column {column:?} would be published unchanged, which differential privacy does not cover; give \
         it the role \"quasi-identifier\", a hierarchy file and a level, or leave it out with the role \
         \"identifier\""
    )]
    NotGeneralized {
        /// The column.
        column: String,
    },
    /// People have several records, where one is promised not to matter.
    #[error(
        "column {column:?} names people, and {records} records belong to a person with an earlier record; \
         differential privacy needs one record per person"
    )]
    SeveralRecords {
        /// The column.
        column: String,
        /// Records beyond the first of somebody.
        records: u64,
    },
}

impl DrawError {
    /// The exit code of the command.
    pub fn exit_code(&self) -> u8 {
        match self {
            Self::NothingDrawn { .. } => 3,
            _ => 1,
        }
    }
}

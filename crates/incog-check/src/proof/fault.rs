//! Why proofs do not prove their bounds.

use core::fmt;

/// Why a proof does not prove its bound. From `Columns` on, it may hold all the same: it was not
/// checked to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ProofFault {
    Malformed,
    Objective,
    QuasiIdentifiers,
    Records,
    Cell,
    Node,
    Steps,
    Recoding,
    /// The table lacks quasi-identifiers of the job, or has no records.
    Columns,
    /// A value of the table is in no hierarchy, or a hierarchy has too few levels.
    UnknownValue,
    Models,
    Rising,
    TooManyCells,
    Version,
}

impl ProofFault {
    /// Whether the proof may hold all the same.
    pub fn is_open(self) -> bool {
        self >= Self::Columns
    }
}

impl fmt::Display for ProofFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Malformed => "the proof is malformed",
            Self::Version => "the proof has a later format than this checker reads",
            Self::Objective => "it is for another objective, or for one that is no sum of label costs",
            Self::QuasiIdentifiers => "it is for other quasi-identifiers",
            Self::Records => "the number of prices is not the number of records",
            Self::Cell => "the prices of records that may form a class exceed the cost of their labels",
            Self::Node => "it has a node with levels that the hierarchies do not have",
            Self::Steps => "its steps do not close all parts of the lattice",
            Self::Recoding => "it is for releases with the same levels for all records",
            Self::Columns => "the original lacks quasi-identifiers of the job, or has no records",
            Self::UnknownValue => "a value is not in its hierarchy, or a hierarchy has too few levels",
            Self::Models => "the job has privacy models that are not counted here",
            Self::Rising => "with these models, a coarser release than an allowed one may be disallowed",
            Self::TooManyCells => "there are more cells than this checker visits",
        })
    }
}

//! The synthetic Irish census of 2011 (COCOA), 20,000 persons.

use super::sources::Made::{self, Flat, Intervals, Neighbours};
use super::{LargeInstance, sources};

const TABLE: &str = "irish_census/irishcensus20m.csv.gz";

/// Eight quasi-identifiers with hierarchies made from their values; k = 5, at most 2 % suppressed,
/// objective loss.
pub(super) const EIGHT: LargeInstance = LargeInstance {
    name: "irish-census-8",
    table: TABLE,
    k: 5,
    limit: 0.02,
    objective: "loss",
    quasi_identifiers: |data| sources::with_made_hierarchies(&data.join(TABLE), COLUMNS),
};

const COLUMNS: &[(&str, Made)] = &[
    ("Gender", Flat),
    ("Age", Intervals),
    ("County", Neighbours(4)),
    ("MaritalStatus", Flat),
    ("NativeCountry", Neighbours(4)),
    ("HighestEducationCompleted", Flat),
    ("FieldOfStudy", Neighbours(4)),
    ("IndustrialGroup", Neighbours(4)),
];

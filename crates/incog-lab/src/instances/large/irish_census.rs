//! The synthetic Irish census of 2011 (COCOA), 20,000 persons.

use super::{LargeInstance, sources};

const TABLE: &str = "irish_census/irishcensus20m.csv.gz";

/// Eight quasi-identifiers with proposed hierarchies; k = 5, at most 2 % suppressed, objective loss.
pub(super) const EIGHT: LargeInstance = LargeInstance {
    name: "irish-census-8",
    table: TABLE,
    k: 5,
    limit: 0.02,
    objective: "loss",
    quasi_identifiers: |data| sources::with_default_hierarchies(&data.join(TABLE), COLUMNS),
};

const COLUMNS: &[&str] = &[
    "Gender",
    "Age",
    "County",
    "MaritalStatus",
    "NativeCountry",
    "HighestEducationCompleted",
    "FieldOfStudy",
    "IndustrialGroup",
];

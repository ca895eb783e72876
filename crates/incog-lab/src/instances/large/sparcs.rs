//! New York SPARCS inpatient discharges 2024, heart failure.

use super::{LargeInstance, sources};

const TABLE: &str = "sparcs/sparcs2024_heart_failure.csv.gz";

/// Ten quasi-identifiers with proposed hierarchies; k = 5, at most 2 % suppressed, objective loss.
pub(super) const TEN: LargeInstance = LargeInstance {
    name: "sparcs-10",
    table: TABLE,
    k: 5,
    limit: 0.02,
    objective: "loss",
    quasi_identifiers: |data| sources::with_default_hierarchies(&data.join(TABLE), COLUMNS),
};

const COLUMNS: &[&str] = &[
    "health_service_area",
    "hospital_county",
    "hospital_id",
    "age_group",
    "sex",
    "race",
    "ethnicity",
    "los",
    "admission_type",
    "discharge_status",
];

//! New York SPARCS inpatient discharges 2024, heart failure.

use super::sources::Made::{self, Flat, Intervals, Neighbours};
use super::{LargeInstance, sources};

const TABLE: &str = "sparcs/sparcs2024_heart_failure.csv.gz";

/// Ten quasi-identifiers with hierarchies made from their values; k = 5, at most 2 % suppressed,
/// objective loss.
pub(super) const TEN: LargeInstance = LargeInstance {
    name: "sparcs-10",
    table: TABLE,
    k: 5,
    limit: 0.02,
    objective: "loss",
    quasi_identifiers: |data| sources::with_made_hierarchies(&data.join(TABLE), COLUMNS),
};

const COLUMNS: &[(&str, Made)] = &[
    ("health_service_area", Flat),
    ("hospital_county", Neighbours(4)),
    ("hospital_id", Neighbours(4)),
    ("age_group", Neighbours(2)),
    ("sex", Flat),
    ("race", Flat),
    ("ethnicity", Flat),
    ("los", Intervals),
    ("admission_type", Flat),
    ("discharge_status", Neighbours(4)),
];

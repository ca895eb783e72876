//! What a job may say of the file of points.

use super::PointFormat;
use serde::{Deserialize, Serialize};

/// The format of the input and the names of its columns.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct PointColumns {
    /// How the points stand in the input; by its name when not given.
    pub format: Option<PointFormat>,
    /// The moving object.
    pub id: Option<String>,
    /// Its trip, where the data says so.
    pub trip: Option<String>,
    /// The time: seconds, milliseconds since 1970, or a date with a time.
    pub time: Option<String>,
    /// Degrees.
    pub longitude: Option<String>,
    /// Degrees.
    pub latitude: Option<String>,
    /// Metres, in place of longitude and latitude.
    pub x: Option<String>,
    /// Metres.
    pub y: Option<String>,
}

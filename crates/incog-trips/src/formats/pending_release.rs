//! A release on its way to a file.

use super::super::TrajectoryError;
use super::super::time_text::TimeText;
use super::{PointColumns, PointFormat};
use incog_io::FileFormat;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// How a release stands in its file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// The format.
    pub format: PointFormat,
    /// In a table: names of id, cluster, time, and the two coordinates.
    pub names: [String; 5],
    /// Whether positions are longitude and latitude in degrees; otherwise x and y in metres.
    pub degrees: bool,
    /// How times are written.
    #[serde(skip, default = "TimeText::seconds")]
    pub time_text: TimeText,
    /// The types of the input, which times keep.
    #[serde(skip)]
    pub file: FileFormat,
}

impl Layout {
    /// The columns by which a table in this layout is read again.
    pub fn columns(&self) -> PointColumns {
        let [id, _, time, first, second] = self.names.clone().map(Some);
        let own = PointColumns { id, time, ..PointColumns::default() };
        match self.degrees {
            true => PointColumns { longitude: first, latitude: second, ..own },
            false => PointColumns { x: first, y: second, ..own },
        }
    }

    /// Refuses a format that needs longitude and latitude where there are metres.
    pub fn check(&self, path: &Path) -> Result<(), TrajectoryError> {
        let needs_degrees = matches!(self.format, PointFormat::Plt | PointFormat::Gpx | PointFormat::Geojson);
        if needs_degrees && !self.degrees {
            return Err(TrajectoryError::NeedsDegrees { path: path.to_owned() });
        }
        Ok(())
    }
}

/// A trajectory to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct ReleasedTrack {
    /// Its number, from 1.
    pub number: usize,
    /// The number of its cluster, from 1.
    pub cluster: usize,
    /// Seconds, and positions in degrees or metres as the layout says.
    pub points: Vec<(i64, [f64; 2])>,
}

/// Longitude and latitude with seven digits (about a centimetre), as all formats write them.
pub fn degrees_text(position: [f64; 2]) -> [String; 2] {
    position.map(|degrees| format!("{degrees:.7}"))
}

/// Metres with three digits.
pub fn metres_text(position: [f64; 2]) -> [String; 2] {
    position.map(|metres| format!("{metres:.3}"))
}

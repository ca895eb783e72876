//! Points as a file holds them.

use super::super::time_text::TimeText;
use hashbrown::HashMap;
use incog_io::FileFormat;

/// What a file holds.
#[derive(Debug, Clone, PartialEq)]
pub struct RawPoints {
    /// The points in the order of the file.
    pub rows: Vec<RawPoint>,
    /// Whether positions are longitude and latitude in degrees; otherwise x and y in metres.
    pub degrees: bool,
    /// Whether the file says which moving object a point belongs to.
    pub names_objects: bool,
    /// Whether the file says which trip a point belongs to.
    pub names_trips: bool,
    /// Whether each row of a table is a whole trip, so that no column has the times of its points.
    pub rows_are_trips: bool,
    /// How times are written in a table made of it.
    pub time_text: TimeText,
    /// Names of the columns for id, time and the two coordinates in a table made of it.
    pub names: [String; 4],
    /// The types of its columns, where the file has types.
    pub file: FileFormat,
    /// SHA-256 of the file; of a folder, see [`super::tree::Tree`].
    pub sha256: String,
}

/// A point; without a position or a time where the file has none that can be understood.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RawPoint {
    /// The moving object, numbered by first appearance; where the file names none, whatever it has
    /// for one.
    pub object: u32,
    /// Its trip; all 0 where the file names none.
    pub trip: u32,
    /// Seconds.
    pub time: Option<f64>,
    /// Degrees or metres.
    pub position: Option<[f64; 2]>,
}

impl RawPoints {
    /// Without points, for formats that have their own names and times.
    pub fn empty(time_text: TimeText, degrees: bool) -> Self {
        let [first, second] = if degrees { ["longitude", "latitude"] } else { ["x", "y"] };
        Self {
            rows: Vec::new(),
            degrees,
            names_objects: true,
            names_trips: false,
            rows_are_trips: false,
            time_text,
            names: ["id", "time", first, second].map(str::to_owned),
            file: FileFormat::default(),
            sha256: String::new(),
        }
    }
}

/// A coordinate, when it is a number within the limit.
pub fn coordinate(text: &str, limit: f64) -> Option<f64> {
    text.trim().parse().ok().and_then(|value| within(value, limit))
}

/// The value, when it is a number within the limit.
pub fn within(value: f64, limit: f64) -> Option<f64> {
    (value.abs() <= limit).then_some(value)
}

/// Longitude and latitude in degrees, when both are.
pub fn degrees(longitude: Option<f64>, latitude: Option<f64>) -> Option<[f64; 2]> {
    Some([within(longitude?, 180.0)?, within(latitude?, 90.0)?])
}

/// How far from their origin metres may be, so that sums of squares stay exact enough.
pub const FARTHEST: f64 = 1e8;

/// Numbers for names, by first appearance.
#[derive(Debug, Default)]
pub struct Numbering {
    numbers: HashMap<String, u32, foldhash::fast::FixedState>,
}

impl Numbering {
    /// The number of a name.
    pub fn number(&mut self, name: &str) -> u32 {
        if let Some(&known) = self.numbers.get(name) {
            return known;
        }
        let next = self.numbers.len() as u32;
        self.numbers.insert(name.to_owned(), next);
        next
    }
}

//! Files of points, one file per format: how each is read and how a release is written in it.

mod columns;
mod found_columns;
mod geojson;
mod gpx;
mod gpx_tracks;
mod pending_release;
mod plt;
mod raw;
mod table;
#[cfg(test)]
mod tests;
mod tree;
mod trip_table;
mod w4m;

pub use columns::PointColumns;
pub use found_columns::{are_names_of_points, has_points};
pub use pending_release::{Layout, ReleasedTrack, degrees_text, metres_text};
pub use raw::{RawPoint, RawPoints};
pub use table::read_rows;

use super::TrajectoryError;
use incog_io::{WrittenRows, table_format, without_compression};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader};
use std::path::Path;

/// How points stand in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PointFormat {
    /// A table with one row per point: delimited text, Parquet or Arrow.
    Table,
    /// Lines of `id t x y`, without a header, as Wait for Me (W4M) reads and writes them.
    W4m,
    /// A file of GeoLife, or a folder of them: one file per trip.
    Plt,
    /// GPS Exchange Format 1.1: one track per moving object, one segment per trip.
    Gpx,
    /// GeoJSON (RFC 7946): lines with their times, or points.
    Geojson,
}

impl PointFormat {
    /// What the name says; `None` for a folder or an ending that says nothing.
    pub fn of_name(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let (stem, _) = without_compression(&name);
        match stem.rsplit_once('.')?.1 {
            // Of the endings that tables have this one is W4M's.
            "txt" | "w4m" => Some(Self::W4m),
            "plt" => Some(Self::Plt),
            "gpx" => Some(Self::Gpx),
            "geojson" | "json" => Some(Self::Geojson),
            _ => table_format(path).map(|_| Self::Table),
        }
    }

    /// The format of an input: as the job says, as its name or, for a folder, its files say; a text
    /// that begins with four numbers has no header and is W4M's.
    pub fn of_input(path: &Path, told: Option<Self>) -> Self {
        if let Some(told) = told {
            return told;
        }
        if path.is_dir() {
            return tree::files(path, |name| Self::of_name(name).is_some_and(Self::may_be_a_tree))
                .ok()
                .and_then(|files| Self::of_name(files.first()?))
                .unwrap_or(Self::Plt);
        }
        match Self::of_name(path) {
            Some(Self::Table | Self::W4m) | None if begins_with_numbers(path) => Self::W4m,
            Some(Self::W4m) | None => Self::Table,
            Some(named) => named,
        }
    }

    /// The format of an output: as the job says, or its name; W4M's input becomes W4M's output
    /// where the name leaves it open.
    pub fn of_output(path: &Path, told: Option<Self>, input: Self) -> Self {
        match told.or_else(|| Self::of_name(path)) {
            Some(Self::Table) if told.is_none() && input == Self::W4m => Self::W4m,
            Some(format) => format,
            None => Self::Table,
        }
    }

    /// Whether its files may stand in a folder, read as one input.
    fn may_be_a_tree(self) -> bool {
        matches!(self, Self::Plt | Self::Gpx | Self::Geojson)
    }
}

/// Whether a plain text begins with four numbers.
fn begins_with_numbers(path: &Path) -> bool {
    let Ok(file) = incog_io::open_file(path) else { return false };
    let mut line = String::new();
    // A line of four numbers is short; what has no line end at all is not read to its end.
    if BufReader::new(std::io::Read::take(file, 4096)).read_line(&mut line).is_err() {
        return false;
    }
    let fields: Vec<&str> = w4m::fields(&line).collect();
    fields.len() >= 4 && fields.iter().all(|field| field.parse::<f64>().is_ok())
}

/// Reads the points of a file or folder as they stand there.
///
/// # Errors
/// When it cannot be read or is not of that format; points that cannot be understood are no error
/// but have no position or no time.
pub fn read(path: &Path, format: PointFormat, columns: &PointColumns) -> Result<RawPoints, TrajectoryError> {
    match format {
        PointFormat::Table => table::read(path, columns),
        PointFormat::W4m => w4m::read(path),
        PointFormat::Plt => plt::read(path),
        PointFormat::Gpx => gpx::read(path),
        PointFormat::Geojson => geojson::read(path, columns),
    }
}

/// Writes the tracks of a release to memory, as a table; `name` is what messages call it.
///
/// # Errors
/// When Arrow refuses a column.
pub fn write_rows(
    name: &Path,
    tracks: &[ReleasedTrack],
    layout: &Layout,
) -> Result<WrittenRows, TrajectoryError> {
    Ok(table::write_rows(name, tracks, layout)?)
}

/// Writes the tracks of a release.
///
/// # Errors
/// When the disk refuses, or the format needs longitude and latitude and the tracks have metres.
pub fn write(path: &Path, tracks: &[ReleasedTrack], layout: &Layout) -> Result<(), TrajectoryError> {
    layout.check(path)?;
    match layout.format {
        PointFormat::Table => table::write(path, tracks, layout)?,
        PointFormat::W4m => w4m::write(path, tracks)?,
        PointFormat::Plt => plt::write(path, tracks)?,
        PointFormat::Gpx => gpx::write(path, tracks)?,
        PointFormat::Geojson => geojson::write(path, tracks)?,
    }
    Ok(())
}

/// The error for a file that is not what its name says.
fn malformed(path: &Path, format: &'static str, what: impl ToString) -> TrajectoryError {
    TrajectoryError::Malformed { path: path.to_owned(), format, what: what.to_string() }
}

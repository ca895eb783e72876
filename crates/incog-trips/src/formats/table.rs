//! A table with one row per point.

use super::super::TrajectoryError;
use super::super::time_text::TimeText;
use super::pending_release::{degrees_text, metres_text};
use super::raw::{FARTHEST, coordinate};
use super::{Layout, PointColumns, RawPoint, RawPoints, ReleasedTrack, trip_table};
use incog_data::{Column, ColumnBuilder, Table, ValueType};
use incog_io::{
    FileFormat, OutputColumn, ReadOptions, RowStream, WriteError, WriteOptions, WrittenRows, read_table,
    table_format, write_table,
};
use std::collections::BTreeMap;
use std::path::Path;

/// Names that columns often have, most telling first.
pub const IDS: [&str; 19] = [
    "id",
    "taxi_id",
    "user_id",
    "uid",
    "object_id",
    "vehicle_id",
    "vehicle",
    "tid",
    "user",
    "cab",
    "rider_id",
    "rider",
    "bike_id",
    "bike",
    "taxi",
    "cab_id",
    "driver_id",
    "scooter_id",
    "person_id",
];
pub const TRIPS: [&str; 4] = ["trajectory_id", "trip_id", "traj_id", "trip"];
pub const TIMES: [&str; 6] = ["time", "timestamp", "datetime", "t", "date_time", "utc"];
const LONGITUDES: [&str; 4] = ["longitude", "lon", "lng", "long"];
const LATITUDES: [&str; 2] = ["latitude", "lat"];

/// Reads a table; columns are those of the job, or have a usual name.
pub fn read(path: &Path, names: &PointColumns) -> Result<RawPoints, TrajectoryError> {
    let file = read_table(path, &ReadOptions::default())?;
    points_of(path, file.table, file.format, names).map(|raw| RawPoints { sha256: file.sha256, ..raw })
}

/// Like [`read`], for rows in memory, which have no digest; `name` is what messages call them.
pub fn read_rows(name: &Path, rows: RowStream, names: &PointColumns) -> Result<RawPoints, TrajectoryError> {
    let (table, format) = incog_io::read_rows(name, rows, &ReadOptions::default())?;
    points_of(name, table, format, names)
}

fn points_of(
    path: &Path,
    table: Table,
    file: FileFormat,
    names: &PointColumns,
) -> Result<RawPoints, TrajectoryError> {
    let columns = match Columns::find(&table, names, path) {
        Ok(columns) => columns,
        // Where nothing else is said, a row may be a trip.
        Err(error) => {
            let raw = trip_table::points(&table, names.id.as_deref(), &IDS).ok_or(error)?;
            return Ok(RawPoints { file, ..raw });
        }
    };
    let time_text = TimeText::detect(columns.time.dictionary.iter());
    let written = [columns.id, columns.time, columns.first, columns.second];
    Ok(RawPoints {
        rows: columns.rows(time_text),
        degrees: columns.degrees,
        names_objects: columns.names_objects,
        names_trips: columns.trip.is_some(),
        rows_are_trips: false,
        time_text,
        names: written.map(|column| column.name.clone()),
        file,
        sha256: String::new(),
    })
}

struct Columns<'a> {
    /// The moving object; the trip where no column names the object.
    id: &'a Column,
    names_objects: bool,
    trip: Option<&'a Column>,
    time: &'a Column,
    first: &'a Column,
    second: &'a Column,
    degrees: bool,
}

impl<'a> Columns<'a> {
    fn find(table: &'a Table, names: &PointColumns, path: &Path) -> Result<Self, TrajectoryError> {
        let of =
            |what, name: &Option<String>, usual: &[&str]| find(table, path, what, name.as_deref(), usual);
        let trip = match &names.trip {
            Some(_) => Some(of("trip", &names.trip, &TRIPS)?),
            None => by_name(table, &TRIPS),
        };
        let metres = names.x.is_some() || names.longitude.is_none() && by_name(table, &LONGITUDES).is_none();
        let (first, second) = if metres {
            (of("x", &names.x, &["x"])?, of("y", &names.y, &["y"])?)
        } else {
            (of("longitude", &names.longitude, &LONGITUDES)?, of("latitude", &names.latitude, &LATITUDES)?)
        };
        let time = of("time", &names.time, &TIMES)?;
        let unnamed = trip.filter(|_| names.id.is_none() && by_name(table, &IDS).is_none());
        let id = unnamed.map_or_else(|| of("id", &names.id, &IDS), Ok)?;
        Ok(Self { id, names_objects: unnamed.is_none(), trip, time, first, second, degrees: !metres })
    }

    fn rows(&self, time_text: TimeText) -> Vec<RawPoint> {
        let numbers = |column: &Column, limit: f64| -> Vec<Option<f64>> {
            column.dictionary.iter().map(|text| coordinate(text, limit)).collect()
        };
        let (wide, high) = if self.degrees { (180.0, 90.0) } else { (FARTHEST, FARTHEST) };
        let (firsts, seconds) = (numbers(self.first, wide), numbers(self.second, high));
        let times: Vec<Option<f64>> = self.time.dictionary.iter().map(|text| time_text.parse(text)).collect();
        let row = |row: usize| {
            let of = |column: &Column, values: &[Option<f64>]| values[column.codes.at(row) as usize];
            RawPoint {
                object: self.id.codes.at(row),
                trip: self.trip.map_or(0, |column| column.codes.at(row)),
                time: of(self.time, &times),
                position: of(self.first, &firsts).zip(of(self.second, &seconds)).map(|(x, y)| [x, y]),
            }
        };
        (0..self.id.codes.len()).map(row).collect()
    }
}

fn by_name<'a>(table: &'a Table, usual: &[&str]) -> Option<&'a Column> {
    let named =
        |name: &&str| table.columns().iter().find(|column| column.name.trim().eq_ignore_ascii_case(name));
    usual.iter().find_map(named)
}

fn find<'a>(
    table: &'a Table,
    path: &Path,
    what: &'static str,
    name: Option<&str>,
    usual: &[&str],
) -> Result<&'a Column, TrajectoryError> {
    let path = path.to_owned();
    match name {
        Some(name) => {
            table.column(name).ok_or(TrajectoryError::UnknownColumn { path, what, name: name.to_owned() })
        }
        None => by_name(table, usual).ok_or_else(|| {
            let found = table.columns().iter().map(|column| column.name.clone()).collect();
            TrajectoryError::NoColumn { path, what, found }
        }),
    }
}

/// Writes a table; the ending chooses delimited text, Parquet or Arrow.
pub fn write(path: &Path, tracks: &[ReleasedTrack], layout: &Layout) -> Result<(), WriteError> {
    let has_types = table_format(path).is_some_and(|format| format.has_types);
    let columns = columns(tracks, layout, has_types);
    let outputs: Vec<OutputColumn<'_>> = columns.iter().map(Into::into).collect();
    write_table(path, &outputs, None, &options(layout))?;
    Ok(())
}

/// Writes the same to memory; `name` is what messages call it.
pub fn write_rows(name: &Path, tracks: &[ReleasedTrack], layout: &Layout) -> Result<WrittenRows, WriteError> {
    let columns = columns(tracks, layout, true);
    let outputs: Vec<OutputColumn<'_>> = columns.iter().map(Into::into).collect();
    let rows: Vec<u32> = (0..columns[0].codes.len() as u32).collect();
    incog_io::write_rows(name, &outputs, &rows, &options(layout))
}

/// Numbers are numbers in a typed file, and instants have the type that they had in the input.
fn options(layout: &Layout) -> WriteOptions {
    let [id, cluster, time, first, second] = layout.names.clone();
    let mut types = BTreeMap::from([
        (id, ValueType::Integer),
        (cluster, ValueType::Integer),
        (first, ValueType::Decimal),
        (second, ValueType::Decimal),
    ]);
    if layout.time_text.is_number() {
        types.insert(time, ValueType::Integer);
    }
    WriteOptions { force: true, schema: layout.file.schema.clone(), types, ..WriteOptions::default() }
}

/// The cells; where columns have types, a number is written as any program does, without zeros at
/// its end.
fn columns(tracks: &[ReleasedTrack], layout: &Layout, has_types: bool) -> [Column; 5] {
    let shown = |text: String| match text.parse::<f64>() {
        Ok(number) if has_types => number.to_string(),
        _ => text,
    };
    let mut columns = layout.names.clone().map(ColumnBuilder::new);
    let text = if layout.degrees { degrees_text } else { metres_text };
    for track in tracks {
        let (number, cluster) = (track.number.to_string(), track.cluster.to_string());
        for &(second, position) in &track.points {
            let [first, other] = text(position).map(shown);
            let time = layout.time_text.write(second);
            let row = [&number, &cluster, &time, &first, &other];
            columns.iter_mut().zip(row).for_each(|(column, value)| column.push(value));
        }
    }
    columns.map(|column| column.finish(&[]))
}

//! The columns of a table with one row per point, found by their names.

use super::super::TrajectoryError;
use super::super::time_text::TimeText;
use super::raw::{FARTHEST, coordinate};
use super::{PointColumns, RawPoint};
use incog_data::{Column, ColumnBuilder, Table};
use std::path::Path;

/// Names that columns of moving objects often have, most telling first: who moves, before the
/// numbers that may be those of rides.
pub const IDS: [&str; 35] = [
    "user_id",
    "person_id",
    "rider_id",
    "driver_id",
    "customer_id",
    "member_id",
    "passenger_id",
    "card_id",
    "uid",
    "user",
    "person",
    "rider",
    "driver",
    "customer",
    "member",
    "passenger",
    "device_id",
    "device",
    "imei",
    "object_id",
    "vehicle_id",
    "vehicle",
    "taxi_id",
    "taxi",
    "cab_id",
    "cab",
    "bike_id",
    "bike",
    "scooter_id",
    "scooter",
    "car_id",
    "car",
    "mmsi",
    "id",
    "tid",
];
pub const TRIPS: [&str; 4] = ["trajectory_id", "trip_id", "traj_id", "trip"];
pub const TIMES: [&str; 6] = ["time", "timestamp", "datetime", "t", "date_time", "utc"];
const LONGITUDES: [&str; 4] = ["longitude", "lon", "lng", "long"];
const LATITUDES: [&str; 2] = ["latitude", "lat"];

/// Whether a table has the position of a moving object in degrees, a time, and several rows of one
/// object, by the names that its columns often have.
///
/// ```
/// use incog_trips::has_points;
/// let names = ["taxi", "time", "lon", "lat"];
/// let table = |second: &str| {
///     incog_data::Table::from_rows(names, [["7", "1", "13.4", "52.5"], [second, "2", "13.5", "52.5"]], &[])
/// };
/// assert!(has_points(&table("7")?) && !has_points(&table("8")?));
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn has_points(table: &Table) -> bool {
    let found = Columns::find(table, &PointColumns::default(), Path::new(""));
    found.is_ok_and(|columns| columns.degrees && columns.id.dictionary.len() < table.rows())
}

/// Whether these are the names of such columns.
///
/// ```
/// use incog_trips::are_names_of_points;
/// assert!(are_names_of_points(["Lat", "Lon", "id", "timestamp", "speed"]));
/// assert!(!are_names_of_points(["lat", "lon", "id"]));
/// ```
pub fn are_names_of_points<'a>(names: impl IntoIterator<Item = &'a str>) -> bool {
    let columns = names.into_iter().map(|name| ColumnBuilder::new(name).finish(&[]));
    let table = Table::new(columns.collect());
    table.is_ok_and(|table| {
        Columns::find(&table, &PointColumns::default(), Path::new("")).is_ok_and(|columns| columns.degrees)
    })
}

/// The columns of a table with one row per point.
pub(super) struct Columns<'a> {
    /// The moving object; the trip where no column names the object.
    pub id: &'a Column,
    pub names_objects: bool,
    pub trip: Option<&'a Column>,
    pub time: &'a Column,
    pub first: &'a Column,
    pub second: &'a Column,
    pub degrees: bool,
}

impl<'a> Columns<'a> {
    /// Those that the job names, or that have a usual name.
    pub fn find(table: &'a Table, names: &PointColumns, path: &Path) -> Result<Self, TrajectoryError> {
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

    /// The points.
    pub fn rows(&self, time_text: TimeText) -> Vec<RawPoint> {
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

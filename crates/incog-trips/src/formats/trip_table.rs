//! A table with one row per trip: start and end, as bike shares publish, or a line of positions at
//! equal steps, as the taxis of Porto have.

use super::super::time_text::TimeText;
use super::raw::{coordinate, degrees};
use super::{RawPoint, RawPoints};
use incog_data::{Column, Table};

/// Names of columns, most telling first: time, longitude and latitude of an end of a trip.
type EndNames = [&'static [&'static str]; 3];

const START: EndNames = [
    &["started_at", "start_time", "starttime", "start_date", "starting_time"],
    &["start_lng", "start_lon", "start_longitude", "start station longitude", "start_station_longitude"],
    &["start_lat", "start_latitude", "start station latitude", "start_station_latitude"],
];
const END: EndNames = [
    &["ended_at", "end_time", "stoptime", "stop_time", "endtime", "end_date", "ending_time"],
    &["end_lng", "end_lon", "end_longitude", "end station longitude", "end_station_longitude"],
    &["end_lat", "end_latitude", "end station latitude", "end_station_latitude"],
];
/// People of such tables, who come before the vehicles that they use.
const PEOPLE: [&str; 9] =
    ["person_id", "user_id", "uid", "user", "member_id", "rider_id", "rider", "driver_id", "device_id"];
/// Vehicles of such tables, besides the usual names.
const VEHICLES: [&str; 2] = ["bikeid", "bike number"];
/// Where a row is a trip, this is the number of the trip.
const ROW_NUMBER: &str = "id";
const LINES: [&str; 1] = ["polyline"];
/// Seconds from one position of a line to the next.
const STEP: f64 = 15.0;

/// Where a trip begins or ends.
struct End<'a> {
    time: &'a Column,
    longitude: &'a Column,
    latitude: &'a Column,
}

/// The points of a table of trips; none where it is none. `usual_ids` are names of objects.
pub fn points(table: &Table, id: Option<&str>, usual_ids: &[&str]) -> Option<RawPoints> {
    let stated = id.and_then(|name| table.column(name));
    let usual: Vec<&str> = usual_ids.iter().copied().filter(|name| *name != ROW_NUMBER).collect();
    let usual = [&PEOPLE[..], &usual, &VEHICLES].into_iter().find_map(|names| named(table, names));
    let object = stated.or(usual);
    let raw = match (End::find(table, START), End::find(table, END)) {
        (Some(start), Some(end)) => ends(&[start, end], object),
        _ => lines(named(table, &LINES)?, named(table, &super::found_columns::TIMES)?, object),
    };
    Some(RawPoints { names_objects: object.is_some(), names_trips: true, rows_are_trips: true, ..raw })
}

fn named<'a>(table: &'a Table, usual: &[&str]) -> Option<&'a Column> {
    usual
        .iter()
        .find_map(|name| table.columns().iter().find(|column| column.name.trim().eq_ignore_ascii_case(name)))
}

impl<'a> End<'a> {
    fn find(table: &'a Table, [time, longitude, latitude]: EndNames) -> Option<Self> {
        let [time, longitude, latitude] = [time, longitude, latitude].map(|names| named(table, names));
        Some(Self { time: time?, longitude: longitude?, latitude: latitude? })
    }

    fn point(&self, row: usize, times: TimeText) -> (Option<f64>, Option<[f64; 2]>) {
        let place =
            degrees(coordinate(self.longitude.value(row), 180.0), coordinate(self.latitude.value(row), 90.0));
        (times.parse(self.time.value(row)), place)
    }
}

/// The object of a row; the row itself where no column says.
fn object_of(column: Option<&Column>, row: usize) -> u32 {
    column.map_or(row as u32, |column| column.codes.at(row))
}

fn ends(ends: &[End<'_>; 2], object: Option<&Column>) -> RawPoints {
    let times = TimeText::detect(ends[0].time.dictionary.iter());
    let rows = (0..ends[0].time.codes.len()).flat_map(|row| {
        ends.iter().map(move |end| {
            let (time, position) = end.point(row, times);
            RawPoint { object: object_of(object, row), trip: row as u32, time, position }
        })
    });
    RawPoints { rows: rows.collect(), ..RawPoints::empty(times, true) }
}

fn lines(line: &Column, start: &Column, object: Option<&Column>) -> RawPoints {
    let times = TimeText::detect(start.dictionary.iter());
    let mut rows = Vec::new();
    for row in 0..line.codes.len() {
        let begin = times.parse(start.value(row));
        // A line that cannot be read is a point without a place, which is counted as one.
        let places: Vec<[f64; 2]> =
            serde_json::from_str(line.value(row)).unwrap_or_else(|_| vec![[f64::NAN; 2]]);
        rows.extend(places.iter().enumerate().map(|(step, place)| RawPoint {
            object: object_of(object, row),
            trip: row as u32,
            time: begin.map(|begin| begin + step as f64 * STEP),
            position: degrees(Some(place[0]), Some(place[1])),
        }));
    }
    RawPoints { rows, ..RawPoints::empty(times, true) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bike_share_has_two_points_a_trip() {
        let row = ["b7", "2024-05-06 08:00:00", "2024-05-06 08:20:00", "13.4", "52.5", "13.5", "52.6"];
        let header = ["bike_id", "started_at", "ended_at", "start_lng", "start_lat", "end_lng", "end_lat"];
        let table = Table::from_rows(header, [row, row], &[]).expect("columns have names");
        let raw = points(&table, None, &["bike_id"]).expect("starts and ends are there");
        assert!(raw.names_objects && raw.names_trips && raw.degrees);
        let told: Vec<_> = raw.rows.iter().map(|point| (point.object, point.trip, point.position)).collect();
        let (start, end) = (Some([13.4, 52.5]), Some([13.5, 52.6]));
        assert_eq!(told, [(0, 0, start), (0, 0, end), (0, 1, start), (0, 1, end)]);
        assert_eq!(raw.rows[1].time.zip(raw.rows[0].time).map(|(end, start)| end - start), Some(1200.0));
    }

    #[test]
    fn people_come_before_vehicles_and_numbers_of_trips_are_nobody() {
        let row =
            ["1", "b7", "anna", "2024-05-06 08:00:00", "2024-05-06 08:20:00", "13.4", "52.5", "13.5", "52.6"];
        let other =
            ["2", "b8", "anna", "2024-05-06 09:00:00", "2024-05-06 09:20:00", "13.4", "52.5", "13.5", "52.6"];
        let header = [
            "id",
            "bike_id",
            "member_id",
            "started_at",
            "ended_at",
            "start_lng",
            "start_lat",
            "end_lng",
            "end_lat",
        ];
        let table = Table::from_rows(header, [row, other], &[]).expect("columns have names");
        let objects = |usual: &[&str]| -> Vec<u32> {
            let raw = points(&table, None, usual).expect("starts and ends are there");
            raw.rows.iter().map(|point| point.object).collect()
        };
        assert_eq!(objects(&["id", "bike_id"]), [0, 0, 0, 0]);
        let rides =
            Table::from_rows([&header[..1], &header[3..]].concat(), [[&row[..1], &row[3..]].concat()], &[])
                .expect("columns have names");
        assert!(points(&rides, None, &["id"]).is_some_and(|raw| !raw.names_objects));
    }

    #[test]
    fn a_line_has_a_point_every_fifteen_seconds() {
        let rows = [
            ["1", "20000589", "1372636858", "[[-8.618643,41.141412],[-8.618499,41.141376]]"],
            ["2", "20000596", "1372637303", "[]"],
            ["3", "20000320", "1372636951", "not a line"],
        ];
        let table = Table::from_rows(["TRIP_ID", "TAXI_ID", "TIMESTAMP", "POLYLINE"], rows, &[])
            .expect("columns have names");
        let raw = points(&table, None, &["taxi_id"]).expect("lines are there");
        assert_eq!(raw.rows.len(), 3);
        assert_eq!(raw.rows[1].time, Some(1_372_636_873.0));
        assert_eq!((raw.rows[1].position, raw.rows[2].position), (Some([-8.618499, 41.141376]), None));
        assert!(points(&table, None, &[]).is_some_and(|raw| !raw.names_objects));
    }
}

//! From a file of points to trips.

use super::TrajectoryError;
use super::job::{Cut, PointColumns, TrajectoryJob};
use super::projection::Projection;
use super::time_text::TimeText;
use crate::IncogError;
use hashbrown::HashMap;
use incog_data::{Column, Table};
use incog_io::{ReadOptions, read_table};
use serde::{Deserialize, Serialize};
use std::io::{BufRead, BufReader};
use std::path::Path;

/// What was not used, and why.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dropped {
    /// Points whose position is missing, no number or no longitude and latitude.
    pub bad_coordinates: usize,
    /// Points whose time is missing or not readable.
    pub bad_times: usize,
    /// Points outside the bounds of the job.
    pub outside_bounds: usize,
    /// Points at a time at which their trip has a point already.
    pub duplicate_times: usize,
    /// Trips with too few points.
    pub short_trips: usize,
    /// Points of those trips.
    pub points_of_short_trips: usize,
}

/// The columns of the input, for writing a release that looks like it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Layout {
    /// Whether the file begins with names.
    pub header: bool,
    /// Names of id, time, and the two coordinates.
    pub names: [String; 4],
}

/// A point of a trip: seconds, then metres.
pub type TimedPoint = (f64, [f64; 2]);

/// What a file of points holds.
#[derive(Debug)]
pub struct Points {
    /// Each trip, its points in order of time.
    pub trips: Vec<Vec<TimedPoint>>,
    /// How degrees became metres; `None` for metres.
    pub projection: Option<Projection>,
    /// How times are written.
    pub time_text: TimeText,
    /// The columns.
    pub layout: Layout,
    /// Points read.
    pub points: usize,
    /// What was not used.
    pub dropped: Dropped,
    /// SHA-256 of the file.
    pub sha256: String,
}

/// Names that columns often have, most telling first.
const IDS: [&str; 9] = ["id", "taxi_id", "user_id", "uid", "object_id", "vehicle_id", "tid", "user", "cab"];
const TRIPS: [&str; 4] = ["trajectory_id", "trip_id", "traj_id", "trip"];
const TIMES: [&str; 6] = ["time", "timestamp", "datetime", "t", "date_time", "utc"];
const LONGITUDES: [&str; 4] = ["longitude", "lon", "lng", "long"];
const LATITUDES: [&str; 2] = ["latitude", "lat"];

/// Reads the points of a job and cuts them into trips.
pub fn read(job: &TrajectoryJob) -> Result<Points, IncogError> {
    let path = &job.input;
    let header = !begins_with_numbers(path);
    let file = read_table(path, &ReadOptions { header, ..ReadOptions::default() })?;
    let columns = Columns::find(&file.table, &job.points, path, header)?;
    let mut dropped = Dropped::default();
    let time_text = TimeText::detect(columns.time.dictionary.iter());
    let rows = columns.rows(job, time_text, &mut dropped);
    let positions: Vec<[f64; 2]> = rows.iter().map(|(_, (_, position))| *position).collect();
    let projection = columns.degrees.then(|| Projection::around(&positions));
    let mut objects: HashMap<(u32, u32), Vec<TimedPoint>, foldhash::fast::FixedState> = HashMap::default();
    for (key, (time, position)) in rows {
        let metres = projection.map_or(position, |projection| projection.to_metres(position));
        objects.entry(key).or_default().push((time, metres));
    }
    // Sorted before anything is made of them: the order of a hash map never shows.
    let mut objects: Vec<_> = objects.into_iter().collect();
    objects.sort_by_key(|(key, _)| *key);
    let cut = job.trips.cut.unwrap_or(if columns.trip.is_some() { Cut::None } else { Cut::Gap });
    let mut trips = Vec::new();
    for (_, points) in objects {
        trips.extend(cut_trips(points, cut, job.trips.gap_minutes * 60.0, &mut dropped));
    }
    let points = file.table.rows();
    trips.retain(|trip| {
        let long = trip.len() >= job.trips.min_points.max(1);
        if !long {
            dropped.short_trips += 1;
            dropped.points_of_short_trips += trip.len();
        }
        long
    });
    if trips.is_empty() {
        return Err(nothing(job, points, dropped).into());
    }
    let names = [columns.id, columns.time, columns.first, columns.second].map(|column| column.name.clone());
    let layout = Layout { header, names };
    Ok(Points { trips, projection, time_text, layout, points, dropped, sha256: file.sha256 })
}

fn nothing(job: &TrajectoryJob, points: usize, dropped: Dropped) -> TrajectoryError {
    TrajectoryError::Nothing {
        path: job.input.clone(),
        points,
        bad_coordinates: dropped.bad_coordinates,
        bad_times: dropped.bad_times,
        outside: dropped.outside_bounds,
        short: dropped.short_trips,
        least: job.trips.min_points,
    }
}

/// Whether a plain text file has no header: W4M writes `id t x y` as four numbers.
fn begins_with_numbers(path: &Path) -> bool {
    let Ok(file) = std::fs::File::open(path) else { return false };
    let mut line = String::new();
    if BufReader::new(file).read_line(&mut line).is_err() {
        return false;
    }
    let fields: Vec<&str> =
        line.split(['\t', ',', ';', ' ']).map(str::trim).filter(|field| !field.is_empty()).collect();
    fields.len() >= 4 && fields.iter().all(|field| field.parse::<f64>().is_ok())
}

struct Columns<'a> {
    id: &'a Column,
    trip: Option<&'a Column>,
    time: &'a Column,
    first: &'a Column,
    second: &'a Column,
    degrees: bool,
}

impl<'a> Columns<'a> {
    fn find(
        table: &'a Table,
        names: &PointColumns,
        path: &Path,
        header: bool,
    ) -> Result<Self, TrajectoryError> {
        let of = |what, name: &Option<String>, usual: &[&str], position: usize| {
            find(table, path, what, name.as_deref(), usual, if header { None } else { Some(position) })
        };
        let id = of("id", &names.id, &IDS, 0)?;
        let time = of("time", &names.time, &TIMES, 1)?;
        let trip = match &names.trip {
            Some(_) => Some(of("trip", &names.trip, &TRIPS, usize::MAX)?),
            None if header => find(table, path, "trip", None, &TRIPS, None).ok(),
            None => None,
        };
        let metres = names.x.is_some()
            || !header
            || by_name(table, &LONGITUDES).is_none() && names.longitude.is_none();
        let (first, second) = if metres {
            (of("x", &names.x, &["x"], 2)?, of("y", &names.y, &["y"], 3)?)
        } else {
            let longitude = of("longitude", &names.longitude, &LONGITUDES, 2)?;
            (longitude, of("latitude", &names.latitude, &LATITUDES, 3)?)
        };
        Ok(Self { id, trip, time, first, second, degrees: !metres })
    }

    /// Readable points with the codes of their object and trip.
    fn rows(
        &self,
        job: &TrajectoryJob,
        time_text: TimeText,
        dropped: &mut Dropped,
    ) -> Vec<((u32, u32), TimedPoint)> {
        let numbers = |column: &Column, limit: f64| -> Vec<Option<f64>> {
            let number = |text: &str| text.trim().parse().ok().filter(|value: &f64| value.abs() <= limit);
            column.dictionary.iter().map(number).collect()
        };
        let (wide, high) = if self.degrees { (180.0, 90.0) } else { (1e8, 1e8) };
        let (firsts, seconds) = (numbers(self.first, wide), numbers(self.second, high));
        let times: Vec<Option<f64>> = self.time.dictionary.iter().map(|text| time_text.parse(text)).collect();
        let mut rows = Vec::with_capacity(self.id.codes.len());
        for row in 0..self.id.codes.len() {
            let first = firsts[self.first.codes[row] as usize];
            let second = seconds[self.second.codes[row] as usize];
            let (Some(first), Some(second)) = (first, second) else {
                dropped.bad_coordinates += 1;
                continue;
            };
            let Some(time) = times[self.time.codes[row] as usize] else {
                dropped.bad_times += 1;
                continue;
            };
            if job
                .trips
                .bounds
                .is_some_and(|[w, s, e, n]| !(w..=e).contains(&first) || !(s..=n).contains(&second))
            {
                dropped.outside_bounds += 1;
                continue;
            }
            let trip = self.trip.map_or(0, |column| column.codes[row]);
            rows.push(((self.id.codes[row], trip), (time, [first, second])));
        }
        rows
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
    position: Option<usize>,
) -> Result<&'a Column, TrajectoryError> {
    let path = path.to_owned();
    match name {
        Some(name) => {
            table.column(name).ok_or(TrajectoryError::UnknownColumn { path, what, name: name.to_owned() })
        }
        None => position
            .and_then(|position| table.columns().get(position))
            .or_else(|| by_name(table, usual))
            .ok_or_else(|| {
                let found = table.columns().iter().map(|column| column.name.clone()).collect();
                TrajectoryError::NoColumn { path, what, found }
            }),
    }
}

/// Sorts by time (the file's order does not count) and cuts.
fn cut_trips(mut points: Vec<TimedPoint>, cut: Cut, gap: f64, dropped: &mut Dropped) -> Vec<Vec<TimedPoint>> {
    points.sort_by(|(t, a), (u, b)| t.total_cmp(u).then(a[0].total_cmp(&b[0])).then(a[1].total_cmp(&b[1])));
    let before = points.len();
    points.dedup_by_key(|(time, _)| *time);
    dropped.duplicate_times += before - points.len();
    let ends = |a: f64, b: f64| match cut {
        Cut::None => false,
        Cut::Gap => b - a > gap,
        Cut::Day => day(a) != day(b),
    };
    points.chunk_by(|(a, _), (b, _)| !ends(*a, *b)).map(<[TimedPoint]>::to_vec).collect()
}

/// The day a time is in.
pub fn day(time: f64) -> i64 {
    (time / 86_400.0).floor() as i64
}

//! GeoJSON (RFC 7946): features that are lines with one time per position, or points with a time
//! each.
//!
//! The times of a line stand in one of its properties (`coordTimes`, `times`, `timestamps`,
//! `datetimes`) or as the fourth number of each position; its moving object in the property that
//! `points.id` names or that has a usual name. A line without one does not say whose it is.

use super::super::time_text::{TimeText, time_of_any_text, time_of_number};
use super::found_columns::{IDS, TIMES, TRIPS};
use super::pending_release::degrees_text;
use super::raw::{Numbering, degrees};
use super::tree::{TextFile, Tree};
use super::{PointColumns, RawPoint, RawPoints, ReleasedTrack, malformed};
use crate::TrajectoryError;
use incog_io::{WriteError, read_json, write_atomically};
use serde_json::{Map, Value};
use std::io::{self, Write};
use std::path::Path;

const TIMES_OF_LINES: [&str; 4] = ["coordTimes", "times", "timestamps", "datetimes"];

/// Reads a file or all files of a folder.
pub fn read(path: &Path, columns: &PointColumns) -> Result<RawPoints, TrajectoryError> {
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or("geojson").to_owned();
    let mut reader = Reader {
        columns,
        raw: RawPoints::empty(TimeText::Rfc3339, true),
        objects: Numbering::default(),
        trips: Numbering::default(),
    };
    let mut tree = Tree::open(path, if path.is_dir() { "geojson" } else { &ending })?;
    while let Some(file) = tree.next_file()? {
        reader.read_file(&file)?;
    }
    reader.raw.sha256 = tree.sha256();
    Ok(reader.raw)
}

struct Reader<'a> {
    columns: &'a PointColumns,
    raw: RawPoints,
    objects: Numbering,
    trips: Numbering,
}

impl Reader<'_> {
    fn read_file(&mut self, file: &TextFile) -> Result<(), TrajectoryError> {
        let wrong = |what: String| malformed(&file.path, "GeoJSON file", what);
        let text = file.text.trim_start_matches('\u{feff}');
        let value: Value = read_json(text).map_err(|error| wrong(error.to_string()))?;
        let features = match (value.get("type").and_then(Value::as_str), value.get("features")) {
            (Some("FeatureCollection"), Some(Value::Array(features))) => features.as_slice(),
            (Some("Feature"), _) => std::slice::from_ref(&value),
            _ => return Err(wrong("it is neither a FeatureCollection nor a Feature".to_owned())),
        };
        features.iter().enumerate().for_each(|(index, feature)| self.read_feature(file, index, feature));
        Ok(())
    }

    fn read_feature(&mut self, file: &TextFile, index: usize, feature: &Value) {
        let none = Map::new();
        let properties = feature.get("properties").and_then(Value::as_object).unwrap_or(&none);
        let named = |key, usual: &[&str]| named_value(properties, key, usual).map(text_of);
        let name = named(&self.columns.id, &IDS).or_else(|| feature.get("id").map(text_of));
        let trip = named(&self.columns.trip, &TRIPS);
        let geometry = feature.get("geometry").unwrap_or(&Value::Null);
        let coordinates = geometry.get("coordinates").unwrap_or(&Value::Null);
        let is_point = geometry.get("type").and_then(Value::as_str) == Some("Point");
        self.raw.names_objects &= name.is_some();
        let own = || if is_point { String::new() } else { format!("{}\n{index}", file.stem) };
        let object = self.objects.number(&format!("{}\n{}", file.folder, name.unwrap_or_else(own)));
        self.raw.names_trips |= trip.is_some();
        let trip = trip.map_or(0, |trip| self.trips.number(&trip) + 1);
        if is_point {
            let time = named_value(properties, &self.columns.time, &TIMES).and_then(time_of);
            self.push(object, trip, coordinates, time);
            return;
        }
        let times = TIMES_OF_LINES.iter().find_map(|name| {
            let inner = properties.get("coordinateProperties").and_then(|inner| inner.get("times"));
            properties.get(*name).or(inner.filter(|_| *name == "times"))
        });
        self.read_line(object, trip, coordinates, times.unwrap_or(&Value::Null));
    }

    /// A line, or the lines of a line of many parts.
    fn read_line(&mut self, object: u32, trip: u32, coordinates: &Value, times: &Value) {
        let Value::Array(positions) = coordinates else { return };
        for (index, position) in positions.iter().enumerate() {
            let is_line = position.get(0).is_some_and(Value::is_array);
            let time = times.get(index).unwrap_or(&Value::Null);
            if is_line {
                self.read_line(object, trip, position, time);
            } else {
                let time = time_of(time).or_else(|| time_of(position.get(3)?));
                self.push(object, trip, position, time);
            }
        }
    }

    fn push(&mut self, object: u32, trip: u32, position: &Value, time: Option<f64>) {
        let number = |index: usize| position.get(index).and_then(Value::as_f64);
        self.raw.rows.push(RawPoint { object, trip, time, position: degrees(number(0), number(1)) });
    }
}

fn named_value<'a>(
    properties: &'a Map<String, Value>,
    key: &Option<String>,
    usual: &[&str],
) -> Option<&'a Value> {
    match key {
        Some(key) => properties.get(key),
        None => usual.iter().find_map(|name| {
            properties.iter().find(|(key, _)| key.eq_ignore_ascii_case(name)).map(|(_, value)| value)
        }),
    }
}

fn text_of(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

fn time_of(value: &Value) -> Option<f64> {
    match value {
        Value::Number(number) => time_of_number(number.as_f64()?),
        Value::String(text) => time_of_any_text(text),
        _ => None,
    }
}

/// Writes a collection with a line for each trajectory.
pub fn write(path: &Path, tracks: &[ReleasedTrack]) -> Result<(), WriteError> {
    write_atomically(path, true, |file| {
        writeln!(file, "{{\"type\":\"FeatureCollection\",\"features\":[")?;
        for (index, track) in tracks.iter().enumerate() {
            write_track(file, track)?;
            writeln!(file, "{}", if index + 1 < tracks.len() { "," } else { "" })?;
        }
        writeln!(file, "]}}")
    })?;
    Ok(())
}

fn write_track(file: &mut dyn Write, track: &ReleasedTrack) -> io::Result<()> {
    let position = |(_, position): &(i64, [f64; 2])| format!("[{}]", degrees_text(*position).join(","));
    let time = |(second, _): &(i64, [f64; 2])| format!("\"{}\"", TimeText::Rfc3339.write(*second));
    let positions: Vec<String> = track.points.iter().map(position).collect();
    let times: Vec<String> = track.points.iter().map(time).collect();
    write!(
        file,
        "{{\"type\":\"Feature\",\"properties\":{{\"id\":{},\"cluster\":{},\"coordTimes\":[{}]}},\
         \"geometry\":{{\"type\":\"LineString\",\"coordinates\":[{}]}}}}",
        track.number,
        track.cluster,
        times.join(","),
        positions.join(",")
    )
}

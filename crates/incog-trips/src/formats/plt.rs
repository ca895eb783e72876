//! GeoLife's PLT: six lines of header, then `latitude,longitude,0,feet,days,date,time`.
//!
//! Zheng, Xie, Ma, GeoLife: a collaborative social networking service among user, location and
//! trajectory, IEEE Data Engineering Bulletin 33(2), 2010. A file is a trip; the folder it is in is
//! the moving object, as in `Data/000/Trajectory/20081023025304.plt`.

use super::super::time_text::TimeText;
use super::pending_release::degrees_text;
use super::raw::{Numbering, coordinate, degrees};
use super::tree::Tree;
use super::{RawPoint, RawPoints, ReleasedTrack};
use crate::TrajectoryError;
use chrono::DateTime;
use incog_io::{WriteError, write_atomically};
use std::fs;
use std::io::{self, Write};
use std::path::Path;

const HEADER: &str = "Geolife trajectory\nWGS 84\nAltitude is in Feet\nReserved 3\n\
                      0,2,255,My Track,0,0,2,8421376\n0\n";
const HEADER_LINES: usize = 6;
const WAY: TimeText = TimeText::Pattern("%Y-%m-%d %H:%M:%S%.f");
/// Days from 1899-12-30 to 1970-01-01.
const DAYS_BEFORE_1970: f64 = 25_569.0;
/// What GeoLife writes for an altitude that is not known.
const NO_ALTITUDE: &str = "-777";

/// Reads a file or all files of a folder.
pub fn read(path: &Path) -> Result<RawPoints, TrajectoryError> {
    let mut raw = RawPoints { names_trips: true, ..RawPoints::empty(WAY, true) };
    let (mut tree, mut objects, mut trip) = (Tree::open(path, "plt")?, Numbering::default(), 0);
    while let Some(file) = tree.next_file()? {
        let object = objects.number(&file.folder);
        let lines = file.text.lines().skip(HEADER_LINES).filter(|line| !line.trim().is_empty());
        raw.rows.extend(lines.map(|line| point(line, object, trip)));
        trip += 1;
    }
    raw.sha256 = tree.sha256();
    Ok(raw)
}

fn point(line: &str, object: u32, trip: u32) -> RawPoint {
    let fields: Vec<&str> = line.split(',').collect();
    let number = |field: usize| fields.get(field).and_then(|text| coordinate(text, 180.0));
    let time = match fields[..] {
        [.., date, time] if fields.len() >= 7 => WAY.parse(&format!("{} {}", date.trim(), time.trim())),
        _ => None,
    };
    RawPoint { object, trip, time, position: degrees(number(1), number(0)) }
}

/// Writes a folder: for each trajectory a folder with a file named by its first instant.
pub fn write(path: &Path, tracks: &[ReleasedTrack]) -> Result<(), WriteError> {
    let failed = |source| WriteError::Io { path: path.to_owned(), source };
    let digits = tracks.len().to_string().len().max(3);
    for track in tracks {
        let folder = path.join(format!("{:0digits$}", track.number)).join("Trajectory");
        fs::create_dir_all(&folder).map_err(failed)?;
        let start = track.points.first().map_or(0, |(second, _)| *second);
        let name = TimeText::Pattern("%Y%m%d%H%M%S").write(start) + ".plt";
        write_atomically(folder.join(name), false, |file| write_points(file, track))?;
    }
    Ok(())
}

fn write_points(file: &mut dyn Write, track: &ReleasedTrack) -> io::Result<()> {
    file.write_all(HEADER.as_bytes())?;
    for &(second, position) in &track.points {
        let [longitude, latitude] = degrees_text(position);
        let days = second as f64 / 86_400.0 + DAYS_BEFORE_1970;
        let time = DateTime::from_timestamp(second, 0).unwrap_or_default().format("%Y-%m-%d,%H:%M:%S");
        writeln!(file, "{latitude},{longitude},0,{NO_ALTITUDE},{days:.10},{time}")?;
    }
    Ok(())
}

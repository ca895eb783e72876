//! GPS Exchange Format 1.1 (<https://www.topografix.com/GPX/1/1/>): a track is a moving object, by
//! its name and the folder of its file, and a segment of a track a trip. A track without a name
//! does not say whose it is. Waypoints and routes are not read.

use super::super::time_text::TimeText;
use super::gpx_tracks::tracks;
use super::pending_release::degrees_text;
use super::raw::Numbering;
use super::tree::Tree;
use super::{RawPoint, RawPoints, ReleasedTrack, malformed};
use crate::TrajectoryError;
use incog_io::{WriteError, write_atomically};
use std::io::{self, Write};
use std::path::Path;

/// Reads a file or all files of a folder.
pub fn read(path: &Path) -> Result<RawPoints, TrajectoryError> {
    let mut raw = RawPoints { names_trips: true, ..RawPoints::empty(TimeText::Rfc3339, true) };
    let (mut tree, mut objects, mut trips) = (Tree::open(path, "gpx")?, Numbering::default(), 0);
    while let Some(file) = tree.next_file()? {
        for track in tracks(&file).map_err(|what| malformed(&file.path, "GPX file", what))? {
            let object = objects.number(&format!("{}\n{}", file.folder, track.name));
            raw.names_objects &= track.is_named;
            for segment in track.segments {
                raw.rows.extend(segment.into_iter().map(|point| RawPoint { object, trip: trips, ..point }));
                trips += 1;
            }
        }
    }
    raw.sha256 = tree.sha256();
    Ok(raw)
}

/// Writes a file with a track for each trajectory.
pub fn write(path: &Path, tracks: &[ReleasedTrack]) -> Result<(), WriteError> {
    write_atomically(path, true, |file| {
        writeln!(file, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")?;
        writeln!(
            file,
            "<gpx version=\"1.1\" creator=\"incog\" xmlns=\"http://www.topografix.com/GPX/1/1\">"
        )?;
        tracks.iter().try_for_each(|track| write_track(file, track))?;
        writeln!(file, "</gpx>")
    })?;
    Ok(())
}

fn write_track(file: &mut dyn Write, track: &ReleasedTrack) -> io::Result<()> {
    writeln!(file, "<trk><name>{}</name><type>cluster {}</type><trkseg>", track.number, track.cluster)?;
    for &(second, position) in &track.points {
        let [longitude, latitude] = degrees_text(position);
        let time = TimeText::Rfc3339.write(second);
        writeln!(file, "<trkpt lat=\"{latitude}\" lon=\"{longitude}\"><time>{time}</time></trkpt>")?;
    }
    writeln!(file, "</trkseg></trk>")
}

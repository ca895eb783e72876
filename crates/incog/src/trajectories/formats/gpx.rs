//! GPS Exchange Format 1.1 (<https://www.topografix.com/GPX/1/1/>): a track is a moving object, by its
//! name and the folder of its file, and a segment of a track a trip. Waypoints and routes are not read.

use super::super::time_text::{TimeText, time_of_any_text};
use super::raw::{Numbering, coordinate, degrees};
use super::released::degrees_text;
use super::tree::{TextFile, Tree};
use super::{RawPoint, RawPoints, ReleasedTrack, malformed};
use crate::IncogError;
use incog_io::{WriteError, write_atomically};
use roxmltree::{Document, Node};
use std::io::{self, Write};
use std::path::Path;

/// Reads a file or all files of a folder.
pub fn read(path: &Path) -> Result<RawPoints, IncogError> {
    let mut raw = RawPoints { names_trips: true, ..RawPoints::empty(TimeText::Rfc3339, true) };
    let (mut tree, mut objects, mut trips) = (Tree::open(path, "gpx")?, Numbering::default(), 0);
    while let Some(file) = tree.next_file()? {
        read_file(&file, &mut raw, &mut objects, &mut trips)?;
    }
    raw.sha256 = tree.sha256();
    Ok(raw)
}

fn read_file(
    file: &TextFile,
    raw: &mut RawPoints,
    objects: &mut Numbering,
    trips: &mut u32,
) -> Result<(), IncogError> {
    let text = file.text.trim_start_matches('\u{feff}');
    // Where it is wrong, and not what stands there.
    let wrong =
        |error: roxmltree::Error| format!("it is no well-formed XML at {} (line:column)", error.pos());
    let document = Document::parse(text).map_err(|error| malformed(&file.path, "GPX file", wrong(error)))?;
    let root = document.root_element();
    if !root.has_tag_name("gpx") && root.tag_name().name() != "gpx" {
        return Err(malformed(&file.path, "GPX file", "its root element is not <gpx>").into());
    }
    for (index, track) in children(root, "trk").enumerate() {
        let own = format!("{}\n{index}", file.stem);
        let name =
            children(track, "name").next().and_then(|name| name.text()).map_or(own.as_str(), str::trim);
        let object = objects.of(&format!("{}\n{name}", file.folder));
        for segment in children(track, "trkseg") {
            raw.rows.extend(children(segment, "trkpt").map(|node| point(node, object, *trips)));
            *trips += 1;
        }
    }
    Ok(())
}

/// Elements of that name in any namespace: GPX 1.0 and 1.1 differ in theirs, and many files have none.
fn children<'a>(node: Node<'a, 'a>, name: &'static str) -> impl Iterator<Item = Node<'a, 'a>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

fn point(node: Node<'_, '_>, object: u32, trip: u32) -> RawPoint {
    let number = |name: &str| node.attribute(name).and_then(|text| coordinate(text, 180.0));
    let time = node
        .children()
        .find(|child| child.tag_name().name() == "time")
        .and_then(|time| time_of_any_text(time.text()?));
    RawPoint { object, trip, time, position: degrees(number("lon"), number("lat")) }
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

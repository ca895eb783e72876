//! The text of Wait for Me: lines of `id t x y`, metres and seconds, without a header.
//!
//! Abul, Bonchi, Nanni, Anonymization of moving objects databases by clustering and perturbation,
//! Information Systems 35(8), 2010, doi:10.1016/j.is.2010.05.003.

use super::super::time_text::TimeText;
use super::pending_release::metres_text;
use super::raw::{FARTHEST, Numbering, coordinate};
use super::tree::Tree;
use super::{RawPoint, RawPoints, ReleasedTrack};
use crate::TrajectoryError;
use incog_io::{WriteError, write_atomically};
use std::path::Path;

/// Fields between spaces, tabs, commas or semicolons.
pub fn fields(line: &str) -> impl Iterator<Item = &str> {
    line.split([' ', '\t', ',', ';', '\r', '\n']).filter(|field| !field.is_empty())
}

/// Reads a file.
pub fn read(path: &Path) -> Result<RawPoints, TrajectoryError> {
    let mut raw = RawPoints::empty(TimeText::Seconds, false);
    let (mut tree, mut objects) = (Tree::open(path, "tsv")?, Numbering::default());
    while let Some(file) = tree.next_file()? {
        raw.rows.extend(file.text.lines().filter_map(|line| point(line, &mut objects)));
    }
    raw.sha256 = tree.sha256();
    Ok(raw)
}

fn point(line: &str, objects: &mut Numbering) -> Option<RawPoint> {
    let mut fields = fields(line);
    let object = objects.number(fields.next()?);
    let time = fields.next().and_then(|text| TimeText::Seconds.parse(text));
    let mut metres = || fields.next().and_then(|text| coordinate(text, FARTHEST));
    let position = match (metres(), metres()) {
        (Some(x), Some(y)) => Some([x, y]),
        _ => None,
    };
    Some(RawPoint { object, trip: 0, time, position })
}

/// Writes a file with tabs between the fields; it has no room for the cluster.
pub fn write(path: &Path, tracks: &[ReleasedTrack]) -> Result<(), WriteError> {
    write_atomically(path, true, |file| {
        for track in tracks {
            for &(second, position) in &track.points {
                let [x, y] = metres_text(position);
                writeln!(file, "{}\t{second}\t{x}\t{y}", track.number)?;
            }
        }
        Ok(())
    })?;
    Ok(())
}

//! The release as a file, and read again.

use super::TrajectoryError;
use super::points::Layout;
use super::projection::Projection;
use super::sampling::at;
use super::time_text::TimeText;
use crate::IncogError;
use incog_data::{Column, ColumnBuilder, Table};
use incog_io::{OutputColumn, ReadOptions, WriteOptions, Written, read_table, write_table};
use incog_trajectory::{CheckedRelease, check_release};
use std::path::Path;

/// A cluster to be written: its span of time in whole seconds and its members' positions.
#[derive(Debug, Clone)]
pub struct ReleasedCluster {
    /// First and last instant.
    pub span: [i64; 2],
    /// Positions in metres, each track in order of time.
    pub tracks: Vec<Vec<[f64; 2]>>,
}

impl ReleasedCluster {
    /// Sorts the tracks by what is published, so that their order says nothing.
    pub fn sort(&mut self) {
        self.tracks.sort_by(|a, b| order(a, b));
    }
}

/// Sorts clusters by what is published.
pub fn sort(clusters: &mut [ReleasedCluster]) {
    clusters.iter_mut().for_each(ReleasedCluster::sort);
    clusters.sort_by(|a, b| order(&a.tracks[0], &b.tracks[0]).then(a.span.cmp(&b.span)));
}

fn order(a: &[[f64; 2]], b: &[[f64; 2]]) -> std::cmp::Ordering {
    let orders = a.as_flattened().iter().zip(b.as_flattened()).map(|(a, b)| a.total_cmp(b));
    orders.into_iter().find(|order| order.is_ne()).unwrap_or(std::cmp::Ordering::Equal)
}

/// Largest distance in metres by which writing displaces a point: half a step of 1e-7 degrees, or
/// of a millimetre, in both axes, and a hair.
pub fn rounding(projection: Option<Projection>) -> f64 {
    let half = if projection.is_some() { 0.5e-7 * 111_200.0 } else { 0.5e-3 };
    half * std::f64::consts::SQRT_2 + 1e-6
}

/// Writes a release: trajectories are numbered from 1, cluster after cluster.
pub fn write(
    path: &Path,
    clusters: &[ReleasedCluster],
    layout: &Layout,
    projection: Option<Projection>,
    time_text: TimeText,
) -> Result<Written, IncogError> {
    let [id, time, first, second] = layout.names.clone();
    let mut columns = [id, "cluster".to_owned(), time, first, second].map(ColumnBuilder::new);
    let mut number = 0;
    for (cluster, ReleasedCluster { span, tracks }) in clusters.iter().enumerate() {
        for track in tracks {
            number += 1;
            for (instant, &position) in track.iter().enumerate() {
                let seconds = at(span.map(|second| second as f64), instant, track.len()).round() as i64;
                let [first, second] = match projection {
                    Some(projection) => {
                        projection.to_degrees(position).map(|degrees| format!("{degrees:.7}"))
                    }
                    None => position.map(|metres| format!("{metres:.3}")),
                };
                let row =
                    [number.to_string(), (cluster + 1).to_string(), time_text.write(seconds), first, second];
                columns.iter_mut().zip(row).for_each(|(column, value)| column.push(&value));
            }
        }
    }
    let columns: Vec<Column> = columns.map(|column| column.finish(&[])).into();
    // W4M's files have four columns and no room for a cluster.
    let used = |index: &usize| layout.header || *index != 1;
    let outputs: Vec<OutputColumn<'_>> =
        (0..columns.len()).filter(used).map(|index| (&columns[index]).into()).collect();
    let options = WriteOptions { header: layout.header, force: true, ..WriteOptions::default() };
    Ok(write_table(path, &outputs, None, &options)?)
}

/// What a written release was found to be.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadAgain {
    /// Its clusters, measured.
    pub checked: CheckedRelease,
    /// SHA-256 of the file.
    pub sha256: String,
    /// Trajectories found.
    pub trajectories: usize,
    /// Points found.
    pub points: usize,
}

/// Reads a release and measures its clusters at every instant; `sizes` are those of the report.
pub fn read_again(
    path: &Path,
    layout: &Layout,
    sizes: &[usize],
    projection: Option<Projection>,
) -> Result<ReadAgain, IncogError> {
    let file = read_table(path, &ReadOptions { header: layout.header, ..ReadOptions::default() })?;
    let tracks = tracks(&file.table, path, layout, projection)?;
    let wrong = |what| TrajectoryError::Release { path: path.to_owned(), what };
    if sizes.iter().sum::<usize>() != tracks.len() {
        return Err(wrong("the release does not have the trajectories that the report counts").into());
    }
    let mut rest = tracks.as_slice();
    let mut clusters: Vec<Vec<&[[f64; 2]]>> = Vec::with_capacity(sizes.len());
    for &size in sizes {
        let (members, others) = rest.split_at(size);
        rest = others;
        if members.iter().any(|track| track.times != members[0].times) {
            return Err(wrong("members of a cluster have different instants").into());
        }
        clusters.push(members.iter().map(|track| track.positions.as_slice()).collect());
    }
    let checked = check_release(&clusters);
    Ok(ReadAgain { checked, sha256: file.sha256, trajectories: tracks.len(), points: file.table.rows() })
}

struct Track {
    times: Vec<u32>,
    positions: Vec<[f64; 2]>,
}

/// The tracks of a file in order of their numbers, which is their order in the file.
fn tracks(
    table: &Table,
    path: &Path,
    layout: &Layout,
    projection: Option<Projection>,
) -> Result<Vec<Track>, TrajectoryError> {
    let wrong = |what| TrajectoryError::Release { path: path.to_owned(), what };
    let column = |index: usize| {
        let found =
            if layout.header { table.column(&layout.names[index]) } else { table.columns().get(index) };
        found.ok_or_else(|| wrong("a column of the release is missing"))
    };
    let (id, time, first, second) = (column(0)?, column(1)?, column(2)?, column(3)?);
    let numbers = |column: &Column| -> Result<Vec<f64>, TrajectoryError> {
        let number =
            |text: &str| text.parse().map_err(|_| wrong("a coordinate of the release is not a number"));
        column.dictionary.iter().map(number).collect()
    };
    let (firsts, seconds) = (numbers(first)?, numbers(second)?);
    let mut tracks: Vec<Track> = Vec::new();
    for row in 0..table.rows() {
        let number = id.codes[row] as usize;
        // Codes follow first appearance, so a trajectory in pieces would go back to an older code.
        if number == tracks.len() {
            tracks.push(Track { times: Vec::new(), positions: Vec::new() });
        } else if number + 1 != tracks.len() {
            return Err(wrong("the points of a trajectory do not stand together"));
        }
        let position = [firsts[first.codes[row] as usize], seconds[second.codes[row] as usize]];
        tracks[number].times.push(time.codes[row]);
        tracks[number]
            .positions
            .push(projection.map_or(position, |projection| projection.to_metres(position)));
    }
    Ok(tracks)
}

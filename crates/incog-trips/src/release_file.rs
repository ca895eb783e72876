//! The release as a file, and read again.

use super::TrajectoryError;
use super::formats::{self, Layout, PointFormat, RawPoints, ReleasedTrack, degrees_text, metres_text};
use super::frame::Frame;
use super::job::TrajectoryJob;
use super::points::Points;
use super::projection::Projection;
use super::timed_track::{Timed, at};
use incog_trajectory::{CheckedRelease, check_release};
use std::path::Path;

/// A cluster to be written.
#[derive(Debug, Clone)]
pub struct ReleasedCluster {
    /// First and last instant of all its members, in whole seconds.
    pub span: [i64; 2],
    /// Its members.
    pub members: Vec<Member>,
}

/// A trajectory of a cluster.
#[derive(Debug, Clone)]
pub struct Member {
    /// Its number in the set.
    pub trajectory: usize,
    /// Positions in metres, in order of time.
    pub track: Vec<[f64; 2]>,
}

impl ReleasedCluster {
    /// How a release of these clusters is written; `compared` is what their positions are in, where
    /// the input has degrees.
    pub fn frame(clusters: &[Self], layout: &Layout, compared: Option<Projection>) -> Frame {
        let members = clusters.iter().flat_map(|cluster| &cluster.members);
        Frame::new(layout, compared, members.flat_map(|member| member.track.iter().copied()))
    }

    /// The numbers of its members in the set.
    pub fn trajectories(&self) -> Vec<usize> {
        self.members.iter().map(|member| member.trajectory).collect()
    }
}

/// Sorts clusters and their members by what is published, so that their order says nothing: by the
/// numbers as they are written, since among points that writing makes equal any other order would
/// tell which was which.
pub fn sort(clusters: &mut [ReleasedCluster], frame: Frame) {
    let key = |member: &Member| -> Vec<[i64; 2]> {
        member.track.iter().map(|&position| written_numbers(position, frame)).collect()
    };
    clusters.iter_mut().for_each(|cluster| cluster.members.sort_by_cached_key(key));
    clusters.sort_by_cached_key(|cluster| (cluster.members.first().map(key), cluster.span));
}

/// The coordinates of a position as they are written, without the decimal point.
pub fn written_numbers(position: [f64; 2], frame: Frame) -> [i64; 2] {
    let position = frame.written(position);
    let (texts, unit) = match frame {
        Frame::Degrees { .. } => (degrees_text(position), 1e7),
        Frame::Same | Frame::Around { .. } => (metres_text(position), 1e3),
    };
    // What was written as a number is one.
    texts.map(|text| (text.parse::<f64>().unwrap_or(0.0) * unit).round() as i64)
}

/// How the release of a job stands in its file.
///
/// # Errors
/// When its format needs longitude and latitude and the input has metres.
pub fn layout(job: &TrajectoryJob, points: &Points) -> Result<Layout, TrajectoryError> {
    let format = PointFormat::of_output(&job.output, job.release.format, points.format);
    // W4M knows only metres.
    let degrees = points.projection.is_some() && format != PointFormat::W4m;
    let [id, time, first, second] = match (degrees, points.projection) {
        (false, Some(_)) => ["id", "time", "x", "y"].map(str::to_owned),
        _ => points.names.clone(),
    };
    let is_taken = [&id, &time, &first, &second].iter().any(|name| name.as_str() == "cluster");
    let cluster = if is_taken { "release_cluster" } else { "cluster" }.to_owned();
    let layout = Layout {
        format,
        names: [id, cluster, time, first, second],
        degrees,
        time_text: points.time_text,
        file: points.file.clone(),
    };
    layout.check(&job.output)?;
    Ok(layout)
}

/// Largest distance in metres by which writing displaces a point: half a step of 1e-7 degrees, or
/// of a millimetre, in both axes, and a hair.
pub fn rounding(layout: &Layout) -> f64 {
    let half = if layout.degrees { 0.5e-7 * 111_200.0 } else { 0.5e-3 };
    half * std::f64::consts::SQRT_2 + 1e-6
}

/// Writes a release to a file.
pub fn write(
    path: &Path,
    clusters: &[ReleasedCluster],
    layout: &Layout,
    frame: Frame,
) -> Result<(), TrajectoryError> {
    formats::write(path, &tracks(clusters, frame), layout)
}

/// What is written: trajectories are numbered from 1, cluster after cluster.
pub fn tracks(clusters: &[ReleasedCluster], frame: Frame) -> Vec<ReleasedTrack> {
    let mut tracks = Vec::new();
    for (cluster, released) in clusters.iter().enumerate() {
        let span = released.span.map(|second| second as f64);
        for Member { track, .. } in &released.members {
            let point = |(instant, &position): (usize, &[f64; 2])| {
                let second = at(span, instant, track.len()).round() as i64;
                (second, frame.written(position))
            };
            let points = track.iter().enumerate().map(point).collect();
            tracks.push(ReleasedTrack { number: tracks.len() + 1, cluster: cluster + 1, points });
        }
    }
    tracks
}

/// A release as its file has it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadAgain {
    /// The trajectories in the order of the file.
    pub tracks: Vec<ReadTrack>,
    /// How its positions became those of the tracks.
    pub frame: Frame,
    /// Points found.
    pub points: usize,
    /// SHA-256 of the file.
    pub sha256: String,
}

/// A trajectory as the file has it.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadTrack {
    /// Seconds.
    pub times: Vec<f64>,
    /// Metres, as positions are compared.
    pub positions: Vec<[f64; 2]>,
}

impl ReadTrack {
    /// The track between its first and last second.
    pub fn timed(&self) -> Timed<'_> {
        let ends = [self.times.first(), self.times.last()].map(|time| time.copied().unwrap_or(0.0));
        Timed { positions: &self.positions, span: ends }
    }
}

impl ReadAgain {
    /// The projection around its points, where the input has degrees.
    pub fn projection(&self) -> Option<Projection> {
        self.frame.told(self.positions())
    }

    /// All of its positions.
    pub fn positions(&self) -> impl Iterator<Item = [f64; 2]> {
        self.tracks.iter().flat_map(|track| track.positions.iter().copied())
    }

    /// Measures the clusters at every instant; the first `sizes[0]` trajectories are the first
    /// cluster.
    ///
    /// # Errors
    /// What makes the file no release with such clusters.
    pub fn measure(&self, sizes: &[usize]) -> Result<CheckedRelease, &'static str> {
        let counted = sizes.iter().try_fold(0_usize, |sum, &size| sum.checked_add(size));
        if counted != Some(self.tracks.len()) {
            return Err("the release and the report have different numbers of trajectories");
        }
        let mut rest = self.tracks.as_slice();
        let mut clusters: Vec<Vec<&[[f64; 2]]>> = Vec::with_capacity(sizes.len());
        for &size in sizes {
            let (members, others) = rest.split_at(size);
            rest = others;
            if members.iter().any(|track| track.times != members[0].times) {
                return Err("members of a cluster have different instants");
            }
            clusters.push(members.iter().map(|track| track.positions.as_slice()).collect());
        }
        Ok(check_release(&clusters))
    }
}

/// Reads a release again.
///
/// # Errors
/// When it cannot be read, or is not the file that a release is.
pub fn read_again(path: &Path, layout: &Layout, frame: Frame) -> Result<ReadAgain, TrajectoryError> {
    tracks_of(path, formats::read(path, layout.format, &layout.columns())?, frame)
}

/// The trajectories of the points of a release, which messages call `path`.
///
/// # Errors
/// When they are not those of a release.
pub fn tracks_of(path: &Path, raw: RawPoints, frame: Frame) -> Result<ReadAgain, TrajectoryError> {
    let wrong = |what| TrajectoryError::Release { path: path.to_owned(), what };
    let mut tracks: Vec<ReadTrack> = Vec::new();
    for row in &raw.rows {
        let (Some(time), Some(position)) = (row.time, row.position) else {
            return Err(wrong("a point of the release has no readable time or position"));
        };
        let number = row.object as usize;
        // Numbers follow first appearance, so a trajectory in pieces would go back to an older one.
        if number == tracks.len() {
            tracks.push(ReadTrack { times: Vec::new(), positions: Vec::new() });
        } else if number + 1 != tracks.len() {
            return Err(wrong("the points of a trajectory are not in adjacent rows"));
        }
        tracks[number].times.push(time);
        tracks[number].positions.push(frame.compared(position));
    }
    Ok(ReadAgain { tracks, frame, points: raw.rows.len(), sha256: raw.sha256 })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two tracks whose first points differ by less than is written stand in the order of their
    /// second points.
    #[test]
    fn what_writing_makes_equal_does_not_tell_which_was_which() {
        let member =
            |trajectory, x: f64, then: f64| Member { trajectory, track: vec![[x, 0.0], [then, 0.0]] };
        let members = vec![member(0, 1.000_01, 7.0), member(1, 1.000_02, 5.0)];
        let mut clusters = [ReleasedCluster { span: [0, 1], members }];
        sort(&mut clusters, Frame::Same);
        assert_eq!(clusters[0].trajectories(), [1, 0]);
    }
}

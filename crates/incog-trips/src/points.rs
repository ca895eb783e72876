//! From points as they stand in a file to trips.

use super::TrajectoryError;
use super::dropped_points::Dropped;
use super::formats::{self, PointFormat, RawPoint, RawPoints};
use super::job::{Cut, PromiseUnit, TrajectoryJob};
use super::projection::Projection;
use super::quantile::quantile;
use super::suspect::SuspectPoints;
use super::time_text::TimeText;
use hashbrown::HashMap;
use incog_io::{FileFormat, RowStream};
use std::collections::BTreeMap;

/// A point of a trip: seconds, then metres.
pub type TimedPoint = (f64, [f64; 2]);

/// What an input holds.
#[derive(Debug)]
pub struct Points {
    /// Each trip, its points in order of time.
    pub trips: Vec<Vec<TimedPoint>>,
    /// The moving object of each trip.
    pub objects: Vec<u32>,
    /// Points that cannot be right and that nothing in the job leaves out.
    pub suspect: SuspectPoints,
    /// How degrees became metres; `None` for metres.
    pub projection: Option<Projection>,
    /// How times are written.
    pub time_text: TimeText,
    /// Names of id, time, and the two coordinates in a table.
    pub names: [String; 4],
    /// The format of the input.
    pub format: PointFormat,
    /// Points read.
    pub points: usize,
    /// Points whose time is before that of the point above them of the same trip. They are used:
    /// points are put in order of time.
    pub out_of_order: usize,
    /// What was not used.
    pub dropped: Dropped,
    /// Whether the input says which trip a point belongs to.
    pub names_trips: bool,
    /// Whether each row of a table is a whole trip.
    pub rows_are_trips: bool,
    /// The types of a table.
    pub file: FileFormat,
    /// SHA-256 of the input; empty for rows in memory.
    pub sha256: String,
}

/// Reads the points of a job and cuts them into trips.
///
/// The order of the points in the file does not count.
///
/// # Errors
/// When the input cannot be read, when it does not say whose the points are although objects count,
/// or when nothing is left of it.
pub fn read(job: &TrajectoryJob) -> Result<Points, TrajectoryError> {
    read_with(job, around_points)
}

/// As [`read`], with a projection of the caller's for positions in degrees: it follows from one
/// position of each object, the median of its own, so that nobody with many points decides it.
///
/// # Errors
/// As [`read`].
pub fn read_around(
    job: &TrajectoryJob,
    projection: impl Fn(&[[f64; 2]]) -> Projection,
) -> Result<Points, TrajectoryError> {
    read_with(job, |usable| projection(&middles(usable)))
}

fn read_with(
    job: &TrajectoryJob,
    projection: impl Fn(&[OwnedPoint]) -> Projection,
) -> Result<Points, TrajectoryError> {
    let file = job.read_from.as_deref().unwrap_or(&job.input);
    let format = PointFormat::of_input(file, job.points.format);
    let raw = formats::read(file, format, &job.points).map_err(|error| error.called(&job.input))?;
    project_points(job, format, raw, projection)
}

/// Cuts the points of a job that another library hands over.
///
/// # Errors
/// As [`read`].
pub fn read_rows(job: &TrajectoryJob, rows: RowStream) -> Result<Points, TrajectoryError> {
    let raw = formats::read_rows(&job.input, rows, &job.points)?;
    project_points(job, PointFormat::Table, raw, around_points)
}

fn around_points(usable: &[OwnedPoint]) -> Projection {
    Projection::around(&positions(usable))
}

fn positions(usable: &[OwnedPoint]) -> Vec<[f64; 2]> {
    usable.iter().map(|(_, (_, position))| *position).collect()
}

/// The median position of each object, each coordinate by itself.
fn middles(usable: &[OwnedPoint]) -> Vec<[f64; 2]> {
    let mut of_object: BTreeMap<u32, Vec<[f64; 2]>> = BTreeMap::new();
    for ((object, _), (_, position)) in usable {
        of_object.entry(*object).or_default().push(*position);
    }
    fn middle(positions: Vec<[f64; 2]>) -> [f64; 2] {
        [0, 1].map(|axis| {
            quantile(&mut positions.iter().map(|position| position[axis]).collect::<Vec<f64>>(), 0.5)
        })
    }
    of_object.into_values().map(middle).collect()
}

/// The trips of these points.
fn project_points(
    job: &TrajectoryJob,
    format: PointFormat,
    raw: RawPoints,
    projection: impl Fn(&[OwnedPoint]) -> Projection,
) -> Result<Points, TrajectoryError> {
    if !raw.names_objects && job.privacy.unit == PromiseUnit::Object {
        return Err(TrajectoryError::NoObject { path: job.input.clone() });
    }
    let mut dropped = Dropped::default();
    let usable = usable(job, &raw, &mut dropped);
    let positions = positions(&usable);
    let projection = raw.degrees.then(|| projection(&usable));
    let mut suspect = SuspectPoints::far_away(&positions, projection, job.trips.bounds.is_some());
    let cut = job.trips.cut.unwrap_or(if raw.names_trips { Cut::None } else { Cut::Gap });
    let (sequences, out_of_order) = sequences(usable, projection, cut);
    let (mut trips, mut objects) = (Vec::new(), Vec::new());
    for (object, points) in sequences {
        let points = cleaned(points, job, &mut dropped);
        if job.trips.max_speed_kmh.is_none() {
            suspect.count_fast(&points);
        }
        for trip in cut_trips(&points, cut, job.trips.gap_minutes * 60.0) {
            if trip.len() >= job.trips.min_points.max(1) {
                trips.push(trip.to_vec());
                objects.push(object);
            } else {
                dropped.short_trips += 1;
                dropped.points_of_short_trips += trip.len();
            }
        }
    }
    if trips.is_empty() {
        return Err(nothing(job, raw.rows.len(), dropped));
    }
    Ok(Points {
        trips,
        objects,
        suspect,
        projection,
        time_text: raw.time_text,
        names: raw.names,
        format,
        points: raw.rows.len(),
        out_of_order,
        dropped,
        names_trips: raw.names_trips,
        rows_are_trips: raw.rows_are_trips,
        file: raw.file,
        sha256: raw.sha256,
    })
}

fn nothing(job: &TrajectoryJob, points: usize, dropped: Dropped) -> TrajectoryError {
    TrajectoryError::Nothing { path: job.input.clone(), points, dropped, least: job.trips.min_points }
}

/// A point with its object and trip.
type OwnedPoint = ((u32, u32), TimedPoint);

/// Points with a position in the bounds and a time.
fn usable(job: &TrajectoryJob, raw: &RawPoints, dropped: &mut Dropped) -> Vec<OwnedPoint> {
    let is_outside = |[first, second]: [f64; 2]| {
        job.trips.bounds.is_some_and(|[w, s, e, n]| !(w..=e).contains(&first) || !(s..=n).contains(&second))
    };
    let mut keep = |point: &RawPoint| {
        let Some(position) = point.position else {
            dropped.bad_coordinates += 1;
            return None;
        };
        let Some(time) = point.time else {
            dropped.bad_times += 1;
            return None;
        };
        if is_outside(position) {
            dropped.outside_bounds += 1;
            return None;
        }
        Some(((point.object, point.trip), (time, position)))
    };
    raw.rows.iter().filter_map(&mut keep).collect()
}

/// The points of each trip that the file names, in metres and in order of time, and how many were
/// not in that order. A day is cut from all points of an object, whatever its trips.
fn sequences(
    points: Vec<OwnedPoint>,
    projection: Option<Projection>,
    cut: Cut,
) -> (Vec<(u32, Vec<TimedPoint>)>, usize) {
    let mut by_key: HashMap<(u32, u32), Vec<TimedPoint>, foldhash::fast::FixedState> = HashMap::default();
    for ((object, trip), (time, position)) in points {
        let metres = projection.map_or(position, |projection| projection.to_metres(position));
        let trip = if cut == Cut::Day { 0 } else { trip };
        by_key.entry((object, trip)).or_default().push((time, metres));
    }
    // Sorted before anything is made of them: the order of a hash map never shows.
    let mut sequences: Vec<_> = by_key.into_iter().collect();
    sequences.sort_by_key(|(key, _)| *key);
    let mut out_of_order = 0;
    let in_order = |((object, _), mut points): ((u32, u32), Vec<TimedPoint>)| {
        out_of_order += points.windows(2).filter(|pair| pair[1].0 < pair[0].0).count();
        points
            .sort_by(|(t, a), (u, b)| t.total_cmp(u).then(a[0].total_cmp(&b[0])).then(a[1].total_cmp(&b[1])));
        (object, points)
    };
    let sequences = sequences.into_iter().map(in_order).collect();
    (sequences, out_of_order)
}

/// Without second points at the same time, and without points that are too fast to reach.
fn cleaned(mut points: Vec<TimedPoint>, job: &TrajectoryJob, dropped: &mut Dropped) -> Vec<TimedPoint> {
    let before = points.len();
    points.dedup_by_key(|(time, _)| *time);
    dropped.duplicate_times += before - points.len();
    let Some(fastest) = job.trips.max_speed_kmh else { return points };
    let before = points.len();
    let mut last: Option<TimedPoint> = None;
    points.retain(|&(time, [x, y])| {
        let reachable = last.is_none_or(|(then, [from_x, from_y])| {
            (x - from_x).hypot(y - from_y) <= fastest / 3.6 * (time - then)
        });
        if reachable {
            last = Some((time, [x, y]));
        }
        reachable
    });
    dropped.too_fast += before - points.len();
    points
}

fn cut_trips(points: &[TimedPoint], cut: Cut, gap: f64) -> impl Iterator<Item = &[TimedPoint]> {
    points.chunk_by(move |(a, _), (b, _)| match cut {
        Cut::None => true,
        Cut::Gap => b - a <= gap,
        Cut::Day => day(*a) == day(*b),
    })
}

/// The day a time is in.
pub fn day(time: f64) -> i64 {
    (time / 86_400.0).floor() as i64
}

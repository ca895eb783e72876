//! From trips to trajectories that share their instants.

use super::TrajectoryError;
use super::job::{Clock, Cut, PromiseUnit, TrajectoryJob};
use super::points::{Points, TimedPoint, day};
use super::timed_track::{Timed, at};
use crate::limits::MOST_POSITIONS;
use incog_trajectory::TrajectorySet;
use serde::{Deserialize, Serialize};

/// Trajectories with their times.
#[derive(Debug)]
pub struct Sampled {
    /// The positions.
    pub set: TrajectorySet,
    /// By trajectory of the set: first and last instant, in seconds.
    pub spans: Vec<[f64; 2]>,
    /// What sampling did.
    pub facts: SamplingFacts,
}

impl Sampled {
    /// A trajectory of the set with its time.
    pub fn timed(&self, trajectory: usize) -> Timed<'_> {
        Timed { positions: self.set.track(trajectory), span: self.spans[trajectory] }
    }
}

/// What sampling did.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct SamplingFacts {
    /// Trajectories made.
    pub trajectories: usize,
    /// Instants of each.
    pub instants: usize,
    /// What the instants are.
    pub time: Clock,
    /// Instants at which an object had not begun or had ended, and stands still; only in internal
    /// reports.
    pub held_instants: Option<usize>,
}

/// Samples the trips as the job says.
pub fn sample(job: &TrajectoryJob, points: &Points) -> Result<Sampled, TrajectoryError> {
    let by_day = if job.trips.cut == Some(Cut::Day) { Clock::Day } else { Clock::Trip };
    let clock = job.sampling.time.unwrap_or(by_day);
    let instants = job.sampling.instants;
    check_size(points.trips.len(), instants)?;
    let mut held_instants = 0;
    let (mut positions, mut spans) = (Vec::new(), Vec::new());
    for trip in &points.trips {
        let own = match clock {
            Clock::Trip => [trip[0].0, trip[trip.len() - 1].0],
            Clock::Day => {
                let midnight = day(trip[0].0) as f64 * 86_400.0;
                [midnight, midnight + 86_399.0]
            }
        };
        for instant in 0..instants {
            let time = at(own, instant, instants);
            held_instants += usize::from(time < trip[0].0 || time > trip[trip.len() - 1].0);
            positions.push(interpolate(trip, time));
        }
        // All on a day that is nobody's: any of theirs would tell when somebody was there, who may
        // not be published.
        spans.push(if clock == Clock::Day { [0.0, 86_399.0] } else { own });
    }
    let earliest = spans.iter().map(|span| span[0]).fold(f64::INFINITY, f64::min);
    // Half for the start and half for the end, at each instant.
    let worth = job.sampling.metres_per_second * instants as f64 / 2.0;
    let times: Vec<[f64; 2]> = spans.iter().map(|span| span.map(|time| (time - earliest) * worth)).collect();
    let times = (clock == Clock::Trip && worth > 0.0).then_some(times.as_slice());
    let objects = (job.privacy.unit == PromiseUnit::Object).then_some(points.objects.as_slice());
    let centers = assign_centers(&positions, instants, times, objects, job.privacy.centers)?;
    let mut set = TrajectorySet::new(&positions, instants, times, &centers)?;
    if let Some(objects) = objects {
        set = set.with_objects(objects)?;
    }
    let spans: Vec<[f64; 2]> = (0..set.len()).map(|trajectory| spans[set.source(trajectory)]).collect();
    let held_instants = Some(held_instants);
    let facts = SamplingFacts { trajectories: set.len(), instants, time: clock, held_instants };
    Ok(Sampled { set, spans, facts })
}

/// Refuses more positions than are held in memory.
fn check_size(trips: usize, instants: usize) -> Result<(), TrajectoryError> {
    if trips.saturating_mul(instants) <= MOST_POSITIONS {
        return Ok(());
    }
    let found = format!("{instants} for {trips} trips");
    let expected = "few enough that trips times instants are at most 268435456";
    Err(TrajectoryError::Value { key: "sampling.instants", found, expected: expected.into() })
}

/// Position at a time: on the straight line between two points, at the ends before and after.
pub fn interpolate(trip: &[TimedPoint], time: f64) -> [f64; 2] {
    let next = trip.partition_point(|(known, _)| *known < time);
    match (next.checked_sub(1).map(|before| trip[before]), trip.get(next)) {
        (Some((t0, a)), Some(&(t1, b))) => {
            let share = (time - t0) / (t1 - t0);
            [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]
        }
        (Some((_, end)), None) => end,
        (None, Some(&(_, start))) => start,
        (None, None) => [f64::NAN; 2],
    }
}

/// Deals trajectories to data centres in turn, in the order of their content.
fn assign_centers(
    positions: &[[f64; 2]],
    instants: usize,
    times: Option<&[[f64; 2]]>,
    objects: Option<&[u32]>,
    centers: u32,
) -> Result<Vec<u32>, TrajectoryError> {
    if centers <= 1 {
        return Ok(Vec::new());
    }
    let mut order = TrajectorySet::new(positions, instants, times, &[])?;
    if let Some(objects) = objects {
        order = order.with_objects(objects)?;
    }
    let mut dealt = vec![0; order.len()];
    (0..order.len()).for_each(|place| dealt[order.source(place)] = place as u32 % centers);
    Ok(dealt)
}

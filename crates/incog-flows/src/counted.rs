//! The points of a job, and what they did.

use crate::error::FlowsError;
use crate::facts::grid::{FlowGrid, projection_on_parallel};
use crate::facts::{FlowFacts, FlowReading};
use crate::job::FlowsJob;
use incog_trips::{Points, PromiseUnit, read_points_around};

/// What was read, and how.
pub struct CountedPoints {
    /// The points.
    pub points: Points,
    /// How they were looked at.
    pub reading: FlowReading,
    /// What they did.
    pub facts: FlowFacts,
}

/// Reads the points of a job; the squares are those of a report, or follow from the job.
pub fn read(job: &FlowsJob, grid: Option<FlowGrid>) -> Result<CountedPoints, FlowsError> {
    let mut points = read_points_around(&job.reading_job(), projection_on_parallel)?;
    if job.privacy.unit == PromiseUnit::Trip {
        points.objects = (0..points.trips.len() as u32).collect();
    }
    let parallel = points.projection.map(|projection| projection.latitude);
    let stay = job.stay(points.names_trips);
    let gap = job.trips.gap_minutes * 60.0;
    let stated = grid.map(|grid| grid.metres).or(job.flows.cell);
    let mut metres = stated.unwrap_or(250.0);
    loop {
        let reading = FlowReading { grid: FlowGrid { metres, parallel }, clock: job.clock(), stay, gap };
        let facts = FlowFacts::read(&points, reading);
        if stated.is_some() || metres >= 16_000.0 || facts.is_mostly_shared(job.privacy.k) {
            return Ok(CountedPoints { facts, points, reading });
        }
        metres *= 2.0;
    }
}

impl FlowFacts {
    /// Whether two thirds of the presence are in squares and bands with k objects.
    fn is_mostly_shared(&self, k: usize) -> bool {
        let mut places: Vec<_> = self.presence.iter().map(|fact| (fact.from, fact.band)).collect();
        places.sort_unstable();
        let shared =
            places.chunk_by(|before, after| before == after).map(<[_]>::len).filter(|&count| count >= k);
        3 * shared.sum::<usize>() >= 2 * places.len()
    }
}

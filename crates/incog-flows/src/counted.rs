//! The points of a job, and what they did.

use crate::error::FlowsError;
use crate::facts::grid::{FlowCell, FlowGrid, projection_on_parallel};
use crate::facts::{FlowFacts, FlowReading};
use crate::job::FlowsJob;
use incog_trips::{Points, PromiseUnit, read_points_around};
use std::collections::{BTreeMap, HashMap};

/// What was read, and how.
pub struct CountedPoints {
    /// The points.
    pub points: Points,
    /// How they were looked at.
    pub reading: FlowReading,
    /// What they did.
    pub facts: FlowFacts,
}

/// The sides of finest squares that are tried where the job states none.
const FINEST_METRES: f64 = 250.0;
const COARSEST_METRES: f64 = 16_000.0;

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
    let mut metres = stated.unwrap_or(FINEST_METRES);
    loop {
        let reading = FlowReading { grid: FlowGrid { metres, parallel }, clock: job.clock(), stay, gap };
        let facts = FlowFacts::read(&points, reading);
        if stated.is_some() || metres >= COARSEST_METRES || facts.is_mostly_shared(job.privacy.k) {
            return Ok(CountedPoints { facts, points, reading });
        }
        metres *= 2.0;
    }
}

impl FlowFacts {
    /// Whether two thirds of the presence are in squares and bands with k objects. Each object
    /// weighs the same, so that one that is everywhere decides nothing alone.
    fn is_mostly_shared(&self, k: usize) -> bool {
        let mut objects_at: HashMap<(FlowCell, i32), usize> = HashMap::new();
        self.presence.iter().for_each(|fact| *objects_at.entry((fact.from, fact.band)).or_default() += 1);
        let mut of_object: BTreeMap<u32, (u32, u32)> = BTreeMap::new();
        for fact in &self.presence {
            let (shared, all) = of_object.entry(fact.object).or_default();
            *all += 1;
            *shared += u32::from(objects_at[&(fact.from, fact.band)] >= k);
        }
        let shared: f64 = of_object.values().map(|(shared, all)| f64::from(*shared) / f64::from(*all)).sum();
        3.0 * shared >= 2.0 * of_object.len() as f64
    }
}

//! How many begin and end their trips in a square.

use crate::counts::FlowKey;
use crate::facts::FlowFact;
use crate::facts::grid::{FlowCell, FlowSquare};
use hashbrown::HashMap;

type Fixed = foldhash::fast::FixedState;

/// At most this share of those who begin in a square, or arrive in it, may make one trip.
pub const LARGEST_SHARE: f64 = 0.8;

/// How many objects begin or end a trip in a square.
pub struct TripEnds {
    starts: HashMap<(FlowSquare, Option<i32>), usize, Fixed>,
    arrivals: HashMap<(FlowSquare, Option<i32>), usize, Fixed>,
}

impl TripEnds {
    /// Those of all trips, up to a level.
    pub fn new(trips: &[FlowFact], top: u8) -> Self {
        Self { starts: ends(trips, top, |fact| fact.from), arrivals: ends(trips, top, |fact| fact.to) }
    }

    /// Whether enough objects that begin, and that arrive, do it on another way.
    pub fn are_shared(&self, key: FlowKey, count: usize) -> bool {
        let starts = self.starts.get(&(key.origin(), key.band));
        let arrivals = self.arrivals.get(&(key.destination(), key.band));
        count as f64 <= LARGEST_SHARE * starts.min(arrivals).copied().unwrap_or(0) as f64
    }
}

/// By square and band, and by square in all bands, how many objects have an end there.
fn ends(
    trips: &[FlowFact],
    top: u8,
    end: fn(&FlowFact) -> FlowCell,
) -> HashMap<(FlowSquare, Option<i32>), usize, Fixed> {
    let mut counts = HashMap::default();
    for level in 0..=top {
        let mut found: Vec<(FlowSquare, Option<i32>, u32)> = trips
            .iter()
            .flat_map(|fact| {
                [Some(fact.band), None].map(|band| (FlowSquare::around(end(fact), level), band, fact.object))
            })
            .collect();
        found.sort_unstable();
        found.dedup();
        for (square, band, _) in found {
            *counts.entry((square, band)).or_insert(0) += 1;
        }
    }
    counts
}

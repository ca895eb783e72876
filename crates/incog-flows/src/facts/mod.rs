//! What objects did, in finest squares and bands.

pub mod clock;
pub mod grid;
pub mod stays;

use clock::FlowClock;
use grid::{FlowCell, FlowGrid};
use incog_trips::{Points, TimedPoint};
use stays::Stay;

/// What one object did.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FlowFact {
    /// Who.
    pub object: u32,
    /// Where it was, or began.
    pub from: FlowCell,
    /// Where it ended; `from` where it only was.
    pub to: FlowCell,
    /// The band in which it was or began.
    pub band: i32,
    /// The band in which it ended.
    pub until: i32,
}

impl FlowFact {
    /// That its object was in a square in a band.
    pub fn presence(self, cell: FlowCell, band: i32) -> Self {
        Self { from: cell, to: cell, band, until: band, ..self }
    }
}

/// All that is counted; each list is sorted and names nothing twice.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct FlowFacts {
    /// An object was in a square.
    pub presence: Vec<FlowFact>,
    /// It travelled from one square to another, or made a round trip.
    pub trips: Vec<FlowFact>,
    /// It crossed from a square into a neighbouring one.
    pub moves: Vec<FlowFact>,
}

/// How tracks are looked at.
#[derive(Debug, Clone, Copy)]
pub struct FlowReading {
    /// The squares.
    pub grid: FlowGrid,
    /// The bands.
    pub clock: FlowClock,
    /// Where trips end, besides the ends of tracks.
    pub stay: Option<Stay>,
    /// Between points that are farther apart in time nothing is assumed, seconds.
    pub gap: f64,
}

/// Between two points of a track an object is looked for once a minute at least.
const SECONDS: f64 = 60.0;
/// Looks in the width of a square, so that moves lead to neighbours.
const LOOKS_A_SQUARE: f64 = 2.0;
/// Most looks between two points.
const MOST_LOOKS: f64 = 10_000.0;

impl FlowFacts {
    /// The facts of all tracks.
    pub fn read(points: &Points, reading: FlowReading) -> Self {
        let mut facts = Self::default();
        for (track, &object) in points.trips.iter().zip(&points.objects) {
            facts.add(track, object, reading);
        }
        for list in [&mut facts.presence, &mut facts.trips, &mut facts.moves] {
            list.sort_unstable();
            list.dedup();
        }
        facts
    }

    fn add(&mut self, track: &[TimedPoint], object: u32, reading: FlowReading) {
        for part in track.chunk_by(|before, after| after.0 - before.0 <= reading.gap) {
            // Of two points nobody knows the way between: a line would follow from the ends.
            let looks = if part.len() > 2 { reading.looks(part, 0.0) } else { part.to_vec() };
            self.presence.extend(looks.iter().map(|look| reading.fact(object, look, look)));
            if part.len() < 3 {
                continue;
            }
            let looks = reading.looks(part, LOOKS_A_SQUARE);
            let steps = looks.windows(2).map(|pair| reading.fact(object, &pair[0], &pair[1]));
            self.moves.extend(steps.filter(|step| step.from != step.to));
        }
        let legs = reading.stay.map_or_else(|| vec![track], |stay| stay.cut(track));
        for leg in legs.iter().filter(|leg| leg.len() > 1) {
            self.trips.push(reading.fact(object, &leg[0], &leg[leg.len() - 1]));
        }
    }
}

impl FlowReading {
    fn fact(self, object: u32, from: &TimedPoint, to: &TimedPoint) -> FlowFact {
        let [band, until] = [from.0, to.0].map(|time| self.clock.band(time));
        FlowFact { object, from: self.grid.cell(from.1), to: self.grid.cell(to.1), band, until }
    }

    /// The points of a track and some between them, on straight lines: one a minute at least, and
    /// so many in the width of a square.
    fn looks(self, track: &[TimedPoint], a_square: f64) -> Vec<TimedPoint> {
        let mut looks: Vec<TimedPoint> = Vec::with_capacity(track.len());
        for pair in track.windows(2) {
            let ((time, [x, y]), (until, [east, north])) = (pair[0], pair[1]);
            let way = (east - x).abs().max((north - y).abs());
            let steps = ((until - time) / SECONDS).max(way / self.grid.metres * a_square);
            let steps = steps.ceil().clamp(1.0, MOST_LOOKS);
            looks.extend((0..steps as u32).map(|step| {
                let share = f64::from(step) / steps;
                (time + (until - time) * share, [x + (east - x) * share, y + (north - y) * share])
            }));
        }
        looks.extend(track.last());
        looks
    }
}

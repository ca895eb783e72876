//! Points that cannot be right.

use super::projection::Projection;
use super::quantile::quantile;
use serde::{Deserialize, Serialize};

/// Points that cannot be right and that nothing in the job leaves out.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SuspectPoints {
    /// Points far from all others: ten times as far from the middle as 95 of 100 points are.
    /// Counted without `trips.bounds`.
    pub far_away: usize,
    /// Those of them whose longitude or latitude is 0, as receivers write that know no position.
    pub at_zero: usize,
    /// Steps faster than any airliner, at more than 1,200 km an hour. Counted without
    /// `trips.max_speed_kmh`.
    pub too_fast: usize,
    /// Bounds that would leave out the points far away, for whoever runs the job. They follow from
    /// the input.
    #[serde(skip)]
    pub bounds: Option<[f64; 4]>,
}

/// Faster than aeroplanes fly, in kilometres per hour.
pub const FASTEST_KMH: f64 = 1200.0;

/// How many times as far from the middle as the bulk a point far away is.
const FAR: f64 = 10.0;

/// The share of points that are the bulk.
const BULK: f64 = 0.95;

impl SuspectPoints {
    /// Counts the points far away among positions as they stand in the file; none where the job has
    /// bounds.
    pub fn far_away(positions: &[[f64; 2]], projection: Option<Projection>, bounded: bool) -> Self {
        if bounded || positions.is_empty() {
            return Self::default();
        }
        let metres =
            |position: &[f64; 2]| projection.map_or(*position, |projection| projection.to_metres(*position));
        let reach = PointSpread::new(positions.iter().map(metres).collect());
        let (mut far_away, mut at_zero) = (0, 0);
        let mut bounds = [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY];
        for position in positions {
            if reach.is_far(metres(position)) {
                far_away += 1;
                at_zero += usize::from(projection.is_some() && position.contains(&0.0));
            } else {
                let [west, south, east, north] = bounds;
                let [x, y] = *position;
                bounds = [west.min(x), south.min(y), east.max(x), north.max(y)];
            }
        }
        let bounds = (far_away > 0).then(|| rounded(bounds, if projection.is_some() { 10.0 } else { 0.01 }));
        Self { far_away, at_zero, too_fast: 0, bounds }
    }

    /// Counts the steps that are too fast among points of one trip, in order of time: seconds, then
    /// metres.
    pub fn count_fast(&mut self, points: &[(f64, [f64; 2])]) {
        let too_fast = |step: &&[(f64, [f64; 2])]| {
            let ((start, a), (end, b)) = (step[0], step[1]);
            (b[0] - a[0]).hypot(b[1] - a[1]) > FASTEST_KMH / 3.6 * (end - start)
        };
        self.too_fast += points.windows(2).filter(too_fast).count();
    }

    /// What a report tells of them: counts.
    pub fn told(self) -> Self {
        Self { bounds: None, ..self }
    }

    /// What is to be said of them, with nothing that follows from a single point.
    pub fn warnings(&self) -> Vec<String> {
        let mut warnings = Vec::new();
        if self.far_away > 0 {
            let at_zero = match self.at_zero {
                0 => String::new(),
                count => format!(", {count} of them at longitude or latitude 0"),
            };
            warnings.push(format!(
                "{} points are far from all others{at_zero}, mostly by receiver errors, and they distort \
                 their clusters; leave them out with trips.bounds",
                self.far_away
            ));
        }
        if self.too_fast > 0 {
            warnings.push(format!(
                "{} steps between two points need more than {FASTEST_KMH} km/h, mostly by receiver or \
                 clock errors; leave such points out with trips.max_speed_kmh",
                self.too_fast
            ));
        }
        warnings
    }

    /// Bounds to try, for whoever runs the job.
    pub fn advice(&self) -> Option<String> {
        let [west, south, east, north] = self.bounds?;
        Some(format!("the other points are within trips.bounds = [{west}, {south}, {east}, {north}]"))
    }
}

/// Outwards, to a fraction of a degree or to a hundred metres.
fn rounded([west, south, east, north]: [f64; 4], parts: f64) -> [f64; 4] {
    let (down, up) = (|v: f64| (v * parts).floor() / parts, |v: f64| (v * parts).ceil() / parts);
    [down(west), down(south), up(east), up(north)]
}

/// The middle of some points, and how far the bulk of them is from it.
#[derive(Debug, Clone, Copy)]
pub struct PointSpread {
    middle: [f64; 2],
    bulk: f64,
}

impl PointSpread {
    /// Of points in metres.
    pub fn new(points: Vec<[f64; 2]>) -> Self {
        let median = |axis: usize| {
            let mut values: Vec<f64> = points.iter().map(|point| point[axis]).collect();
            quantile(&mut values, 0.5)
        };
        let middle = [median(0), median(1)];
        let from = |point: &[f64; 2]| (point[0] - middle[0]).hypot(point[1] - middle[1]);
        let mut distances: Vec<f64> = points.iter().map(from).collect();
        Self { middle, bulk: quantile(&mut distances, BULK) }
    }

    /// Whether a point is far from all others.
    pub fn is_far(self, point: [f64; 2]) -> bool {
        self.is_far_apart(point, self.middle)
    }

    /// Whether two points are so far apart that nothing of the data lies between them.
    pub fn is_far_apart(self, a: [f64; 2], b: [f64; 2]) -> bool {
        // Points in one place have no bulk to speak of.
        (a[0] - b[0]).hypot(a[1] - b[1]) > FAR * self.bulk.max(100.0)
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn points_at_zero_and_speeds_of_no_vehicle_are_counted() {
        let mut positions: Vec<[f64; 2]> = (0..200).map(|at| [13.0 + f64::from(at) * 1e-3, 52.0]).collect();
        positions.extend([[0.0, 0.0], [0.0, 52.0], [13.0, -70.0]]);
        let around = Some(Projection::around(&positions));
        let mut found = SuspectPoints::far_away(&positions, around, false);
        assert_eq!((found.far_away, found.at_zero), (3, 2));
        assert_eq!(found.bounds, Some([13.0, 52.0, 13.2, 52.0]));
        found.count_fast(&[(0.0, [0.0, 0.0]), (1.0, [300.0, 0.0]), (2.0, [700.0, 0.0])]);
        assert_eq!(found.too_fast, 1);
        assert_eq!(found.warnings().len(), 2);
        let found = SuspectPoints::far_away(&positions, around, true);
        assert_eq!(found, SuspectPoints::default());
    }
}

//! Points that are not used.

use serde::{Deserialize, Serialize};

/// What was not used, and why.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dropped {
    /// Points whose position is missing, not a number, or not a longitude and latitude.
    pub bad_coordinates: usize,
    /// Points whose time is missing or not readable.
    pub bad_times: usize,
    /// Points outside the bounds of the job.
    pub outside_bounds: usize,
    /// Points at a time at which their trip already has a point.
    pub duplicate_times: usize,
    /// Points that their object could reach only faster than the job allows.
    pub too_fast: usize,
    /// Trips with too few points.
    pub short_trips: usize,
    /// Points of those trips.
    pub points_of_short_trips: usize,
}

impl Dropped {
    /// What was not used, for whoever runs the job; `None` where all was.
    pub fn note(&self) -> Option<String> {
        let counts = [
            ("points without a readable position", self.bad_coordinates),
            ("points without a readable time", self.bad_times),
            ("points outside the bounds", self.outside_bounds),
            ("duplicate points at one time", self.duplicate_times),
            ("points reached too fast", self.too_fast),
            ("trips with too few points", self.short_trips),
            ("points of these trips", self.points_of_short_trips),
        ];
        let told =
            counts.iter().filter(|(_, count)| *count > 0).map(|(what, count)| format!("{what} {count}"));
        let told = told.collect::<Vec<_>>().join(", ");
        (!told.is_empty()).then(|| format!("left out of the input (not shown in the public report): {told}"))
    }
}

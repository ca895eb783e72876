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
            (self.bad_coordinates, "points without a readable position"),
            (self.bad_times, "points without a readable time"),
            (self.outside_bounds, "points outside the bounds"),
            (self.duplicate_times, "second points at one time"),
            (self.too_fast, "points reached too fast"),
            (self.short_trips, "trips with too few points"),
        ];
        let told =
            counts.iter().filter(|(count, _)| *count > 0).map(|(count, what)| format!("{count} {what}"));
        let told = told.collect::<Vec<_>>().join(", ");
        (!told.is_empty()).then(|| format!("not used of the input: {told}; the public report does not tell"))
    }
}

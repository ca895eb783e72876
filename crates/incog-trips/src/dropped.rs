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

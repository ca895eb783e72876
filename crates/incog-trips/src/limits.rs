//! What a job of trajectories may ask for at most; `docs/limits.md` has the list for people.

/// Most metres that a second of time shift may count.
pub const MOST_METRES_PER_SECOND: f64 = 1e6;

/// Most positions of all trajectories together, at 16 bytes each: trips times instants.
pub const MOST_POSITIONS: usize = 1 << 28;

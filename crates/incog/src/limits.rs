//! What a job may ask for at the most, and what readers take; `docs/limits.md` has the list for people.

use std::ops::RangeInclusive;

pub use incog_io::limits::*;

/// Most worker threads.
pub const MOST_THREADS: u16 = 1024;

/// Most quasi-identifiers: with 255 levels each, the nodes of their lattice still are a number that a double
/// can hold.
pub const MOST_QUASI_IDENTIFIERS: usize = 128;

/// Most metres that a second of time shift may count.
pub const MOST_METRES_PER_SECOND: f64 = 1e6;

/// Most positions of all trajectories together, at 16 bytes each: trips times instants.
pub const MOST_POSITIONS: usize = 1 << 28;

/// Weights, of columns and of the parts of an objective: a wider range leaves nothing of the smaller ones
/// in a sum of doubles, and nothing in a report that reads them again.
pub const WEIGHTS: RangeInclusive<f64> = 1e-6..=1e6;

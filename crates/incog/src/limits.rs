//! What a job may ask for at the most, and what readers take; `docs/limits.md` has the list for people.

use std::ops::RangeInclusive;

pub use incog_io::limits::*;
pub use incog_trips::limits::*;

/// Most worker threads.
pub const MOST_THREADS: u16 = 1024;

/// Most quasi-identifiers: with 255 levels each, the nodes of their lattice still are a number that a double
/// can hold.
pub const MOST_QUASI_IDENTIFIERS: usize = 128;

/// Weights, of columns and of the parts of an objective: a wider range leaves nothing of the smaller ones
/// in a sum of doubles, and nothing in a report that reads them again.
pub const WEIGHTS: RangeInclusive<f64> = 1e-6..=1e6;

//! What a job may ask for at the most, and what readers take; `docs/limits.md` has the list for people.

pub use incog_io::limits::*;
pub use incog_trips::limits::*;
pub use incog_utility::WEIGHTS;

/// Most worker threads.
pub const MOST_THREADS: u16 = 1024;

/// Most quasi-identifiers: with 255 levels each, the nodes of their lattice still are a number that a double
/// can hold.
pub const MOST_QUASI_IDENTIFIERS: usize = 128;

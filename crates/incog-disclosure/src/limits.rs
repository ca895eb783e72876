//! The most that a job may ask for and that readers accept; `docs/limits.md` has the list for
//! people.

pub use incog_io::limits::*;
pub use incog_utility::WEIGHTS;

/// Most worker threads.
pub const MOST_THREADS: u16 = 1024;

/// The largest number of quasi-identifiers: even with 255 levels each, a double can hold the number
/// of nodes of their lattice.
pub const MOST_QUASI_IDENTIFIERS: usize = 128;

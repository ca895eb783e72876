//! The most that a job may ask for and that readers accept; `docs/limits.md` has the list for
//! people.

pub use incog_disclosure::limits::*;
pub use incog_trips::limits::*;

//! Searches that find good nodes quickly and mostly prove nothing.

mod bottom_up;
mod datafly;
mod greedy;
mod random;
mod top_down;

pub use bottom_up::bottom_up;
pub use datafly::datafly;
pub use random::random;
pub use top_down::top_down;

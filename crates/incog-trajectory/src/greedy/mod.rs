//! Constructive clusterings and their improvement by local moves.

mod by_center;
mod free_set;
mod improve;
mod k_member;
mod ladder;
mod mdav;
mod w4m;

pub use improve::improve;
pub use k_member::k_member;
pub(crate) use ladder::ladder;
pub use mdav::mdav;
pub use w4m::w4m;

/// No greedy clustering: a data centre has too few trajectories.
pub type GreedyError = crate::evolutionary::LayoutError;

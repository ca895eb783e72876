//! Searches that are worth stopping at any moment.

mod auto;
mod descent;

pub use auto::{HEAD_START, auto};

//! Searches that prove what they find.

mod exhaustive;
mod optimal;

pub use exhaustive::exhaustive;
pub use optimal::optimal;

//! The numbers of a column with their ends joined, rounded to bases of a ladder.

mod crowd;
mod ladder;
mod numbers;

pub(crate) use crowd::Crowd;
pub(crate) use ladder::Base;
pub(crate) use numbers::{NO_NUMBER, Numbers, Rounded, outliers};

/// A pair makes no column so coarse that fewer different numbers are published: it would say
/// nothing any more.
pub const FEWEST_NUMBERS: usize = 5;

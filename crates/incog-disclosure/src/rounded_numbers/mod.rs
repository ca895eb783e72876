//! The numbers of a column with their ends joined, rounded to bases of a ladder.

mod crowd;
mod ladder;
mod numbers;

pub(crate) use crowd::Crowd;
pub(crate) use ladder::Base;
pub(crate) use numbers::{NO_NUMBER, Numbers, Rounded, outliers};

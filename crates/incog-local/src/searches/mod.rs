//! Finding local recodings.

mod cell_index;
mod leftovers;
mod reassign;
mod rounds;
mod top_down;

pub(crate) use reassign::reassign;
pub(crate) use rounds::rounds;
pub(crate) use top_down::{Splits, top_down};

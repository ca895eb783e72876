//! Finding local recodings.

mod cell_index;
mod cell_pass;
mod leftovers;
mod reassign;
mod rounds;
mod top_down;

pub(crate) use cell_pass::cell_pass;
pub(crate) use reassign::reassign;
pub(crate) use rounds::rounds;
pub(crate) use top_down::{Splits, top_down};

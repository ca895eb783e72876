//! Plots of results as SVG and PNG.

mod chart;
mod figures;
mod raster;

pub use chart::{Chart, Frame, Series};
pub use figures::draw;
pub use raster::png;

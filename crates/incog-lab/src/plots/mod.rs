//! Plots of results as SVG and PNG.

mod axes;
mod boxes;
mod chart;
mod convergence;
mod critical_difference;
mod diversity;
mod figures;
mod fronts;
mod gap;
mod lines;
mod over_instances;
mod ranking;
mod raster;
mod speed_up;

pub use axes::PlotFrame;
pub use chart::Chart;
pub use figures::{Runs, draw};
pub use lines::PlotSeries;
pub use raster::png;

//! The walk from a job to a release with a report.

mod cold_start;
mod control;
mod describe;
mod infeasible;
mod input;
mod match_rows;
mod measure;
mod measure_coalitions;
mod models;
mod pool;
mod recoding;
mod retained_rows;
mod row_order;
mod run;
mod trace_file;

pub use control::Control;
pub use infeasible::Infeasible;
pub(crate) use input::{build_hierarchy, read_hierarchy};
pub(crate) use pool::{Part, read_input};
pub use run::{Event, Outcome};

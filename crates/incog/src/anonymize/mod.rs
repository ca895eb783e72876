//! The walk from a job to a release with a report.

mod cold_start;
mod control;
mod describe;
mod infeasible;
mod input;
mod match_rows;
mod measure;
mod models;
mod pool;
mod publish;
mod published;
mod read_back;
mod recoding;
mod retained_rows;
mod row_order;
mod run;
mod secret;
mod trace_file;

pub use control::Control;
pub(crate) use describe::input_hmac;
pub use infeasible::{Infeasible, NothingFound, UnmetModel};
pub(crate) use input::{build_hierarchy, read_hierarchy};
pub(crate) use pool::{Part, read_input};
pub(crate) use published::{PublishedAttribute, Shown, attribute, parents, used_codes};
pub(crate) use retained_rows::Draw;
pub use run::{Event, Outcome};
pub(crate) use secret::Secret;

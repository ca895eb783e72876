//! The steps from a job to a release with a report.

mod aggregated;
mod alike;
mod describe;
mod evidence;
mod in_memory;
mod input;
mod match_rows;
mod measure;
mod noise;
mod plan_file;
mod pool;
mod posed;
mod publish;
mod published;
mod read_back;
mod recoding;
mod replaced;
mod retained_rows;
mod reuse;
mod row_order;
mod run;
mod seal;
mod search_files;
mod secret;
mod starred;
mod trace_file;

pub(crate) use describe::input_hmac;
pub use in_memory::TableRelease;
pub use plan_file::PlanFile;
pub(crate) use pool::{Source, read_input};
pub(crate) use posed::Posed;
pub(crate) use published::{PublishedAttribute, Shown, attribute, parents, used_codes};
pub(crate) use retained_rows::Draw;
pub use run::{Event, ReleaseOutcome};
pub(crate) use secret::Secret;

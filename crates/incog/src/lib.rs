//! Privacy-preserving data publishing: from a table and a job to a release, provably the best one
//! that meets its privacy models, and a report that says so.
//!
//! ```no_run
//! let outcome = incog::Job::from_toml_file("job.toml")?.run()?;
//! println!("{} classes", outcome.report.solution.classes);
//! # Ok::<(), incog::IncogError>(())
//! ```
//!
//! The walk is [`job`] (what is asked for), [`problem`] (what is searched), [`anonymize`] (the release
//! is made, written and measured), [`report`].

// Errors are made once a run and carry what a message needs; their size does not matter.
#![allow(clippy::result_large_err)]

pub mod anonymize;
pub mod audit;
pub mod catalogue;
mod error;
pub mod hierarchy;
pub mod hospital;
pub mod instances;
pub mod job;
pub mod limits;
pub mod problem;
pub mod report;
pub mod signature;
pub mod trajectories;

pub use anonymize::{Control, Event, Outcome};
pub use error::IncogError;
pub use job::{Job, JobError, JobFile, ModelSpec};

//! Privacy-preserving data publishing: from a table and a job to a release, provably the best one
//! that meets its privacy models, and a report that says so.
//!
//! ```no_run
//! let outcome = incog::Job::from_toml_file("job.toml")?.run()?;
//! println!("{} classes", outcome.report.solution.classes);
//! # Ok::<(), incog::IncogError>(())
//! ```
//!
//! The walk is [`job`] (what is asked for), [`plan`] (what is decided), [`anonymize`] (the release
//! is made, written and measured), [`report`].

pub mod anonymize;
mod audit_file;
pub mod catalogue;
mod error;
pub mod hierarchy;
pub mod job;
pub mod limits;
mod miss;
pub mod report;
pub mod signature;
pub mod verify;
mod verify_report;

pub use anonymize::{Event, Outcome, PlanFile};
pub use audit_file::{FileAudit, audit_file};
pub use error::IncogError;
pub use incog_audit as audit;
pub use incog_io::{Aborted, Control};
pub use incog_plan as plan;
pub use incog_privacy::ModelSpec;
pub use incog_trips as trajectories;
pub use job::{Job, JobError, JobFile};
pub use miss::{Coarser, Miss};
pub use verify_report::{verify_report, verify_report_with};

//! The key of an earlier draw, for commands that make a release.

use crate::output::Failure;
use clap::Args;
use incog::{DrawKey, IncogError, Job};
use std::path::PathBuf;

/// Which records stay; overrides the key that is made for each run.
#[derive(Debug, Args)]
pub struct DrawFlags {
    /// The internal report of an earlier run, or a file with its draw_key: keeps the same records
    /// of each class as that run
    #[arg(long, value_name = "FILE")]
    draw_key: Option<PathBuf>,
}

impl DrawFlags {
    /// The job, drawing by the key that is named.
    pub fn apply(&self, job: Job) -> Result<Job, Failure> {
        match &self.draw_key {
            Some(_) if job.terms().secret().is_some() => Err(Failure::Usage(
                "the job's secret already decides which records are kept; remove --draw-key",
            )),
            Some(path) => Ok(job.drawing_by(DrawKey::read(path).map_err(IncogError::from)?)),
            None => Ok(job),
        }
    }
}

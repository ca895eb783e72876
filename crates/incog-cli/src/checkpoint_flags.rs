//! The flags that say where the state of a search is kept.

use clap::Args;
use incog::Job;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where the state of a search with islands is kept, and how often.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct CheckpointFlags {
    /// Save the state of an island search (id-dga) in this file, and resume from it if it exists;
    /// only you can read it, and it is deleted at the end
    #[arg(long, value_name = "FILE")]
    checkpoint: Option<PathBuf>,
    /// Seconds between two saves; does not change the result
    #[arg(long, value_name = "SECONDS", requires = "checkpoint", default_value = "10", value_parser = seconds)]
    checkpoint_seconds: f64,
}

impl CheckpointFlags {
    /// The job, with the file if these flags name one.
    pub fn apply(&self, job: Job) -> Job {
        job.keeping_checkpoints(self.checkpoint.clone(), Duration::from_secs_f64(self.checkpoint_seconds))
    }

    /// The file.
    pub fn path(&self) -> Option<&Path> {
        self.checkpoint.as_deref()
    }
}

fn seconds(text: &str) -> Result<f64, &'static str> {
    match text.parse() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err("expected a number of seconds, from 0"),
    }
}

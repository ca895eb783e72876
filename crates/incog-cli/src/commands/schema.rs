//! `incog schema`: what a job file may say, for editors.

use crate::output::{Done, print_json};
use clap::{Args, ValueEnum};
use incog::catalogue::{JobSchema, job_schema};

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The kind of job file
    #[arg(value_enum, default_value = "anonymize")]
    of: Of,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum Of {
    /// Job of incog anonymize, plan and explore
    Anonymize,
    /// Job of incog trajectories
    Trajectories,
    /// Job of incog flows
    Flows,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    print_json(&job_schema(match arguments.of {
        Of::Anonymize => JobSchema::Table,
        Of::Trajectories => JobSchema::Trajectories,
        Of::Flows => JobSchema::Flows,
    }))
}

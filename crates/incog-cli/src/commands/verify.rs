//! `incog verify`: prove or refute what a report claims.

use crate::output::{Done, Failure, print, print_json};
use clap::Args;
use incog::audit::verify_report;
use std::path::PathBuf;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The report (.report.json) of a release
    report: PathBuf,
    /// Print the result as JSON on standard output, and nothing else there
    #[arg(long)]
    json: bool,
}

/// Runs the command; a refuted report is an error.
pub fn run(arguments: &Arguments) -> Done {
    let verification = verify_report(&arguments.report)?;
    if arguments.json {
        print_json(&verification)?;
    } else {
        print(&verification.to_text());
    }
    if verification.refuted().next().is_some() { Err(Failure::Refuted) } else { Ok(()) }
}

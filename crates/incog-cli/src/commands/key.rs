//! `incog key`: keys of pseudonyms, shifted dates, and the secret of a job.

use crate::output::{Done, say};
use clap::{Args, Subcommand};
use std::path::PathBuf;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    #[command(subcommand)]
    what: What,
}

#[derive(Debug, Subcommand)]
enum What {
    /// Write a key of 32 random bytes to a new file that only you can read; never overwrites a file
    New {
        /// The file
        file: PathBuf,
    },
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let What::New { file } = &arguments.what;
    incog::write_new_key(file)?;
    say(&format!(
        "{}: a new key. Keep it: later releases need it to have the same pseudonyms. Keep it secret: with \
         it, anybody can compute the pseudonym of a person",
        file.display()
    ));
    Ok(())
}

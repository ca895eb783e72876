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
    /// Make a key of 32 random bytes, in a file that only its owner may read; an existing file is
    /// never overwritten
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
        "{}: a new key, for you alone. Keep it: without it, no later release has the same pseudonyms; whoever has it can make \
         the pseudonym of anybody",
        file.display()
    ));
    Ok(())
}

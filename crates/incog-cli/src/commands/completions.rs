//! `incog completions`: what a shell needs to complete commands and flags.

use crate::output::{Done, print_document};
use clap::{Args, Command};
use clap_complete::Shell;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Runs the command; `all` is what there is to complete.
pub fn run(arguments: &Arguments, mut all: Command) -> Done {
    let mut text = Vec::new();
    clap_complete::generate(arguments.shell, &mut all, "incog", &mut text);
    print_document(&String::from_utf8_lossy(&text));
    Ok(())
}

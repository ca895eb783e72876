//! `incog man`: the manual page, in the form that `man` reads.

use crate::output::{Done, Failure, print};
use clap::{Args, Command};
use clap_mangen::Man;
use std::path::PathBuf;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The command to print the page of, such as anonymize; that of incog itself when not said
    command: Option<String>,
}

/// Runs the command; `all` is what there is a manual of.
pub fn run(arguments: &Arguments, mut all: Command) -> Done {
    all.build();
    let found = match &arguments.command {
        None => &all,
        Some(name) => all.find_subcommand(name).ok_or(Failure::Usage("there is no such command"))?,
    };
    let mut page = Vec::new();
    let written = Man::new(found.clone()).render(&mut page);
    written.map_err(|source| Failure::Write { path: PathBuf::from("the manual page"), source })?;
    print(&String::from_utf8_lossy(&page));
    Ok(())
}

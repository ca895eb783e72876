//! `incog man`: the manual pages, in the form that `man` reads.

use crate::output::{Done, Failure, print_document, say};
use clap::{Args, Command};
use clap_mangen::Man;
use std::path::PathBuf;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The command to describe, such as anonymize [default: incog itself]
    command: Option<String>,
    /// Write the pages of all commands to this existing folder instead
    #[arg(long, value_name = "FOLDER", conflicts_with = "command")]
    all: Option<PathBuf>,
}

/// Runs the command; `root` is what there is a manual of.
pub fn run(arguments: &Arguments, mut root: Command) -> Done {
    if let Some(folder) = &arguments.all {
        let written = clap_mangen::generate_to(root, folder);
        written.map_err(|source| Failure::Write { path: folder.clone(), source })?;
        say(&format!("{}: written", folder.display()));
        return Ok(());
    }
    root.build();
    let found = match &arguments.command {
        None => &root,
        Some(name) => root.find_subcommand(name).ok_or(Failure::Usage("there is no such command"))?,
    };
    let mut page = Vec::new();
    let written = Man::new(found.clone()).render(&mut page);
    written.map_err(|source| Failure::Write { path: PathBuf::from("the manual page"), source })?;
    print_document(&String::from_utf8_lossy(&page));
    Ok(())
}

//! `incog open`: a table, or a job of either kind, as a page in the browser.

use crate::output::{Done, Failure, say};
use clap::Args;
use incog_page::{Header, Server, Subject, open_browser};
use std::path::PathBuf;
use std::time::Duration;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A table, or a job file (.toml) of a table or of trajectories
    file: PathBuf,
    /// Folder that is saved to; that of the file by default
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// Port of 127.0.0.1; one that is free by default
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Open no browser; the address is printed in any case
    #[arg(long)]
    no_browser: bool,
    /// End when nobody has looked at the page for so long
    #[arg(long, value_name = "MINUTES", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    away: u32,
    /// The first line names the columns, although it looks like a record
    #[arg(long, conflicts_with = "no_header")]
    header: bool,
    /// The first line is a record; columns get numbers for names
    #[arg(long)]
    no_header: bool,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let header = match (arguments.header, arguments.no_header) {
        (true, _) => Header::Names,
        (_, true) => Header::Record,
        _ => Header::Unset,
    };
    let subject = Subject::open(&arguments.file, header, arguments.into.as_deref())?;
    let away = Duration::from_secs(60 * u64::from(arguments.away));
    let server = Server::new(subject, arguments.port, away).map_err(Failure::Serve)?;
    let ending = server.clone();
    ctrlc::set_handler(move || ending.end())?;
    let address = server.address();
    // It is the key to the page, so it is said even where little is.
    crate::output::tell_always(&format!("{address}\n  for you alone; Ctrl-C or the button End ends it"));
    let opener = (!arguments.no_browser).then(|| open_browser(&address));
    if let Some(Err(_)) = &opener {
        say("no browser was found; open this address yourself");
    }
    server.run();
    drop(opener);
    Ok(())
}

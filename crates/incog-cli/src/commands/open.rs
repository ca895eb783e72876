//! `incog open`: a table, or a job of either kind, as a page in the browser.

use crate::output::{Done, Failure, say};
use clap::Args;
use incog_page::{Header, OpenSubject, Server, open_browser};
use std::path::PathBuf;
use std::time::Duration;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A table, or a job file (.toml) of a table or of trajectories
    file: PathBuf,
    /// Folder to save files in [default: the folder of the file]
    #[arg(long, value_name = "FOLDER")]
    into: Option<PathBuf>,
    /// Port on 127.0.0.1 [default: any free port]
    #[arg(long, default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Do not open a browser, only print the address
    #[arg(long)]
    no_browser: bool,
    /// End when the page has not been used for this many minutes
    #[arg(long, value_name = "MINUTES", default_value_t = 60, value_parser = clap::value_parser!(u32).range(1..))]
    away: u32,
    /// The first line has the column names, even if it looks like a record
    #[arg(long, conflicts_with = "no_header")]
    header: bool,
    /// The first line is a record; columns are named by numbers
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
    let subject = OpenSubject::open(&arguments.file, header, arguments.into.as_deref())?;
    let away = Duration::from_secs(60 * u64::from(arguments.away));
    let server = Server::new(subject, arguments.port, away).map_err(Failure::Serve)?;
    let ending = server.clone();
    ctrlc::set_handler(move || ending.end())?;
    let address = server.address();
    // It is the key to the page, so it is said even where little is.
    crate::output::tell_always(&format!(
        "{address}\n  only you can open this page; press Ctrl-C or the button End to end it"
    ));
    let opener = (!arguments.no_browser).then(|| open_browser(&address));
    if let Some(Err(_)) = &opener {
        say("no browser found; open the address above yourself");
    }
    server.run();
    drop(opener);
    Ok(())
}

//! Standard output, standard error and the exit code: the only place that prints.

#![allow(clippy::print_stdout, clippy::print_stderr)]

use clap::ColorChoice;
use incog::IncogError;
use incog::io::{shown, shown_in_strings};
use incog::roles::HeaderOfData;
use incog::search::Stop;
use incog::trajectories::TrajectoryError;
use std::io::{IsTerminal, Write};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use thiserror::Error;

/// Why a command fails.
#[derive(Debug, Error)]
pub enum Failure {
    /// The library says no.
    #[error(transparent)]
    Incog(#[from] IncogError),
    /// There is no laboratory.
    #[error(
        "the program incog-lab was not found beside incog or in PATH; build it from the sources of incog: \
         cargo install --locked --path crates/incog-lab"
    )]
    NoLaboratory,
    /// The laboratory cannot be started.
    #[error("{}: cannot start: {source}", path.display())]
    Laboratory {
        /// The program.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// Standard input cannot be read.
    #[error(
        "standard input: cannot read it or store it in the temporary folder: {source}; TMPDIR sets the \
        folder"
    )]
    StandardInput {
        /// What the system said.
        source: std::io::Error,
    },
    /// A release for standard output cannot be made.
    #[error("standard output: {source}")]
    StandardOutput {
        /// What the system said.
        source: std::io::Error,
    },
    /// The flags contradict each other; exit code 2.
    #[error("{0}; see incog --help")]
    Usage(&'static str),
    /// A table stands where a job file is expected.
    #[error("{table}: expected a job file (.toml), found a table; write a job file for it with: incog init \
        {table}", table = path.display())]
    NotAJob {
        /// The table.
        path: PathBuf,
    },
    /// A table stands where a report is expected.
    #[error("{table}: expected a report, found a table; the report of a release is beside it: incog verify \
        {table}.report.json", table = path.display())]
    NotAReport {
        /// The table.
        path: PathBuf,
    },
    /// Something was written, but the search was ended before it was done; exit code 5.
    #[error(
        "the search was ended ({stopped}); {}",
        gap.map_or("the gap to the best possible is unknown".to_owned(), |gap| format!(
            "the release is at most {:.2} % from the best possible; --accept-gap {:.4} accepts it as final", 100.0 * gap, (gap * 1e4).ceil() / 1e4
        ))
    )]
    NotFinal {
        /// Why it ended.
        stopped: Stop,
        /// How far from the best possible, as a share.
        gap: Option<f64>,
    },
    /// The first line of a table looks like a record; exit code 4.
    #[error(
        "{}: the first line looks like a record, not like column names ({found}), and incog would copy it \
         into the job file; add --no-header if it is a record, --header if it is not",
        path.display()
    )]
    Header {
        /// The table.
        path: PathBuf,
        /// What speaks for it.
        found: HeaderOfData,
    },
    /// A table gives people away; exit code 4.
    #[error("the table identifies people; see \"danger\" above")]
    Danger,
    /// A claim of a report does not hold.
    #[error("the report is refuted: a claim of it does not hold")]
    Refuted,
    /// A report is not signed by the expected key.
    #[error("the report is not signed with the key of --signed-by: {0}")]
    NotSigned(String),
    /// A file cannot be written.
    #[error("{}: cannot write: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// A result cannot be shown as JSON.
    #[error("cannot write the result as JSON: {0}")]
    Json(#[from] serde_json::Error),
    /// A job cannot be shown as TOML.
    #[error("cannot write the job as TOML: {0}")]
    Toml(#[from] toml::ser::Error),
    /// Nothing can be opened as a page.
    #[cfg(feature = "page")]
    #[error(transparent)]
    Page(#[from] incog_page::OpenError),
    /// The page has no place.
    #[cfg(feature = "page")]
    #[error("cannot serve the page on 127.0.0.1: {0}; try another --port")]
    Serve(std::io::Error),
    /// The handler of Ctrl-C cannot be set.
    #[error("cannot set a handler for Ctrl-C: {0}")]
    Interrupt(#[from] ctrlc::Error),
}

impl From<TrajectoryError> for Failure {
    fn from(error: TrajectoryError) -> Self {
        Self::Incog(error.into())
    }
}

/// What a command did.
pub type Done = Result<(), Failure>;

/// The exit code: 0 done, 1 bad input or I/O, 2 wrong usage, 3 no release can meet the models
/// (proved), 4 people would be or are in danger, 5 a limit or Ctrl-C ended the search, or it found
/// nothing although there may be a release, 130 interrupted. Writes to standard error what went
/// wrong.
pub fn code(result: Done) -> u8 {
    let Err(failure) = result else { return 0 };
    let what = match failure {
        Failure::NotFinal { .. } => "not final",
        Failure::Danger => "danger",
        _ => "error",
    };
    tell_as(&painted(what, RED), &failure.to_string());
    match failure {
        Failure::Incog(error) => error.exit_code(),
        Failure::Usage(_) => 2,
        Failure::Danger | Failure::Header { .. } => 4,
        #[cfg(feature = "page")]
        Failure::Page(incog_page::OpenError::Incog(error)) => error.exit_code(),
        #[cfg(feature = "page")]
        Failure::Page(incog_page::OpenError::Header { .. }) => 4,
        Failure::NotFinal { .. } => 5,
        _ => 1,
    }
}

/// The exit code of a process other than the first one of a run.
pub fn code_of_rank(rank: usize, result: Done) -> u8 {
    let Err(failure) = result else { return 0 };
    tell_as(&painted("error", RED), &format!("process {rank} of this run: {failure}"));
    1
}

/// Prints the result of a command, for people, on standard output.
pub fn print(text: &str) {
    print_bytes(shown(text).as_bytes());
}

/// Prints a document as it is, such as a report or a job file, on standard output; on a terminal as
/// it may be shown there.
pub fn print_document(text: &str) {
    match std::io::stdout().is_terminal() {
        true => print(text),
        false => print_bytes(text.as_bytes()),
    }
}

/// Prints bytes as they are on standard output.
pub fn print_bytes(bytes: &[u8]) {
    // It is not an error of ours when the reader has gone away, as in `incog list | head`.
    let _ = std::io::stdout().lock().write_all(bytes);
}

/// Prints a value as JSON on standard output.
pub fn print_json(value: &impl serde::Serialize) -> Done {
    let text = serde_json::to_string_pretty(value)? + "\n";
    print_bytes(shown_in_strings(&text).as_bytes());
    Ok(())
}

/// Whether nothing is said but what went wrong.
static QUIET: AtomicBool = AtomicBool::new(false);
/// Whether every step is told.
static VERBOSE: AtomicBool = AtomicBool::new(false);
/// Whether what is told has colours.
static COLORED: AtomicBool = AtomicBool::new(false);

const RED: &str = "\u{1b}[1;31m";
const YELLOW: &str = "\u{1b}[1;33m";
const PLAIN: &str = "\u{1b}[0m";

/// How much is told from now on, and whether in colours.
pub fn speak(quiet: bool, verbose: bool, color: ColorChoice) {
    QUIET.store(quiet, Ordering::Relaxed);
    VERBOSE.store(verbose, Ordering::Relaxed);
    COLORED.store(has_colors(color), Ordering::Relaxed);
}

/// Colours are for terminals, unless NO_COLOR (no-color.org) or the terminal itself says no.
fn has_colors(color: ColorChoice) -> bool {
    let is_said = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    match color {
        ColorChoice::Always => true,
        ColorChoice::Never => false,
        ColorChoice::Auto => std::io::stderr().is_terminal() && !is_said("NO_COLOR") && !is_dumb,
    }
}

fn painted(text: &str, color: &str) -> String {
    if COLORED.load(Ordering::Relaxed) { format!("{color}{text}{PLAIN}") } else { text.to_owned() }
}

/// Whether every step is told.
pub fn is_verbose() -> bool {
    VERBOSE.load(Ordering::Relaxed)
}

/// Whether nothing is said but what went wrong.
pub fn is_quiet() -> bool {
    QUIET.load(Ordering::Relaxed)
}

/// Writes a message for the person at the terminal, unless nothing but what went wrong is to be
/// said.
pub fn say(text: &str) {
    if !is_quiet() {
        tell(text);
    }
}

/// Writes what is wrong with a command line in which signs stand that are not seen.
pub fn advise_plainly(what: &str) {
    tell(what.trim_end());
}

/// Writes what to do about a wrong command line.
pub fn advise(advice: Option<&str>) {
    advice.into_iter().for_each(|advice| tell(&format!("tip: {advice}")));
}

/// Writes what should be looked at, unless nothing but what went wrong is to be said.
pub fn note(text: &str) {
    if !is_quiet() {
        tell_as(&painted("note", YELLOW), text);
    }
}

/// Writes what only somebody wants to know who asked for it (`--verbose`).
pub fn detail(text: &str) {
    if is_verbose() {
        tell(text);
    }
}

/// Writes what has to be known whatever is said.
#[cfg(feature = "page")]
pub fn tell_always(text: &str) {
    tell(text);
}

fn tell(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{}", shown(text));
}

/// Writes a message behind a word that says what it is.
fn tell_as(word: &str, text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{word}: {}", shown(text));
}

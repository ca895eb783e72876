//! Standard output, standard error and the exit code: the only place that prints.

#![allow(clippy::print_stdout, clippy::print_stderr)]

pub use crate::failure::{Done, Failure};
use crate::failure_document::FailureDocument;
use crate::message_log;
use clap::ColorChoice;
use incog::io::{shown, shown_in_json};
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicBool, Ordering};

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
    let code = failure.exit_code();
    // A wrong command line says itself what goes to standard output.
    let is_awaited = IS_JSON.load(Ordering::Relaxed) && !matches!(failure, Failure::Usage(_));
    if is_awaited && !IS_PRINTED.load(Ordering::Relaxed) {
        // The exit code says that it failed, even if this cannot be written.
        let _ = print_json(&FailureDocument::new(&failure, code));
    }
    code
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
    IS_PRINTED.store(true, Ordering::Relaxed);
    // It is not an error of ours when the reader has gone away, as in `incog list | head`.
    let _ = std::io::stdout().lock().write_all(bytes);
}

/// Prints a value as JSON on standard output.
pub fn print_json(value: &impl serde::Serialize) -> Done {
    let text = serde_json::to_string_pretty(value)? + "\n";
    print_bytes(shown_in_json(&text).as_bytes());
    Ok(())
}

/// Whether a program reads standard output.
static IS_JSON: AtomicBool = AtomicBool::new(false);
/// Whether something was printed there.
static IS_PRINTED: AtomicBool = AtomicBool::new(false);
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

/// A failure is printed as JSON, too, where there is no result.
pub fn speak_json() {
    IS_JSON.store(true, Ordering::Relaxed);
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

fn without_colors(word: &str) -> String {
    [RED, YELLOW, PLAIN].iter().fold(word.to_owned(), |word, color| word.replace(color, ""))
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
    match is_quiet() {
        true => message_log::append(&shown(text)),
        false => tell(text),
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
    match is_quiet() {
        true => message_log::append(&format!("note: {}", shown(text))),
        false => tell_as(&painted("note", YELLOW), text),
    }
}

/// Writes what only somebody wants to know who asked for it (`--verbose`).
pub fn detail(text: &str) {
    match is_verbose() {
        true => tell(text),
        false => message_log::append(&shown(text)),
    }
}

/// Writes what has to be known whatever is said.
#[cfg(feature = "page")]
pub fn tell_always(text: &str) {
    tell(text);
}

fn tell(text: &str) {
    message_log::append(&shown(text));
    let _ = writeln!(std::io::stderr().lock(), "{}", shown(text));
}

/// Writes a message behind a word that says what it is.
fn tell_as(word: &str, text: &str) {
    message_log::append(&format!("{}: {}", without_colors(word), shown(text)));
    let _ = writeln!(std::io::stderr().lock(), "{word}: {}", shown(text));
}

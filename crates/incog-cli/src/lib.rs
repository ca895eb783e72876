//! The command `incog` as a function: a thin layer over the library.
//!
//! The program `incog` calls [`main`], and the Python package [`run_as_typed`]; a program that has
//! several processes share a search ([`main_among`]) is the same command with another way between
//! them. Nothing else of this crate is for others.

mod argument_advice;
mod checkpoint_flags;
mod cli;
mod column_list;
mod commands;
mod connection;
mod database_table;
mod draw_flags;
mod engine_flags;
mod exploration_file;
mod failure;
mod failure_document;
mod figure;
mod finality;
mod fixed_fields;
mod interrupt;
mod known_names;
mod message_log;
mod number_argument;
mod original_table;
mod output;
mod preset_flag;
mod program_consent;
mod progress;
mod proposal_input;
mod ranks;
mod role_questions;
mod search_flags;
mod shared_values;
mod streams;
mod summary;
mod time_left;
mod trade_off;
mod trajectory_hint;
mod trip_progress;
mod trip_streams;
mod write_file;
mod write_proposed_job;

use cli::{Cli, Command};
use incog::search::evolutionary::islands::{Transport, call_off, is_begun};
use output::{Done, Failure};
use ranks::Noticed;
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Arc;

/// Runs the command that was typed; returns its exit code.
pub fn main() -> ExitCode {
    ExitCode::from(run_as_typed(&typed()))
}

/// Runs a command line, the name of the program first; returns its exit code.
pub fn run_as_typed(arguments: &[OsString]) -> u8 {
    match cli::parse(arguments, true) {
        Ok(cli) => ended(speak(&cli).and_then(|()| run(cli))),
        Err(code) => code,
    }
}

fn typed() -> Vec<OsString> {
    std::env::args_os().collect()
}

/// Runs the command that was typed on all processes of a run, each of which calls this:
/// `incog anonymize`, whose search they share. The first one publishes and speaks, the others only
/// when it cannot know what is wrong with them.
pub fn main_among(ranks: &Arc<dyn Transport>) -> Ended {
    let is_first = ranks.rank() == 0;
    let cli = match cli::parse(&typed(), is_first) {
        Ok(cli) => cli,
        Err(code) => return without_a_command(ranks, code),
    };
    let spoken = match is_first {
        true => speak(&cli),
        false => {
            output::speak(true, false, cli.color);
            Ok(())
        }
    };
    let noticed = Arc::new(Noticed::new(Arc::clone(ranks)));
    let done = spoken.and_then(|()| match &cli.command {
        Command::Anonymize(arguments) => commands::anonymize::run_among(arguments, noticed.clone()),
        _ => {
            Err(Failure::Usage("incog-mpi runs only the command anonymize; use incog for all other commands"))
        }
    });
    let done = noticed.concluded(done);
    let is_together = noticed.is_together(&done);
    let code = if is_first { ended(done) } else { output::code_of_rank(ranks.rank(), done) };
    Ended { code, is_together }
}

/// A process whose command line is none. Where it is that of all, the first one has said so;
/// another one may have been started with another line, or as another version.
fn without_a_command(ranks: &Arc<dyn Transport>, code: u8) -> Ended {
    if ranks.rank() == 0 {
        return Ended { code, is_together: call_off(&**ranks).is_ok() };
    }
    if let Ok(false) = is_begun(&**ranks) {
        return Ended { code, is_together: true };
    }
    let other = Failure::Usage("it did not receive the command line of the first process");
    Ended { code: output::code_of_rank(ranks.rank(), Err(other)), is_together: false }
}

/// How a command ended that several processes share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ended {
    /// The exit code of this process.
    pub code: u8,
    /// Whether the others come to an end as well; if not, they wait for this one in vain and have
    /// to be ended.
    pub is_together: bool,
}

/// Sets how much is said, and where.
fn speak(cli: &Cli) -> Done {
    output::speak(cli.quiet, cli.verbose, cli.color);
    if cli.prints_json {
        output::speak_json();
    }
    let Some(path) = &cli.log else { return Ok(()) };
    message_log::begin(path).map_err(|source| Failure::Log { path: path.clone(), source })?;
    // What was typed may hold a password.
    message_log::append(concat!("incog ", env!("CARGO_PKG_VERSION")));
    Ok(())
}

fn run(cli: Cli) -> Done {
    match cli.command {
        Command::Init(arguments) => commands::init::run(&arguments),
        Command::Anonymize(arguments) => commands::anonymize::run(&arguments),
        Command::Explore(arguments) => commands::explore::run(&arguments),
        Command::Plan(arguments) => commands::plan::run(&arguments),
        Command::Apply(arguments) => commands::apply::run(&arguments),
        Command::Audit(arguments) => commands::audit::run(&arguments),
        Command::Attack(arguments) => commands::attack::run(&arguments),
        Command::Compare(arguments) => commands::compare::run(&arguments),
        Command::Certificate(arguments) => commands::certificate::run(&arguments),
        Command::Sign(arguments) => commands::sign::run(&arguments),
        Command::Verify(arguments) => commands::verify::run(&arguments),
        Command::Hierarchy(arguments) => commands::hierarchy::run(&arguments),
        Command::Key(arguments) => commands::key::run(&arguments),
        Command::Experiment(arguments) => commands::experiment::run(&arguments),
        Command::Trajectories(arguments) => commands::trajectories::run(&arguments),
        Command::Flows(arguments) => commands::flows::run(&arguments),
        Command::List(arguments) => commands::list::run(&arguments),
        Command::Schema(arguments) => commands::schema::run(&arguments),
        #[cfg(feature = "page")]
        Command::Open(arguments) => commands::open::run(&arguments),
        Command::Completions(arguments) => commands::completions::run(&arguments, cli::command()),
        Command::Man(arguments) => commands::man::run(&arguments, cli::command()),
    }
}

fn ended(result: Done) -> u8 {
    if result.is_err() {
        interrupt::let_it_end();
    }
    output::code(result)
}

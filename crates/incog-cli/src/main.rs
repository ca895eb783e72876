//! The `incog` command: a thin layer over the library.

mod cli;
mod column_list;
mod commands;
mod connection;
mod engine_flags;
mod figure;
mod finality;
mod fixed_fields;
mod interrupt;
mod kept_file;
mod known_names;
mod looked_at;
mod mistyped;
mod output;
mod progress;
mod search_flags;
mod streams;
mod summary;
mod time_left;
mod trade_off;
mod trip_progress;
mod trip_streams;
mod typed;
mod write_file;

use cli::Command;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = cli::parse();
    output::speak(cli.quiet, cli.verbose, cli.color);
    let result = match cli.command {
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
        Command::List(arguments) => commands::list::run(&arguments),
        #[cfg(feature = "page")]
        Command::Open(arguments) => commands::open::run(&arguments),
        Command::Completions(arguments) => commands::completions::run(&arguments, cli::command()),
        Command::Man(arguments) => commands::man::run(&arguments, cli::command()),
    };
    if result.is_err() {
        interrupt::let_it_end();
    }
    output::exit(result)
}

//! The command line as typed.

use crate::commands;
use crate::known_names::{KnownNames, of_model};
use crate::{argument_advice, output};
use clap::{ArgMatches, ColorChoice, CommandFactory, FromArgMatches, Parser, Subcommand};
use incog::catalogue;
use incog::io::{is_unseen, remember_name};
use std::ffi::OsString;
use std::path::PathBuf;

/// The heading of flags that every command takes.
const GLOBAL: &str = "Messages";

/// What scripts ask about.
const ENDINGS: &str = "\
Exit codes:
  0    done and final
  1    bad input or I/O error; the message names the file, line and column, and what to do
  2    wrong command line
  3    no release meets the privacy models within the limits (proved); the message names a limit
       that would suffice
  4    unsafe: people are at risk and no waiver covers it, or a column is still undecided
  5    not final: a limit or Ctrl-C ended the search; incog writes the best release found, if any,
       with its gap
  130  interrupted; nothing was written

Results go to standard output, everything else to standard error. Ctrl-C ends a search and writes
the best release so far. A second Ctrl-C, or one while incog reads the table, writes nothing but
the file of --checkpoint.

Examples:
  incog init patients.csv                inspect a table and write a job file
  incog anonymize job.toml               make the release
  incog verify out.csv.report.json       check every claim of the report
  incog anonymize patients.csv -q age,zip -s disease -k 5 -o out.csv         without a job file
  incog anonymize - --format csv -q age,zip -k 5 -o - < in.csv > out.csv     as a filter";

/// Publish tables about people: protect each person, and keep the data useful.
#[derive(Debug, Parser)]
#[command(name = "incog", version, arg_required_else_help = true, after_long_help = ENDINGS)]
pub struct Cli {
    /// Print only errors to standard error
    #[arg(long, global = true, conflicts_with = "verbose", help_heading = GLOBAL)]
    pub quiet: bool,
    /// Print each step, how long it took, and how each column was published
    #[arg(short, long, global = true, help_heading = GLOBAL)]
    pub verbose: bool,
    /// When to color messages; auto: on a terminal, unless NO_COLOR is set
    #[arg(long, global = true, value_name = "WHEN", default_value = "auto", help_heading = GLOBAL)]
    pub color: ColorChoice,
    /// Also append every message, even those that are not printed, to FILE, with its time in UTC
    #[arg(long, global = true, value_name = "FILE", help_heading = GLOBAL)]
    pub log: Option<PathBuf>,
    /// Whether a program reads standard output.
    #[arg(skip)]
    pub prints_json: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Reads the command line, the name of the program first, or prints help or what is wrong with it,
/// if this process `speaks`; the exit code then.
pub fn parse(arguments: &[OsString], speaks: bool) -> Result<Cli, u8> {
    arguments.iter().for_each(|argument| remember_name(&argument.to_string_lossy()));
    let command = command().color(color_typed(arguments));
    let read = command.try_get_matches_from(arguments).and_then(|matches| {
        let cli = Cli::from_arg_matches(&matches)?;
        Ok(Cli { prints_json: has_json(&matches), ..cli })
    });
    read.map_err(|error| {
        if speaks {
            let advice = argument_advice::advice(&error);
            let is_plain =
                arguments.iter().all(|argument| !argument.to_string_lossy().chars().any(is_unseen));
            if is_plain {
                // What cannot be said is no reason to end in another way.
                let _ = error.print();
            } else {
                output::advise_plainly(&error.to_string());
            }
            output::advise(advice.as_deref());
        }
        // 0 for help, 2 for what is wrong.
        error.exit_code() as u8
    })
}

/// What is typed for `--color`, which help and messages about flags have to know before flags are
/// read.
fn color_typed(arguments: &[OsString]) -> ColorChoice {
    let mut typed = arguments.iter().enumerate().filter_map(|(place, argument)| {
        let text = argument.to_str()?.strip_prefix("--color")?;
        match text.strip_prefix('=') {
            Some(value) => value.parse().ok(),
            None if text.is_empty() => arguments.get(place + 1)?.to_str()?.parse().ok(),
            None => None,
        }
    });
    typed.next_back().unwrap_or_default()
}

/// The command; what its help says of models and metrics stands on their cards.
pub fn command() -> clap::Command {
    let flags = [("k", "k-anonymity"), ("l", "l-diversity"), ("t", "t-closeness")];
    Cli::command().mut_subcommand("anonymize", |anonymize| {
        let anonymize = flags.into_iter().fold(anonymize, |command, (flag, model)| {
            command.mut_arg(flag, |arg| arg.help(of_model(model, flag)))
        });
        anonymize.mut_arg("objective", |arg| arg.value_parser(KnownNames(catalogue::metrics)))
    })
}

/// The sub-commands, one file each.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Inspect a table and write a commented job file to start from
    Init(commands::init::Arguments),
    /// Anonymize a table as a job file describes
    Anonymize(Box<commands::anonymize::Arguments>),
    /// Decide how to publish a table, without publishing it
    Plan(Box<commands::plan::Arguments>),
    /// Publish a table as a plan describes
    Apply(commands::apply::Arguments),
    /// Compare stronger and weaker privacy settings, without publishing anything
    Explore(Box<commands::explore::Arguments>),
    /// Measure the privacy of any table: its k, l, t and m, and what identifies people
    Audit(commands::audit::Arguments),
    /// Run known attacks on a release and count how often they succeed (reads the original table)
    Attack(commands::attack::Arguments),
    /// Compare a release of any tool with its original (reads the original table)
    Compare(commands::compare::Arguments),
    /// Check every claim of a report against the input and the release
    Verify(commands::verify::Arguments),
    /// Write a sign-off page for your records: models, figures, attacks, and lines to sign
    Certificate(commands::certificate::Arguments),
    /// Sign a report; the signature also covers its release and its page
    Sign(commands::sign::Arguments),
    /// Make keys for pseudonyms and shifted dates
    Key(commands::key::Arguments),
    /// Make, check and show hierarchies
    Hierarchy(commands::hierarchy::Arguments),
    /// Benchmark algorithms and write tables, tests and plots (needs incog-lab)
    Experiment(commands::experiment::Arguments),
    /// Anonymize trajectories as a job file describes
    Trajectories(commands::trajectories::Arguments),
    /// Count moving people or vehicles by place and time, and between places
    Flows(commands::flows::Arguments),
    /// List the models, metrics, algorithms, treatments, attacks or formats, with their papers
    List(commands::list::Arguments),
    /// Print the JSON schema of a job file, for completion in editors
    Schema(commands::schema::Arguments),
    /// Open a table or a job in the browser; the page is served to this machine only
    #[cfg(feature = "page")]
    Open(commands::open::Arguments),
    /// Print a completion script for your shell
    Completions(commands::completions::Arguments),
    /// Print the manual page
    Man(commands::man::Arguments),
}

/// Whether `--json` was typed for the command, or for one below it.
fn has_json(matches: &ArgMatches) -> bool {
    let is_here = matches!(matches.try_get_one::<bool>("json"), Ok(Some(true)));
    is_here || matches.subcommand().is_some_and(|(_, below)| has_json(below))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn help_names_what_the_cards_name() {
        let mut command = command();
        command.build();
        command.clone().debug_assert();
        let mut help = |name: &str| {
            let found = command.find_subcommand_mut(name);
            let found = found.map(|found| found.render_help().to_string()).unwrap_or_default();
            // Lines end where they are full.
            found.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        let (anonymize, trajectories) = (help("anonymize"), help("trajectories"));
        let algorithms = catalogue::algorithms().chain(catalogue::local_algorithms());
        let named = algorithms.chain(catalogue::microaggregation_methods()).chain(catalogue::metrics());
        for card in named.filter(|card| card.is_for_product()) {
            assert!(anonymize.contains(card.name), "{} in {anonymize}", card.name);
        }
        for card in catalogue::trajectory_algorithms().filter(|card| card.is_for_product()) {
            assert!(trajectories.contains(card.name), "{} in {trajectories}", card.name);
        }
        assert!(
            anonymize.contains("kind \"distinct\"") && anonymize.contains("(.csv, .jsonl, .parquet, .arrow")
        );
    }
    /// A heading of one group of flags must not catch the flags that stand behind the group.
    #[test]
    fn help_puts_flags_under_the_headings_they_belong_to() {
        let searching = [
            "accept_gap",
            "algorithm",
            "checkpoint",
            "checkpoint_seconds",
            "max_evaluations",
            "max_seconds",
            "seed",
            "threads",
            "trace",
            "uniform",
        ];
        let mut command = command();
        command.build();
        for subcommand in ["anonymize", "plan"] {
            let found = command.find_subcommand(subcommand).into_iter();
            let flags: Vec<(&str, Option<&str>)> = found
                .flat_map(clap::Command::get_arguments)
                .map(|arg| (arg.get_id().as_str(), arg.get_help_heading()))
                .collect();
            let mut search: Vec<&str> = flags
                .iter()
                .filter(|(flag, heading)| *heading == Some("Search") && *flag != "run_program")
                .map(|(flag, _)| *flag)
                .collect();
            search.sort_unstable();
            assert_eq!(search, searching, "{subcommand}");
            for flag in ["output", "force", "secret", "json", "help"] {
                assert!(flags.contains(&(flag, None)), "{flag} of {subcommand}");
            }
        }
    }
}

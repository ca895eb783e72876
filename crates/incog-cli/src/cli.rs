//! The command line as typed.

use crate::commands;
use crate::known_names::{KnownNames, of_model};
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use incog::catalogue;

/// Publish personal data so that people keep their privacy and the data keeps its use.
#[derive(Debug, Parser)]
#[command(name = "incog", version, arg_required_else_help = true)]
pub struct Cli {
    /// Say nothing on standard error but what went wrong
    #[arg(long, global = true)]
    pub quiet: bool,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// Reads the command line, or prints help or what is wrong with it, and ends.
pub fn parse() -> Cli {
    Cli::from_arg_matches(&command().get_matches()).unwrap_or_else(|error| error.exit())
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
    /// Look at a table; write a commented job file to start from
    Init(commands::init::Arguments),
    /// Make the release a job describes
    Anonymize(Box<commands::anonymize::Arguments>),
    /// Decide how to publish a table, and publish nothing
    Plan(Box<commands::plan::Arguments>),
    /// Make the release that a plan describes
    Apply(commands::apply::Arguments),
    /// Show what a stronger or a weaker promise costs, and what is one step from the best release; publish nothing
    Explore(Box<commands::explore::Arguments>),
    /// Measure any table: which k, l, t, m it has, and what gives people away
    Audit(commands::audit::Arguments),
    /// Attack a release as others would, and tell how often that succeeds (reads the original: for the steward)
    Attack(commands::attack::Arguments),
    /// Read input and release again, and prove or refute what a report claims
    Verify(commands::verify::Arguments),
    /// Sign a report, which names its release and its page by their digests
    Sign(commands::sign::Arguments),
    /// Make keys of pseudonyms and shifted dates
    Key(commands::key::Arguments),
    /// Make hierarchies; refuse bad ones with the line that is wrong
    Hierarchy(commands::hierarchy::Arguments),
    /// Run algorithms on instances many times; make tables, tests and plots (needs incog-lab)
    Experiment(commands::experiment::Arguments),
    /// Make the release of trajectories a job describes
    Trajectories(commands::trajectories::Arguments),
    /// List the models, metrics, algorithms, treatments, attacks or formats, with the paper each comes from
    List(commands::list::Arguments),
    /// Open a table or a job as a page in the browser, on this machine alone
    #[cfg(feature = "page")]
    Open(commands::open::Arguments),
    /// Print what a shell needs to complete commands and flags
    Completions(commands::completions::Arguments),
    /// Print the manual page
    Man(commands::man::Arguments),
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
        for card in algorithms.chain(catalogue::microaggregation_methods()).chain(catalogue::metrics()) {
            assert!(anonymize.contains(card.name), "{} in {anonymize}", card.name);
        }
        for card in catalogue::trajectory_algorithms() {
            assert!(trajectories.contains(card.name), "{} in {trajectories}", card.name);
        }
        assert!(
            anonymize.contains("kind = \"distinct\"")
                && anonymize.contains("(.csv, .jsonl, .parquet, .arrow")
        );
    }
    /// A heading of one group of flags must not catch the flags that stand behind the group.
    #[test]
    fn help_puts_flags_under_the_headings_they_belong_to() {
        let searching =
            ["accept_gap", "algorithm", "max_evaluations", "max_seconds", "seed", "threads", "trace"];
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
                .filter(|(_, heading)| *heading == Some("Search"))
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

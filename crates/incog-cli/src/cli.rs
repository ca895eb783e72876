//! The command line as typed.

use crate::commands;
use clap::{Parser, Subcommand};

/// Publish personal data so that people keep their privacy and the data keeps its use.
#[derive(Debug, Parser)]
#[command(name = "incog", version, arg_required_else_help = true)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
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
    /// Measure any table: which k, l, t, m it has, and what gives people away
    Audit(commands::audit::Arguments),
    /// Read input and release again; prove or refute what a report claims
    Verify(commands::verify::Arguments),
    /// Sign a report, which names its release and its page by their digests
    Sign(commands::sign::Arguments),
    /// Make hierarchies; refuse bad ones with the line that is wrong
    Hierarchy(commands::hierarchy::Arguments),
    /// Run algorithms on instances many times; make tables, tests and plots
    Experiment(commands::experiment::Arguments),
    /// Make an anonymous release of trajectories
    Trajectories(commands::trajectories::Arguments),
    /// What there is, with the paper each comes from
    List(commands::list::Arguments),
}

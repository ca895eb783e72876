//! `incog list`: what there is, with the paper each comes from.

use crate::output::{Done, print, print_json};
use clap::{Args, ValueEnum};
use incog::catalogue::{self, Entry};

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// What to list
    #[arg(value_enum)]
    what: What,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum What {
    /// Privacy models
    Models,
    /// Utility metrics
    Metrics,
    /// Search algorithms
    Algorithms,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let (of_tables, of_trajectories) = match arguments.what {
        What::Models => (catalogue::MODELS, catalogue::TRAJECTORY_MODELS),
        What::Metrics => (catalogue::METRICS, catalogue::TRAJECTORY_METRICS),
        What::Algorithms => (catalogue::ALGORITHMS, catalogue::TRAJECTORY_ALGORITHMS),
    };
    let entries: Vec<&Entry> = of_tables.iter().chain(of_trajectories).collect();
    if arguments.json {
        return print_json(&entries);
    }
    entries.iter().for_each(|entry| print(&describe(entry)));
    Ok(())
}

fn describe(entry: &Entry) -> String {
    let mut text = format!("{}\n    {}\n    {}\n", entry.name, entry.summary, entry.reference);
    for parameter in entry.parameters {
        let default = parameter.default.map(|default| format!(", default {default}")).unwrap_or_default();
        text += &format!("    {}: {} ({}{default})\n", parameter.name, parameter.summary, parameter.range);
    }
    text + "\n"
}

//! The flags that say how to search, for every command that searches.

use crate::known_names::KnownNames;
use clap::Args;
use incog::catalogue::{self, Card};
use incog::job::Overrides;
use incog::limits::MOST_THREADS;
use std::path::PathBuf;

/// How to search; these override the job.
#[derive(Debug, Args)]
#[command(next_help_heading = "Search")]
pub struct SearchFlags {
    /// Search algorithm [default: that of the job, or auto]
    #[arg(long, value_parser = KnownNames(all_algorithms))]
    algorithm: Option<String>,
    /// One level per column for all records, instead of levels record by record
    #[arg(long)]
    uniform: bool,
    /// Seed of the search; which records of a class are kept depends on the secret or the draw key
    /// instead
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Worker threads; does not change the result
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS.into()))]
    threads: Option<u16>,
    /// End the search after this many seconds
    #[arg(long, value_name = "SECONDS", value_parser = positive_seconds)]
    max_seconds: Option<f64>,
    /// End the search after this many evaluations
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    max_evaluations: Option<u64>,
    #[arg(long, value_name = "FILE", help = about_trace())]
    trace: Option<PathBuf>,
}

/// Those that look for one level per column, and behind them those of local recodings.
fn all_algorithms() -> impl Iterator<Item = &'static Card> {
    let names: Vec<&str> = catalogue::algorithms().map(|card| card.name).collect();
    let others = catalogue::local_algorithms().filter(move |card| !names.contains(&card.name));
    catalogue::algorithms().chain(others).chain(catalogue::microaggregation_methods())
}

impl SearchFlags {
    /// What these flags override in a job.
    pub fn overrides(&self) -> Overrides {
        Overrides {
            output: None,
            uniform: self.uniform,
            algorithm: self.algorithm.clone(),
            seed: self.seed,
            threads: self.threads,
            max_seconds: self.max_seconds,
            max_evaluations: self.max_evaluations,
            trace: self.trace.clone(),
        }
    }
}

fn about_trace() -> String {
    let formats = catalogue::formats().filter_map(|format| format.endings.first());
    let endings: Vec<String> = formats.map(|ending| format!(".{}", ending.name)).collect();
    let endings = endings.join(", ");
    format!("Write the course of the search to this file: best value, diversity, probabilities ({endings})")
}

fn positive_seconds(text: &str) -> Result<f64, &'static str> {
    match text.parse() {
        Ok(seconds) if seconds > 0.0 => Ok(seconds),
        _ => Err("expected a number of seconds, more than 0"),
    }
}

//! `incog experiment`: algorithms x instances x repeats; tables, tests, plots.

use crate::output::{Done, Failure, say};
use clap::Args;
use incog::limits::MOST_THREADS;
use incog_lab::runs::{Options, run_suite};
use incog_lab::write_results;
use indicatif::{ProgressBar, ProgressStyle};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// The suite file
    suite: PathBuf,
    /// Folder of the results; results of the same suite that are there are gone on with
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// The small form of the suite
    #[arg(long)]
    quick: bool,
    /// Threads that make runs, one thread a run; all cores when not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS.into()))]
    threads: Option<u16>,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let options = Options {
        suite: arguments.suite.clone(),
        quick: arguments.quick,
        folder: arguments.output.clone(),
        threads: arguments.threads.map_or_else(cores, usize::from),
        command: std::env::args().collect(),
    };
    let interrupt = interrupt()?;
    let bar = bar();
    let progress = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
    };
    let result = run_suite(&options, &interrupt, &progress);
    bar.finish_and_clear();
    let outcome = result?;
    write_results(&outcome, &options.folder)?;
    for algorithm in &outcome.manifest.missing_algorithms {
        say(&format!("left out: this version has no algorithm {algorithm:?}"));
    }
    for instance in &outcome.manifest.missing_instances {
        say(&format!("left out: {instance}"));
    }
    say(&format!("{} runs, tables and plots in {}", outcome.rows.len(), options.folder.display()));
    Ok(())
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

fn bar() -> ProgressBar {
    let bar = ProgressBar::new(0);
    if let Ok(style) = ProgressStyle::with_template("{elapsed} {wide_bar} {pos}/{len} runs, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(500));
    bar
}

/// Set by the first Ctrl-C; the second ends the process, as every row on the disk is whole.
fn interrupt() -> Result<Arc<AtomicBool>, Failure> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let handled = interrupt.clone();
    ctrlc::set_handler(move || {
        if handled.swap(true, Ordering::Relaxed) {
            std::process::exit(130);
        }
        say("interrupted: ending the runs; what is done is kept");
    })?;
    Ok(interrupt)
}

//! The laboratory: `incog experiment`, which starts this program.

use clap::Parser;
use incog::limits::MOST_THREADS;
use incog_lab::runs::{Options, run_suite};
use incog_lab::suite::Suite;
use incog_lab::{LabError, write_record, write_results};
use indicatif::{HumanDuration, ProgressBar, ProgressStyle};
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Benchmark algorithms and write tables, tests and plots
#[derive(Debug, Parser)]
#[command(name = "incog experiment", version)]
struct Arguments {
    /// The suite file
    suite: PathBuf,
    /// Folder of the results; resumes from results of the same suite
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,
    /// Run the small form of the suite
    #[arg(long)]
    quick: bool,
    /// Save the runs as the record beside the suite
    #[arg(long, conflicts_with = "quick")]
    record: bool,
    /// Start the programs that the suite names as algorithms (external), with your privileges
    #[arg(long)]
    run_program: bool,
    /// Threads, one per run [default: all cores]
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS.into()))]
    threads: Option<u16>,
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let interrupt = Arc::new(AtomicBool::new(false));
    if let Err(error) = on_interrupt(interrupt.clone()) {
        say(&format!("error: Ctrl-C cannot be handled: {error}"));
        return ExitCode::from(1);
    }
    match programs(&arguments) {
        Ok(programs) if !programs.is_empty() && !arguments.run_program => {
            say(&format!(
                "error: the suite starts programs with your privileges ({}); look at them, then add --run-program",
                programs.join(", ")
            ));
            return ExitCode::from(2);
        }
        Ok(_) => {}
        Err(error) => {
            say(&format!("error: {error}"));
            return ExitCode::from(1);
        }
    }
    match run(arguments, &interrupt) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            say(&format!("error: {error}"));
            ExitCode::from(1)
        }
    }
}

/// The programs that the suite starts.
fn programs(arguments: &Arguments) -> Result<Vec<String>, LabError> {
    let suite = Suite::read(&arguments.suite, arguments.quick)?;
    let external = suite.algorithms.iter().filter(|algorithm| algorithm.name == "external");
    let commands = external.filter_map(|algorithm| algorithm.parameters.get("command"));
    Ok(commands.map(ToString::to_string).collect())
}

fn run(arguments: Arguments, interrupt: &AtomicBool) -> Result<(), LabError> {
    let options = Options {
        suite: arguments.suite.clone(),
        quick: arguments.quick,
        folder: arguments.output,
        threads: arguments.threads.map_or_else(cores, usize::from),
        command: ["incog", "experiment"]
            .map(str::to_owned)
            .into_iter()
            .chain(std::env::args().skip(1))
            .collect(),
    };
    if arguments.run_program {
        incog_plan::permit_programs();
    }
    let (bar, log) = (bar(), ProgressLog::default());
    let progress = |done: usize, all: usize| {
        bar.set_length(all as u64);
        bar.set_position(done as u64);
        if bar.is_hidden() {
            log.tell(done, all);
        }
    };
    let result = run_suite(&options, interrupt, &progress);
    bar.finish_and_clear();
    let outcome = result?;
    write_results(&outcome, &options.folder)?;
    if arguments.record {
        write_record(&outcome, &arguments.suite)?;
    }
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

/// Lines about the runs where there is no terminal to draw a bar on: one for every twentieth of
/// them.
struct ProgressLog {
    start: Instant,
    /// The runs that were there when this program began, and the twentieths told.
    told: Mutex<Option<(usize, usize)>>,
}

impl Default for ProgressLog {
    fn default() -> Self {
        Self { start: Instant::now(), told: Mutex::new(None) }
    }
}

impl ProgressLog {
    fn tell(&self, done: usize, all: usize) {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        // The first call comes after the first run made now.
        let (before, twentieths) = told.unwrap_or((done.saturating_sub(1), 0));
        let reached = 20 * done / all.max(1);
        *told = Some((before, reached.max(twentieths)));
        if reached > twentieths {
            let left = time_left(self.start.elapsed(), done.saturating_sub(before), all.saturating_sub(done));
            say(&format!("{done} of {all} runs, about {} left", HumanDuration(left)));
        }
    }
}

/// How long the runs that are left take, when they take as long as those made.
fn time_left(elapsed: Duration, made: usize, left: usize) -> Duration {
    elapsed.mul_f64(left as f64 / made.max(1) as f64)
}

/// The first Ctrl-C sets it; the second ends the process, which is safe because every row on the
/// disk is complete.
fn on_interrupt(interrupt: Arc<AtomicBool>) -> Result<(), ctrlc::Error> {
    ctrlc::set_handler(move || {
        if interrupt.swap(true, Ordering::Relaxed) {
            incog_plan::end_programs();
            std::process::exit(130);
        }
        say("interrupted: ending the runs; what is done is kept");
    })
}

/// Writes a message for the person at the terminal.
fn say(text: &str) {
    let _ = writeln!(std::io::stderr().lock(), "{text}");
}

//! `incog flows`: count moving objects by place and time.

use crate::interrupt::control;
use crate::output::{Done, Failure, note, print_document, say};
use clap::{Args, ValueEnum};
use incog::flows::{FlowFitness, FlowTable, FlowsJob, FlowsOutcome, Fold, run as count};
use incog::io::without_compression;
use incog::trajectories::PromiseUnit;
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A file of points (a table, GPX, GeoJSON, ...) or a job file (.toml)
    input: PathBuf,
    /// Where to write the counts: a table (.csv, .parquet, ...) [default: INPUT.flows.csv]
    #[arg(short, long, value_name = "COUNTS")]
    output: Option<PathBuf>,
    /// The fewest different objects in a published count [default: 5]
    #[arg(short, value_name = "K", long)]
    k: Option<usize>,
    /// Side of the finest squares [default: as fine as the number of people allows]
    #[arg(long, value_name = "METRES")]
    cell: Option<f64>,
    /// Length of a band of time [default: 60]
    #[arg(long, value_name = "MINUTES")]
    minutes: Option<u32>,
    /// What is kept of dates
    #[arg(long, value_enum)]
    fold: Option<FoldName>,
    /// Count every trip by itself, where the data does not say whose it is
    #[arg(long)]
    by_trip: bool,
    /// Overwrite existing counts and their reports
    #[arg(long)]
    force: bool,
    /// Also write the internal report, with the fitness and maps of the input; never publish it
    #[arg(long)]
    internal: bool,
    /// Print the report to standard output, as JSON
    #[arg(long)]
    json: bool,
}

/// What is kept of dates.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum FoldName {
    /// The time of day
    Day,
    /// The weekday and the time of day
    Weekday,
    /// The date and the time of day
    None,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let job = job(arguments)?;
    let control = control()?;
    let outcome = count(&job, arguments.force, &control).map_err(incog::IncogError::from)?;
    if arguments.json {
        print_document(&outcome.report.to_json().map_err(incog::IncogError::from)?);
    }
    outcome.notes.iter().for_each(|text| note(text));
    say(&summary(&outcome));
    Ok(())
}

fn job(arguments: &Arguments) -> Result<FlowsJob, Failure> {
    let mut job = match arguments.input.extension().is_some_and(|ending| ending == "toml") {
        true => FlowsJob::from_toml_file(&arguments.input).map_err(incog::IncogError::from)?,
        false => FlowsJob::new(&arguments.input, beside(&arguments.input)),
    };
    if let Some(output) = &arguments.output {
        job.output.clone_from(output);
    }
    job.privacy.k = arguments.k.unwrap_or(job.privacy.k);
    job.flows.cell = arguments.cell.or(job.flows.cell);
    job.flows.minutes = arguments.minutes.unwrap_or(job.flows.minutes);
    job.flows.fold = match arguments.fold {
        None => job.flows.fold,
        Some(FoldName::Day) => Fold::Day,
        Some(FoldName::Weekday) => Fold::Weekday,
        Some(FoldName::None) => Fold::None,
    };
    if arguments.by_trip {
        job.privacy.unit = PromiseUnit::Trip;
    }
    job.internal = arguments.internal;
    Ok(job)
}

/// `trips.csv.gz` becomes `trips.flows.csv`.
fn beside(input: &Path) -> PathBuf {
    let name = input.file_name().unwrap_or_default().to_string_lossy();
    let (stem, _) = without_compression(&name);
    let stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    input.with_file_name(format!("{stem}.flows.csv"))
}

fn summary(outcome: &FlowsOutcome) -> String {
    let report = &outcome.report;
    let counts: usize = report.tables.iter().map(|table| table.counts).sum();
    let smallest = report.tables.iter().map(|table| table.smallest).min().unwrap_or(0);
    let fitness: String =
        outcome.internal.fitness.iter().map(|fitness| format!("\n  {}", fit(fitness))).collect();
    let files: String = outcome.files[1..]
        .iter()
        .filter(|file| file.exists())
        .map(|file| format!("\n  {}", file.display()))
        .collect();
    format!(
        "{}\n  {counts} counts, each of at least {smallest} objects (k = {}); subtraction gives no smaller one\n  \
         finest squares: {} m{fitness}{files}",
        outcome.files[0].display(),
        report.job.privacy.k,
        report.grid.metres,
    )
}

/// `presence by hour: fit, error 9 %`.
fn fit(fitness: &FlowFitness) -> String {
    let what = match fitness.table {
        FlowTable::Presence => "objects in squares",
        FlowTable::Trips => "origins and destinations",
        FlowTable::Moves => "moves between squares",
    };
    let when = if fitness.by_band { "by band of time" } else { "all bands" };
    format!(
        "{what}, {when}: {} counts, {}, error {:.0} % (do not publish this figure)",
        fitness.counts,
        fitness.verdict.in_words(),
        100.0 * fitness.error
    )
}

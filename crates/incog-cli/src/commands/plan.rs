//! `incog plan`: decide how to publish a table, and publish nothing.

use crate::argument_advice::is_table;
use crate::checkpoint_flags::CheckpointFlags;
use crate::connection::ConnectionFlags;
use crate::draw_flags::DrawFlags;
use crate::engine_flags::EngineFlags;
use crate::finality::FinalityFlags;
use crate::interrupt::control;
use crate::output::{Done, Failure, print_document, say};
use crate::progress::ProgressLine;
use crate::search_flags::SearchFlags;
use crate::streams::{InputFlags, is_stream};
use crate::summary::of_plan;
use clap::Args;
use incog::engine::Address;
use incog::runs::{EngineRuns, FileRuns};
use incog::{IncogError, Job};
use std::path::PathBuf;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A job file (.toml)
    job: PathBuf,
    /// Where to write the plan; it describes single records, so only you can read it; never publish
    /// it
    #[arg(short, long, value_name = "PLAN", required_unless_present = "count")]
    output: Option<PathBuf>,
    /// Overwrite an existing plan
    #[arg(long)]
    force: bool,
    /// Write a proof of the bound, for incog verify --proof; it describes single records, so never
    /// publish it
    #[arg(long, value_name = "FILE")]
    proof: Option<PathBuf>,
    /// A file with a secret; it decides which records of a class are kept, and keys the digest of
    /// the input
    #[arg(long, value_name = "FILE")]
    secret: Option<PathBuf>,
    #[command(flatten)]
    draw: DrawFlags,
    /// Print the plan to standard output, as JSON
    #[arg(long)]
    json: bool,
    // A heading goes for all that follows it, so what has none stands above.
    #[command(flatten)]
    search: SearchFlags,
    #[command(flatten)]
    checkpoint: CheckpointFlags,
    #[command(flatten)]
    finality: FinalityFlags,
    #[command(flatten)]
    input: InputFlags,
    #[command(flatten)]
    engine: EngineFlags,
    #[command(flatten)]
    connection: ConnectionFlags,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    if is_table(&arguments.job) {
        return Err(Failure::NotAJob { path: arguments.job.clone() });
    }
    if arguments.output.as_deref().is_some_and(is_stream) {
        return Err(Failure::Usage(
            "a plan describes single records, so it goes to a file that only you can read; add -o \
             plan.json (--json also prints it)",
        ));
    }
    let overrides = arguments.search.overrides();
    let job = Job::from_toml_file_with(&arguments.job, &overrides).map_err(IncogError::from)?;
    let terms = job.terms().clone().with_secret(arguments.secret.clone());
    let job = job.with_terms(terms).with_proof(arguments.proof.clone()).replacing_output(arguments.force);
    let job = arguments.checkpoint.apply(arguments.draw.apply(job)?);
    let counts = arguments.engine.count(&job)?;
    let Some(output) = arguments.output.as_ref().filter(|_| !counts) else { return Ok(()) };
    let control = control()?;
    let (job, _received) = arguments.input.receive_for(job, None)?;
    let address = job.address().map(|address| Address { read_only: true, ..address });
    let mut engine = arguments.connection.open(address)?;
    let mut progress = ProgressLine::new(false).ending_at(job.terms().search());
    let mut observe = |event| progress.show(event);
    let result = match &mut engine {
        None => job.plan_to_with(output, &control, &mut observe),
        Some(engine) => job.plan_in(&mut **engine, output, &control, &mut observe),
    };
    progress.finish();
    let file = result?;
    if arguments.json {
        print_document(&file.to_json());
    }
    arguments.engine.release(&job, &file, &mut |_| {})?;
    let (output, plan) = (output.display(), of_plan(&file, job.terms().objective().name()));
    say(&format!("{output}\n  {plan}\n  the release: incog apply {output}"));
    let limited = job.terms().search().max_evaluations.is_some();
    arguments.finality.check(file.plan.stopped, file.plan.gap, limited)
}

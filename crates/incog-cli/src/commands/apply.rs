//! `incog apply`: make the release that a plan describes.

use crate::connection::ConnectionFlags;
use crate::draw_flags::DrawFlags;
use crate::interrupt::control;
use crate::output::{Done, Failure, detail, print_document, say};
use crate::progress::ProgressLine;
use crate::streams::{StreamFlags, is_stream};
use crate::summary::{in_detail, of_release};
use clap::Args;
use incog::job::UnknownValues;
use incog::limits::MOST_THREADS;
use incog::runs::{EngineRuns, FileRuns};
use incog::{IncogError, Job, JobError, PlanFile};
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A plan, made with incog plan
    plan: PathBuf,
    /// Another table with the same columns ("-" for standard input), to publish with the levels and
    /// hierarchies of the plan
    #[arg(long, value_name = "TABLE")]
    input: Option<PathBuf>,
    /// What to do with values of that table that the hierarchies of the plan lack
    #[arg(long, value_name = "WHAT", requires = "input", value_parser = ["refuse", "top"])]
    unknown: Option<String>,
    /// Where to write the release, "-" for standard output; overrides "output" of the plan's job
    #[arg(short, long, value_name = "RELEASE")]
    output: Option<PathBuf>,
    /// Worker threads; does not change the result
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS.into()))]
    threads: Option<u16>,
    /// Report of an earlier release about the same people, in addition to those in the plan's job
    /// (repeatable); incog checks what the releases reveal together
    #[arg(long, value_name = "REPORT")]
    earlier: Vec<PathBuf>,
    /// Overwrite an existing release and its reports
    #[arg(long)]
    force: bool,
    /// Also write the internal report, with all figures; never publish it
    #[arg(long)]
    internal: bool,
    #[command(flatten)]
    draw: DrawFlags,
    /// Print the report to standard output, as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    streams: StreamFlags,
    #[command(flatten)]
    connection: ConnectionFlags,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    if is_stream(&arguments.plan) {
        return Err(Failure::Usage(
            "a plan cannot come from standard input; for a table use: incog apply plan.json --input -",
        ));
    }
    let plan = PlanFile::read(&arguments.plan)?;
    let control = control()?;
    let handed_on = arguments.streams.hand_on(arguments.output.as_deref(), arguments.input.as_deref())?;
    if handed_on.as_ref().is_some_and(|to| arguments.json || arguments.internal && !to.is_reported) {
        return Err(Failure::Usage(
            "-o - cannot be combined with --json, and needs --report NAME.report.json for --internal",
        ));
    }
    let received =
        arguments.input.as_ref().map(|input| arguments.streams.input.receive(input)).transpose()?.flatten();
    let job = arguments.draw.apply(job(&plan, arguments).map_err(IncogError::from)?)?;
    let job = match &handed_on {
        Some(to) => to.apply(job)?,
        None => job,
    };
    let job = match &received {
        Some(received) => {
            let name = received.name(job.output(), handed_on.as_ref());
            job.with_input(name).reading(&received.file)
        }
        None => job,
    };
    let mut progress = ProgressLine::new(false);
    let mut observe = |event| progress.show(event);
    let mut engine = arguments.connection.open(job.address())?;
    let result = match (&arguments.input, &mut engine) {
        (None, None) => job.apply_with(&plan, &control, &mut observe),
        (None, Some(engine)) => job.apply_in(&plan, &mut **engine, &control, &mut observe),
        (Some(_), _) => job.reuse_with(&plan, &control, &mut observe),
    };
    progress.finish();
    let outcome = result?;
    if arguments.json {
        print_document(&outcome.public_json);
    }
    say(&of_release(&outcome, handed_on.as_ref()));
    detail(&in_detail(&outcome));
    Ok(())
}

/// The job of the plan, for the table it was made for or for another one, with the flags applied.
fn job(plan: &PlanFile, arguments: &Arguments) -> Result<Job, JobError> {
    let job = match &arguments.input {
        None => plan.job(arguments.plan.parent().unwrap_or(Path::new("")))?,
        Some(input) => plan.job_for(&arguments.plan, input)?,
    };
    let named = |name: &str| UnknownValues::ALL.into_iter().find(|(known, _)| *known == name);
    let unknown = arguments.unknown.as_deref().and_then(named).map(|(_, unknown)| unknown);
    let terms = job.terms().clone().with_threads(arguments.threads.map(usize::from));
    let terms = match unknown.filter(|_| arguments.input.is_some()) {
        Some(unknown) => terms.with_unknown_values(unknown),
        None => terms,
    };
    let job = job.with_terms(terms).replacing_output(arguments.force);
    let job = job.with_internal_report(arguments.internal);
    let job = match &arguments.output {
        Some(output) if !is_stream(output) => {
            job.with_output(std::path::absolute(output).unwrap_or_else(|_| output.clone()))
        }
        _ => job,
    };
    job.held_against(&arguments.earlier)
}

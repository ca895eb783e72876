//! `incog explore`: what a stronger or a weaker promise costs.

use crate::argument_advice::is_table;
use crate::exploration_file::KeptFile;
use crate::interrupt::{control, private_folder};
use crate::known_names::KnownNames;
use crate::output::{Done, Failure, print, print_bytes, print_json, say};
use crate::progress::PointProgress;
use crate::search_flags::SearchFlags;
use crate::streams::{InputFlags, Received, is_stream};
use crate::trade_off::{neighbours_text, points_table, table};
use crate::write_file::{write_file, write_private_file};
use clap::Args;
use incog::explore::{
    Axis, Course, Exploration, ExploreError, Point, default_axis, explore_from, job_at, key_of, kinds,
    neighbours,
};
use incog::io::{OutputColumn, Staging, WriteError, check_ending, write_table};
use incog::runs::FileRuns;
use incog::{Control, IncogError, Job, Objective};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A job file (.toml)
    job: PathBuf,
    /// A key of the job and the values to try, such as privacy.k-anonymity=2,3,5..10 (repeatable:
    /// tries every combination) [default: k-anonymity from 2 to 20; with
    /// releases.ledger, how long newcomers wait]
    #[arg(long, value_name = "KEY=VALUES")]
    vary: Vec<Axis>,
    /// Values of k for k-anonymity
    #[arg(short, value_name = "VALUES")]
    k: Option<String>,
    /// Values of l for l-diversity
    #[arg(short, value_name = "VALUES")]
    l: Option<String>,
    /// Values of t for t-closeness
    #[arg(short, value_name = "VALUES")]
    t: Option<String>,
    /// Values of the largest share of records that may be suppressed
    #[arg(long, value_name = "VALUES")]
    limit: Option<String>,
    /// Kinds of recoding
    #[arg(long, value_name = "VALUES")]
    recoding: Option<String>,
    /// Also show this metric
    #[arg(long, value_name = "METRIC", value_parser = KnownNames(incog::catalogue::metrics))]
    metric: Vec<String>,
    /// Show instead what changes when one quasi-identifier is one level coarser or finer, or left
    /// out
    #[arg(long, conflicts_with_all = ["vary", "k", "l", "t", "limit", "recoding", "metric", "take", "output", "resume"])]
    neighbours: bool,
    /// Write the points as a table (.csv, .parquet, ...) or as a page with the curve and the job of
    /// each point (.html); only you can read it (repeatable); "-" writes the table to standard
    /// output, in the format named by --format
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Save points in this file as they are found, and resume from it if it exists; only you can
    /// read it
    #[arg(long, value_name = "FILE")]
    resume: Option<PathBuf>,
    /// Write the job or the plan of the point with this number in the table
    #[arg(long, value_name = "NUMBER", requires = "taken")]
    take: Option<usize>,
    /// Where to write the job
    #[arg(long, value_name = "JOB", requires = "take", group = "taken")]
    job_output: Option<PathBuf>,
    /// Where to write the plan, for incog apply
    #[arg(long, value_name = "PLAN", requires = "take", group = "taken")]
    plan_output: Option<PathBuf>,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    /// Print the result to standard output, as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    search: SearchFlags,
    #[command(flatten)]
    input: InputFlags,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    if is_table(&arguments.job) {
        return Err(Failure::NotAJob { path: arguments.job.clone() });
    }
    let job =
        Job::from_toml_file_with(&arguments.job, &arguments.search.overrides()).map_err(IncogError::from)?;
    check_streams(arguments, &job)?;
    let control = control()?;
    let (job, received) = arguments.input.receive_for(job, None)?;
    if arguments.neighbours {
        let found = neighbours(&job, &control)?;
        return told(arguments.json, &found, neighbours_text);
    }
    let axes = axes(arguments, &job)?;
    let metrics = arguments.metric.iter().map(|name| Objective::named(name));
    let metrics: Vec<Objective> = metrics.collect::<Result<_, _>>().map_err(IncogError::from)?;
    let progress = PointProgress::new();
    let files = || arguments.output.iter().filter(|output| !is_stream(output));
    files().try_for_each(|output| check_name(output))?;
    let kept = arguments.resume.as_deref().map(|path| KeptFile::open(path, &job, &metrics)).transpose()?;
    let known = kept.as_ref().map(KeptFile::known);
    let keep = |point: &Point| kept.iter().for_each(|kept| kept.keep(point));
    let course = Course { known: known.as_ref(), keep: &keep, observe: &|tried| progress.show(tried) };
    let found = explore_from(&job, &axes, &metrics, &control, course);
    progress.finish();
    kept.iter().try_for_each(KeptFile::write)?;
    let found = found?;
    for output in files() {
        write_points(output, arguments.force, &job, &found)?;
    }
    take(arguments, &job, &found, &control, received.as_ref())?;
    match arguments.output.iter().any(|output| is_stream(output)) {
        true => print_points(&job, &found, arguments.input.format().unwrap_or("csv")),
        false => told(arguments.json, &found, table),
    }
}

/// Refuses what cannot come by standard input, or go to one standard output.
fn check_streams(arguments: &Arguments, job: &Job) -> Done {
    let streams = arguments.output.iter().filter(|output| is_stream(output)).count();
    if streams > 1 || streams > 0 && arguments.json {
        return Err(Failure::Usage(
            "-o - cannot be combined with --json or a second -o -: both write to \
            standard output",
        ));
    }
    let is_received = job.input().file_name() == Some("-".as_ref());
    if is_received && arguments.resume.is_some() {
        return Err(Failure::Usage(
            "--resume needs a table in a file, not standard input; name the file as \
            \"input\" in the job",
        ));
    }
    Ok(())
}

/// Prints the points as a table in this format.
fn print_points(job: &Job, found: &Exploration, format: &str) -> Done {
    let folder = private_folder().map_err(|source| Failure::StandardOutput { source })?;
    let path = folder.path().join(format!("points.{format}"));
    write_points(&path, false, job, found)?;
    let bytes = std::fs::read(&path).map_err(|source| Failure::StandardOutput { source })?;
    print_bytes(&bytes);
    Ok(())
}

/// Prints what was found, for programs or for people.
fn told<T: Serialize>(json: bool, found: &T, text: impl Fn(&T) -> String) -> Done {
    if json {
        return print_json(found);
    }
    print(&text(found));
    Ok(())
}

fn is_page(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "html")
}

/// Whether points can be written to a file of this name.
fn check_name(path: &Path) -> Done {
    if is_page(path) { Ok(()) } else { Ok(check_ending(path).map_err(IncogError::from)?) }
}

/// Writes the points in the form that the ending of a file asks for.
fn write_points(path: &Path, force: bool, job: &Job, found: &Exploration) -> Done {
    if is_page(path) {
        let text = found.to_html(job, path.parent().unwrap_or(Path::new("")))?;
        return write_private_file(path, force, &job.files_read(), text);
    }
    let (table, options) = points_table(found);
    let columns: Vec<OutputColumn<'_>> = table.columns().iter().map(OutputColumn::from).collect();
    let staged = || {
        let staging = Staging::take(vec![path.to_owned()], force, &job.files_read())?;
        write_table(staging.path(0), &columns, None, &options)?;
        staging.keep_private(0)?;
        staging.commit()
    };
    staged().map_err(|error: WriteError| IncogError::from(error).into())
}

/// What is varied: what the flags say, or k.
fn axes(arguments: &Arguments, job: &Job) -> Result<Vec<Axis>, Failure> {
    let model = |name: &str, parameter: &str, values: &Option<String>| {
        values.as_ref().map(|values| Axis::new(&key_of(job, name, parameter), values))
    };
    let key = |key: &str, values: &Option<String>| values.as_ref().map(|values| Axis::new(key, values));
    let short = [
        arguments.recoding.as_ref().map(|values| kinds(job, values)),
        model("k-anonymity", "k", &arguments.k),
        model("l-diversity", "l", &arguments.l),
        model("t-closeness", "t", &arguments.t),
        key("suppression.limit", &arguments.limit),
    ];
    let short = short.into_iter().flatten().collect::<Result<Vec<Axis>, ExploreError>>();
    let mut axes = [arguments.vary.clone(), short.map_err(IncogError::from)?].concat();
    if axes.is_empty() {
        axes.push(default_axis(job));
    }
    Ok(axes)
}

/// Writes the job of a point, and its plan.
fn take(
    arguments: &Arguments,
    job: &Job,
    found: &Exploration,
    control: &Control,
    received: Option<&Received>,
) -> Done {
    let Some(number) = arguments.take else { return Ok(()) };
    let point = number.checked_sub(1).and_then(|place| found.points.get(place));
    let Some(point) = point else {
        return Err(Failure::Usage("--take needs the number of a point, from 1"));
    };
    let taken = job_at(job, &point.settings).map_err(IncogError::from)?;
    if let Some(path) = &arguments.job_output {
        let text = taken.to_toml(path.parent().unwrap_or(Path::new("")))?;
        write_file(path, arguments.force, &job.files_read(), text)?;
        say(&format!("{}: the job of point {number}", path.display()));
    }
    if let Some(path) = &arguments.plan_output {
        // The plan names the file that has its job, if there is one.
        let written = arguments.job_output.as_ref().map(Job::from_toml_file).transpose();
        let taken = written.map_err(IncogError::from)?.unwrap_or(taken).replacing_output(arguments.force);
        let taken = match received {
            Some(received) => taken.reading(&received.file),
            None => taken,
        };
        taken.plan_to_with(path, control, &mut |_| {})?;
        say(&format!(
            "{}: the plan of point {number}, for incog apply; it describes single records, so do not \
             publish it",
            path.display()
        ));
    }
    Ok(())
}

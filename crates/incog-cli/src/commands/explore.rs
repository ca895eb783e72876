//! `incog explore`: what a stronger or a weaker promise costs.

use crate::interrupt::control;
use crate::known_names::KnownNames;
use crate::output::{Done, Failure, print, print_json, say};
use crate::progress::PointProgress;
use crate::search_flags::SearchFlags;
use crate::trade_off::{csv, neighbours_text, table};
use crate::write_file::{write_file, write_private_file};
use clap::Args;
use incog::catalogue;
use incog::explore::{Axis, Exploration, ExploreError, explore, job_at, key_of, kinds, neighbours};
use incog::{IncogError, Job, Objective};
use serde::Serialize;
use std::path::{Path, PathBuf};

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A job file (.toml)
    job: PathBuf,
    /// A key of the job and the values to try, such as privacy.k-anonymity=2,3,5..10; of several, every combination is tried.
    /// Where nothing is said: k-anonymity from 2 to 20
    #[arg(long, value_name = "KEY=VALUES")]
    vary: Vec<Axis>,
    /// The same for the k of k-anonymity
    #[arg(short, value_name = "VALUES")]
    k: Option<String>,
    /// The same for the l of l-diversity
    #[arg(short, value_name = "VALUES")]
    l: Option<String>,
    /// The same for the t of t-closeness
    #[arg(short, value_name = "VALUES")]
    t: Option<String>,
    /// The same for the share of records that may be suppressed
    #[arg(long, value_name = "VALUES")]
    limit: Option<String>,
    /// The same for the kind of recoding
    #[arg(long, value_name = "VALUES")]
    recoding: Option<String>,
    /// Tell this metric, too
    #[arg(long, value_name = "METRIC", value_parser = KnownNames(catalogue::metrics))]
    metric: Vec<String>,
    /// Instead, what one level more or less of each quasi-identifier would change, and what leaving one out would gain
    #[arg(long, conflicts_with_all = ["vary", "k", "l", "t", "limit", "recoding", "metric", "take", "output"])]
    neighbours: bool,
    /// Write the points as a table (.csv) or as a page with the curve and the job of each point (.html), for its owner only; may
    /// be given several times
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,
    /// Write the job of the point with this number, as the table shows it
    #[arg(long, value_name = "NUMBER", requires = "job_output")]
    take: Option<usize>,
    /// Where that job is written
    #[arg(long, value_name = "JOB", requires = "take")]
    job_output: Option<PathBuf>,
    /// Replace existing files
    #[arg(long)]
    force: bool,
    /// Print the result as JSON on standard output, and nothing else there
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    search: SearchFlags,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let job =
        Job::from_toml_file_with(&arguments.job, &arguments.search.overrides()).map_err(IncogError::from)?;
    let control = control()?;
    if arguments.neighbours {
        let found = neighbours(&job, &control)?;
        return told(arguments.json, &found, neighbours_text);
    }
    let axes = axes(arguments, &job)?;
    let metrics = arguments.metric.iter().map(|name| Objective::named(name));
    let metrics: Vec<Objective> = metrics.collect::<Result<_, _>>().map_err(IncogError::from)?;
    let progress = PointProgress::new();
    let found = explore(&job, &axes, &metrics, &control, &|tried| progress.show(tried));
    progress.finish();
    let found = found?;
    for output in &arguments.output {
        let text = written(output, &job, &found)?;
        write_private_file(output, arguments.force, &job.files_read(), text)?;
    }
    take(arguments, &job, &found)?;
    told(arguments.json, &found, table)
}

/// Prints what was found, for programs or for people.
fn told<T: Serialize>(json: bool, found: &T, text: impl Fn(&T) -> String) -> Done {
    if json {
        return print_json(found);
    }
    print(&text(found));
    Ok(())
}

/// The points in the form that the ending of a file asks for.
fn written(path: &Path, job: &Job, found: &Exploration) -> Result<String, Failure> {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => Ok(found.to_html(job, path.parent().unwrap_or(Path::new("")))?),
        Some("csv") => Ok(csv(found)),
        _ => Err(Failure::Usage("-o of a trade-off is a file that ends in .csv or .html")),
    }
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
        let of_k = Axis::new(&key_of(job, "k-anonymity", "k"), "2..20").map_err(IncogError::from)?;
        axes.push(of_k);
    }
    Ok(axes)
}

/// Writes the job of a point.
fn take(arguments: &Arguments, job: &Job, found: &Exploration) -> Done {
    let (Some(number), Some(path)) = (arguments.take, &arguments.job_output) else { return Ok(()) };
    let point = number.checked_sub(1).and_then(|place| found.points.get(place));
    let Some(point) = point else {
        return Err(Failure::Usage("--take is the number of a point, from 1 on"));
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let taken = job_at(job, &point.settings).map_err(IncogError::from)?;
    let text = taken
        .to_toml(folder)
        .map_err(|error| IncogError::from(ExploreError::Unwritable { why: error.to_string() }))?;
    write_file(path, arguments.force, &job.files_read(), text)?;
    say(&format!("{}: the job of point {number}", path.display()));
    Ok(())
}

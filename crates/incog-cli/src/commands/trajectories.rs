//! `incog trajectories`: make an anonymous release of trajectories.

use crate::finality::FinalityFlags;
use crate::interrupt::control;
use crate::known_names::KnownNames;
use crate::output::{Done, Failure, note, print, print_document, print_json, say};
use crate::streams::{HandedOn, is_stream, standard_output};
use crate::trip_progress::TripProgress;
use crate::trip_streams::TripStreamFlags;
use clap::Args;
use incog::IncogError;
use incog::SetupError;
use incog::catalogue;
use incog::limits::MOST_THREADS;
use incog::trajectories::{
    ChoiceSpec, Followed, FrontPoint, PromiseUnit, TrajectoryJob, TrajectoryReport, TripReceiver, front,
    run_with,
};
use std::path::PathBuf;

/// The arguments.
#[derive(Debug, Args)]
pub struct Arguments {
    /// A job file (.toml)
    job: PathBuf,
    /// Where to write the release, "-" for standard output; overrides "output" of the job
    #[arg(short, long, value_name = "RELEASE")]
    output: Option<PathBuf>,
    /// Set k, the fewest different objects in a cluster, and release the least distorted result;
    /// overrides the job
    #[arg(short, value_name = "K", long)]
    k: Option<usize>,
    /// Which point of the Pareto front to release: least-distortion, knee, k=NUMBER, or
    /// mean-shift=METRES
    #[arg(long, value_name = "POINT", value_parser = choice, conflicts_with = "k")]
    choose: Option<ChoiceSpec>,
    /// Print all points of the Pareto front and write no release
    #[arg(long)]
    front: bool,
    /// Search algorithm; see incog list algorithms
    #[arg(long, value_parser = KnownNames(catalogue::trajectory_algorithms))]
    algorithm: Option<String>,
    /// Seed of the random numbers
    #[arg(long, value_name = "NUMBER")]
    seed: Option<u64>,
    /// Worker threads; does not change the result
    #[arg(
        long,
        value_name = "NUMBER",
        value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS.into())
    )]
    threads: Option<u16>,
    /// End an evolutionary search after this many seconds
    #[arg(long, value_name = "SECONDS")]
    max_seconds: Option<f64>,
    /// End an evolutionary search after this many evaluations
    #[arg(long, value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    max_evaluations: Option<u64>,
    /// Overwrite an existing release and its reports
    #[arg(long)]
    force: bool,
    /// Overwrite even a release that is better by the criterion of the job (with --force)
    #[arg(long)]
    replace_better: bool,
    /// Also write the internal report, with all figures and maps of the input; never publish it
    #[arg(long)]
    internal: bool,
    /// Print the report to standard output, as JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    streams: TripStreamFlags,
}

/// Runs the command.
pub fn run(arguments: &Arguments) -> Done {
    let mut job = job(arguments)?;
    let control = control()?;
    let handed_on = arguments.streams.hand_on(arguments.output.as_deref(), &job)?;
    check_streams(arguments, handed_on.as_ref())?;
    if let Some(to) = &handed_on {
        job.output.clone_from(&to.release);
    }
    let received = arguments.streams.receive(&job)?;
    if let Some(received) = &received {
        job.input = received.name(&job.output, handed_on.as_ref());
        job.read_from = Some(received.file.clone());
    }
    if arguments.front {
        let compromises = in_threads(arguments.threads, || front(&job, &control))??;
        return show_front(&compromises, arguments.json);
    }
    let stream = handed_on.as_ref().map(|_| standard_output()).transpose()?;
    let progress = TripProgress::new(job.search.max_seconds);
    let receiver = handed_on.as_ref().zip(stream.as_ref());
    let receiver = receiver.map(|(to, stream)| TripReceiver { folder: to.folder(), stream });
    let followed = Followed { observe: &|event| progress.show(event), receiver };
    let result = in_threads(arguments.threads, || run_with(&job, arguments.force, &control, followed))?;
    progress.finish();
    let outcome = result?;
    if arguments.json {
        print_document(&outcome.public_json);
    }
    outcome.report.warnings.iter().for_each(|warning| say(&format!("warning: {warning}")));
    outcome.report.dropped.and_then(|dropped| dropped.note()).iter().for_each(|text| note(text));
    outcome.notes.iter().for_each(|text| note(&text.to_string()));
    let page = outcome.report_html.display().to_string();
    say(&match &handed_on {
        None => summary(&outcome.report, &outcome.report.release.path.display().to_string(), &page),
        Some(HandedOn { is_reported: true, .. }) => summary(&outcome.report, "standard output", &page),
        Some(_) => {
            let not_kept = "not written; --report NAME.report.json writes it";
            summary(&outcome.report, "standard output", not_kept)
        }
    });
    if let Some(page) = &outcome.internal_html {
        say(&format!("  internal report (do not publish): {}", page.display()));
    }
    // Evaluations are how long these searches take; nothing is known of how far a front is from the
    // best.
    FinalityFlags::default().check(outcome.stopped, None, false)
}

/// Refuses what cannot go to one standard output.
fn check_streams(arguments: &Arguments, handed_on: Option<&HandedOn>) -> Done {
    let Some(to) = handed_on else { return Ok(()) };
    if arguments.json || arguments.front {
        return Err(Failure::Usage(
            "-o - cannot be combined with --json or --front: all use standard output",
        ));
    }
    if arguments.internal && !to.is_reported {
        return Err(Failure::Usage("--internal needs a report; add --report NAME.report.json"));
    }
    Ok(())
}

fn show_front(compromises: &[FrontPoint], json: bool) -> Done {
    if json {
        return print_json(&compromises);
    }
    print("smallest cluster  distortion (m)  utility degree (m)\n");
    for FrontPoint { privacy, distortion, utility } in compromises {
        let utility = utility.map_or_else(|| "-".to_owned(), |utility| format!("{utility:.1}"));
        print(&format!("{privacy:>16}  {distortion:>14.0}  {utility:>18}\n"));
    }
    Ok(())
}

/// `least-distortion`, `knee`, `k=30`, `mean-shift=500`.
fn choice(text: &str) -> Result<ChoiceSpec, String> {
    let wrong = || {
        format!(
            "{text:?} is unknown; expected least-distortion, knee, k=NUMBER or \
        mean-shift=METRES"
        )
    };
    match text.split_once('=') {
        None if text == "least-distortion" => Ok(ChoiceSpec::LeastDistortion),
        None if text == "knee" => Ok(ChoiceSpec::Knee),
        Some(("k", k)) => k.parse().map(ChoiceSpec::K).map_err(|_| wrong()),
        Some(("mean-shift", metres)) => metres.parse().map(ChoiceSpec::MeanShift).map_err(|_| wrong()),
        _ => Err(wrong()),
    }
}

fn job(arguments: &Arguments) -> Result<TrajectoryJob, Failure> {
    crate::argument_advice::refuse_table(&arguments.job)?;
    let mut job = TrajectoryJob::from_toml_file(&arguments.job)?;
    if let Some(output) = arguments.output.as_ref().filter(|output| !is_stream(output)) {
        job.output.clone_from(output);
    }
    if let Some(k) = arguments.k {
        job.privacy.k = k;
        job.release.choose = ChoiceSpec::LeastDistortion;
    }
    if let Some(choice) = &arguments.choose {
        job.release.choose = choice.clone();
    }
    if let Some(algorithm) = &arguments.algorithm {
        job.search.algorithm.clone_from(algorithm);
    }
    job.internal = arguments.internal;
    job.replace_better = arguments.replace_better;
    job.search.seed = arguments.seed.unwrap_or(job.search.seed);
    job.search.max_seconds = arguments.max_seconds.or(job.search.max_seconds);
    job.search.max_evaluations = arguments.max_evaluations.or(job.search.max_evaluations);
    job.check()?;
    Ok(job)
}

fn in_threads<T: Send>(threads: Option<u16>, work: impl FnOnce() -> T + Send) -> Result<T, Failure> {
    let Some(threads) = threads.map(usize::from) else { return Ok(work()) };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    Ok(pool.map_err(|_| IncogError::Setup(SetupError::Threads { threads }))?.install(work))
}

fn own_positions(share: f64) -> String {
    if share > 0.0 {
        return format!("{:.2} % of the published points are exact original positions", 100.0 * share);
    }
    "no published point is an exact original position".to_owned()
}

fn summary(report: &TrajectoryReport, release: &str, page: &str) -> String {
    let (privacy, utility) = (&report.privacy[0], &report.utility);
    let unit = match report.job.privacy.unit {
        PromiseUnit::Object => "objects",
        PromiseUnit::Trip => "trips, and one person may have several of them",
    };
    format!(
        "{release}\n  {}\n  published {} of {} trajectories in {} clusters, trash {}\n  (k, delta)-anonymity ({}, {:.3} m), required \
         ({}, {} m); k counts {unit}\n  {}\n  mean shift {:.1} m and {:.0} s\n  {}: {} trade-offs, \
         hypervolume {} against \
         (0, 0), {:.2} s\n  report: {page}",
        utility.shifts_in_words(),
        report.release.trajectories,
        report.sampling.trajectories,
        report.clusters.len(),
        report.trash,
        privacy.achieved.k,
        privacy.achieved.delta,
        privacy.required.k,
        privacy.required.delta,
        own_positions(privacy.own_positions),
        utility.mean_shift,
        utility.mean_time_shift,
        report.search.algorithm,
        report.search.front.len(),
        report.search.hypervolume.map_or_else(|| "untold".to_owned(), |volume| format!("{volume:.1}")),
        report.search.seconds,
    )
}

//! The walk: read, bind, search, recode, write, measure again, report.

use super::Control;
use super::cold_start;
use super::describe::{self, Found};
use super::infeasible::{Fate, NothingFound, fate};
use super::input::Input;
use super::measure::measure;
use super::models::conjunction;
use super::publish::public_report;
use super::read_back::read_back;
use super::recoding::{Recoded, ReleaseColumn, recode};
use super::trace_file::TraceFile;
use crate::IncogError;
use crate::audit::judgement::required_k;
use crate::instances::Deal;
use crate::job::{Job, Objective};
use crate::problem::{ReleaseProblem, SearchSettings, Solution, SolveError, TracePoint};
use crate::report::{Audience, BoundReport, Report, files_of_release, note_on_earlier};
use incog_io::{OutputColumn, Staging, WriteOptions, check_ending, write_table};
use incog_utility::{Goal, Metric, MetricParameters, metric_by_name};
use std::path::{Path, PathBuf};

/// What is going on; told to the observer of [`Job::run_with`].
#[derive(Debug, Clone, PartialEq)]
pub enum Event {
    /// The input is being read.
    Reading,
    /// Something about the input that should be looked at.
    Note(String),
    /// The search has begun.
    Searching {
        /// Nodes of the lattice.
        lattice_nodes: f64,
    },
    /// The search has found or proved something.
    Progress(TracePoint),
    /// The release is being written.
    Writing,
    /// The written release is being measured.
    Measuring,
}

/// A release that was published.
#[derive(Debug, Clone, PartialEq)]
pub struct Outcome {
    /// All that is known of the release: the internal report, whether it is written or not. It tells of
    /// suppressed records.
    pub report: Report,
    /// The report that was written beside the release and may travel with it.
    pub public: Report,
    /// Its text, as in the file.
    pub public_json: String,
    /// The release.
    pub release: PathBuf,
    /// The public report as JSON.
    pub report_json: PathBuf,
    /// The public report for people.
    pub report_html: PathBuf,
    /// The internal report for people, where one was asked for.
    pub internal_html: Option<PathBuf>,
}

impl Job {
    /// Makes the release: reads the input, searches, writes the release and its reports.
    ///
    /// # Errors
    /// See [`IncogError`]; nothing is left behind then.
    pub fn run(&self) -> Result<Outcome, IncogError> {
        self.run_with(&Control::default(), &mut |_| {})
    }

    /// The same with a way to end it early, and an observer.
    pub fn run_with(
        &self,
        control: &Control,
        observe: &mut (dyn FnMut(Event) + Send),
    ) -> Result<Outcome, IncogError> {
        let Some(threads) = self.search.threads else {
            return control.unless_ended(self.run_here(control, observe));
        };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|_| IncogError::Threads { threads })?;
        control.unless_ended(pool.install(|| self.run_here(control, observe)))
    }

    /// The problem the job poses, without searching it; the output is not touched.
    pub fn problem(&self) -> Result<ReleaseProblem, IncogError> {
        problem(&Input::read(self)?)
    }

    /// The same, the records of the input dealt to providers as `deal` says.
    pub fn problem_dealt(&self, deal: &Deal) -> Result<ReleaseProblem, IncogError> {
        problem(&Input::read_dealt(self, deal)?)
    }

    fn run_here(&self, control: &Control, observe: &mut dyn FnMut(Event)) -> Result<Outcome, IncogError> {
        check_ending(&self.output)?;
        let mut targets = files_of_release(&self.output, self.internal);
        let mut trace = TraceFile::new(self.search.trace.as_deref(), &mut targets)?;
        let staging = Staging::take(targets.clone(), self.force, &self.files_read())?;
        control.watch(staging.unfinished());
        observe(Event::Reading);
        let input = cold_start::pad(Input::read(self)?)?;
        let notes = input.notes.iter().map(ToString::to_string);
        notes.chain(note_on_earlier(&self.output, self.internal)).for_each(|note| observe(Event::Note(note)));
        control.check()?;
        let problem = problem(&input)?;
        let solution = search(&input, &problem, &mut trace, control, observe)?;
        control.check()?;
        observe(Event::Writing);
        trace.write(&problem, &staging)?;
        let classes = solution.classes(&problem);
        let recoded = recode(&input, &classes);
        let written = staging.path(0);
        let sha256 = write_release(&input, &recoded, written)?;
        control.check()?;
        observe(Event::Measuring);
        let released = read_back(&input, &recoded, written)?;
        let judgements = measure(&input, &released)?;
        control.check()?;
        let k = required_k(judgements.iter().map(|judgement| &judgement.criterion));
        let found = Found {
            input: &input,
            classes: &classes,
            solution: &solution,
            judgements,
            recoded: &recoded,
            released: &released,
            sha256,
            rows: recoded.rows.len() as u64,
            noise: input.noise.as_ref().map_or(0, |noise| noise.released(&recoded.rows)),
            k,
        };
        let goal = problem.metric().goal();
        let (public, internal) = reports(&found, goal, &targets)?;
        staging.write(1, &public.json)?;
        staging.write(2, &public.html)?;
        if self.internal {
            staging.write(3, &internal.json)?;
            staging.write(4, &internal.html)?;
            [3, 4].into_iter().try_for_each(|target| staging.keep_private(target))?;
        }
        control.check()?;
        staging.commit()?;
        Ok(Outcome {
            report: internal.report,
            public: public.report,
            public_json: public.json,
            release: targets[0].clone(),
            report_json: targets[1].clone(),
            report_html: targets[2].clone(),
            internal_html: targets.get(4).filter(|_| self.internal).cloned(),
        })
    }
}

/// The report that travels and the one that stays, each with its page.
fn reports(
    found: &Found<'_>,
    goal: Goal,
    targets: &[PathBuf],
) -> Result<(BoundReport, BoundReport), IncogError> {
    let maximize = goal == Goal::Maximize;
    let picture = describe::public_picture(found);
    let public = BoundReport::new(public_report(found, goal), &picture, maximize, &targets[2])?;
    let [_, path] = Audience::Internal.files(&targets[0]);
    let picture = describe::internal_picture(found, picture);
    let internal = BoundReport::new(describe::report(found)?, &picture, maximize, &path)?;
    Ok((public, internal))
}

fn problem(input: &Input) -> Result<ReleaseProblem, IncogError> {
    let tuples = input.tuples()?;
    let models = conjunction(input, &tuples)?;
    let limit = input.job.suppression.records(input.real_rows());
    let metric = metric(&input.job.objective, input.required_k())?;
    Ok(ReleaseProblem::new(tuples, models, metric, limit)?)
}

/// The metric of an objective, where the models ask for classes of `k` records.
pub(super) fn metric(objective: &Objective, k: u64) -> Result<Box<dyn Metric>, IncogError> {
    let parameters = MetricParameters {
        k,
        alpha: objective.alpha,
        beta: objective.beta,
        suppressed_lost: objective.suppressed_lost,
        over: objective.over,
    };
    Ok(metric_by_name(objective.metric, &parameters)?)
}

fn search(
    input: &Input,
    problem: &ReleaseProblem,
    trace: &mut TraceFile,
    control: &Control,
    observe: &mut dyn FnMut(Event),
) -> Result<Solution, IncogError> {
    let search = &input.job.search;
    let settings = SearchSettings {
        algorithm: search.algorithm.clone(),
        seed: search.seed,
        max_seconds: search.max_seconds,
        max_evaluations: search.max_evaluations,
        parameters: search.parameters.clone(),
    };
    let qids = problem.tuples().quasi_identifiers().iter();
    let lattice_nodes = qids.map(|qid| f64::from(qid.max_level - qid.min_level) + 1.0).product();
    observe(Event::Searching { lattice_nodes });
    let mut improved = |point| observe(Event::Progress(point));
    match trace.solve(problem, &settings, control.stop_flag(), &mut improved) {
        Err(SolveError::NothingFeasible { stopped, .. }) => Err(match fate(&input.job, problem) {
            Fate::Infeasible(infeasible) => infeasible.into(),
            Fate::Open { exists } => {
                NothingFound { algorithm: search.algorithm.clone(), stopped, exists }.into()
            }
        }),
        other => Ok(other?),
    }
}

/// Writes the release; returns the SHA-256 of the file.
fn write_release(input: &Input, recoded: &Recoded<'_>, path: &Path) -> Result<String, IncogError> {
    let columns: Vec<OutputColumn<'_>> = recoded.columns.iter().map(ReleaseColumn::output).collect();
    let options = WriteOptions {
        delimiter: input.job.release_delimiter(input.file.format.delimiter),
        quote: input.job.csv.quote.unwrap_or(b'"'),
        escape_formulas: input.job.release.escape_formulas,
        schema: input.file.format.schema.clone(),
        ..WriteOptions::default()
    };
    Ok(write_table(path, &columns, Some(&recoded.rows), &options)?.sha256)
}

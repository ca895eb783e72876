//! The walk: read, bind, search, recode, write, measure again, report.

use super::Control;
use super::cold_start;
use super::describe::{self, Found};
use super::infeasible::explain;
use super::input::Input;
use super::measure::measure;
use super::models::{conjunction, required_k};
use super::recoding::{Recoded, ReleaseColumn, recode};
use super::staging::Staging;
use super::trace_file::TraceFile;
use crate::IncogError;
use crate::instances::Deal;
use crate::job::{Job, Objective};
use crate::problem::{ReleaseProblem, SearchSettings, Solution, SolveError, TracePoint};
use crate::report::{PageData, Report};
use incog_io::{OutputColumn, WriteOptions, check_ending, write_table};
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
    /// The report, as in the file.
    pub report: Report,
    /// The release.
    pub release: PathBuf,
    /// The report as JSON.
    pub report_json: PathBuf,
    /// The report for people.
    pub report_html: PathBuf,
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
        let Some(threads) = self.search.threads else { return self.run_here(control, observe) };
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_err(|_| IncogError::Threads { threads })?.install(|| self.run_here(control, observe))
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
        let staging = Staging::new(targets(&self.output).to_vec(), self.force)?;
        let mut trace = TraceFile::new(self.search.trace.as_deref(), self.force)?;
        observe(Event::Reading);
        let input = cold_start::pad(Input::read(self)?)?;
        input.notes.iter().for_each(|note| observe(Event::Note(note.to_string())));
        control.check()?;
        let problem = problem(&input)?;
        let solution = search(&input, &problem, &mut trace, control, observe)?;
        control.check()?;
        observe(Event::Writing);
        trace.write(&problem)?;
        let classes = solution.classes(&problem);
        let recoded = recode(&input, &classes);
        let written = staging.path(0);
        let sha256 = write_release(&input, &recoded, &written)?;
        control.check()?;
        observe(Event::Measuring);
        let privacy = measure(&input, &problem, &classes, &recoded, &written)?;
        control.check()?;
        let found = Found {
            input: &input,
            classes: &classes,
            solution: &solution,
            privacy,
            sha256,
            rows: recoded.rows.len() as u64,
            noise: input.noise.as_ref().map_or(0, |noise| noise.released(&recoded.rows)),
            k: required_k(&input, problem.tuples())?,
        };
        let report = describe::report(&found)?;
        staging.write(1, &describe::json(&report, &self.output)?)?;
        let maximize = problem.metric().goal() == Goal::Maximize;
        staging.write(2, &describe::html(&page_data(&found, &report, maximize), &self.output)?)?;
        control.check()?;
        Staging::commit_all(trace.into_staging().into_iter().chain([staging]), control)?;
        let [release, report_json, report_html] = targets(&self.output);
        Ok(Outcome { report, release, report_json, report_html })
    }
}

/// The files of a release: itself, its report as JSON, its report for people.
fn targets(output: &Path) -> [PathBuf; 3] {
    let with = |ending: &str| {
        let mut name = output.file_name().unwrap_or_default().to_owned();
        name.push(ending);
        output.with_file_name(name)
    };
    [output.to_owned(), with(".report.json"), with(".report.html")]
}

fn problem(input: &Input) -> Result<ReleaseProblem, IncogError> {
    let tuples = input.tuples()?;
    let models = conjunction(input, &tuples)?;
    let limit = input.job.suppression.records(input.real_rows());
    let metric = metric(&input.job.objective, required_k(input, &tuples)?)?;
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
        Err(SolveError::NothingFeasible { proved: true, .. }) => {
            Err(explain(&input.job, problem.tuples(), problem.models()).into())
        }
        other => Ok(other?),
    }
}

/// Writes the release; returns the SHA-256 of the file.
fn write_release(input: &Input, recoded: &Recoded<'_>, path: &Path) -> Result<String, IncogError> {
    let columns: Vec<OutputColumn<'_>> = recoded.columns.iter().map(ReleaseColumn::output).collect();
    let options = WriteOptions {
        delimiter: input.file.format.delimiter,
        quote: input.job.csv.quote.unwrap_or(b'"'),
        schema: input.file.format.schema.clone(),
        ..WriteOptions::default()
    };
    Ok(write_table(path, &columns, Some(&recoded.rows), &options)?.sha256)
}

fn page_data<'a>(found: &'a Found<'_>, report: &'a Report, maximize: bool) -> PageData<'a> {
    PageData {
        report,
        class_sizes: found.classes.released().map(|class| class.kept).collect(),
        distributions: describe::distributions(found),
        trace: &found.solution.trace,
        maximize,
        job_toml: toml::to_string(&report.job).unwrap_or_default(),
    }
}

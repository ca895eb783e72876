//! Running a search by name and saying what it found.

use super::ReleaseProblem;
use super::course_checkpoint::{Course, KeptCourse};
use super::evolutionary::{EvolutionarySearch, SearchResult};
use super::external::ProgramError;
use super::searches::{self, NodeSearchSettings, Procedure, SearchEntry};
use crate::end_of_search::ending;
use crate::{Plan, SearchSettings, TracePoint};
use incog_data::{Classes, Kept, Levels};
use incog_search::evolutionary::Snapshot;
use incog_search::evolutionary::islands::{CheckpointSink, IslandContext, IslandsError};
use incog_search::{BoxProblem, Budget, Evaluator, Lattice, Observer, Progress, Stop, Unsuitable};
use std::cell::RefCell;
use std::sync::atomic::AtomicBool;
use thiserror::Error;

fn entry(settings: &SearchSettings) -> Result<&'static SearchEntry, SolveError> {
    let unknown = || SolveError::UnknownAlgorithm { name: settings.algorithm.clone() };
    searches::search(&settings.algorithm).ok_or_else(unknown)
}

/// The time limit: the one given, or that of the search when neither time nor evaluations are
/// limited.
fn seconds(settings: &SearchSettings) -> Option<f64> {
    let unlimited = settings.max_evaluations.is_none();
    let default = entry(settings).ok().and_then(|entry| entry.default_seconds).filter(|_| unlimited);
    settings.max_seconds.or(default)
}

/// Says when work that begins now has to end: when somebody asks for it, and at the time limit.
pub(super) fn signal<'a>(
    settings: &SearchSettings,
    interrupt: &'a AtomicBool,
) -> impl Fn() -> Option<Stop> + Sync + use<'a> {
    ending(seconds(settings), interrupt)
}

fn released<'a>(problem: &'a ReleaseProblem, levels: &Levels, retention: Option<&[Kept]>) -> Classes<'a> {
    let classes = Classes::group_by_all_threads(problem.tuples(), levels);
    let Some(retention) = retention else { return problem.retained(classes) };
    let mut retention = retention.iter();
    // Classes are asked in their order, so each meets its own retention.
    classes.retain(|_| retention.next().cloned().unwrap_or(Kept::Nothing))
}

/// Why a search has no result.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum SolveError {
    /// Either it is proved that no allowed release exists, or none was found before the search
    /// ended.
    #[error("{}", nothing_feasible(*.proved, *.stopped))]
    NothingFeasible {
        /// Whether it is certain that there is none.
        proved: bool,
        /// Why the search ended.
        stopped: Stop,
        /// Evaluations that were made.
        evaluations: u64,
    },
    /// There is no such algorithm.
    #[error("unknown search algorithm {name:?}")]
    UnknownAlgorithm {
        /// The name asked for.
        name: String,
    },
    /// The algorithm must not be used for this problem.
    #[error("{algorithm} cannot be used here: {reason}; use optimal, or kgen on large lattices")]
    Unsuitable {
        /// The algorithm.
        algorithm: String,
        /// What it needs.
        reason: Unsuitable,
    },
    /// The algorithm decides of each record by itself, and a model looks at more than single
    /// classes.
    #[error(
        "{algorithm} suppresses single records, which models about a population or the whole release do \
         not allow; set search.{algorithm}.optimal_suppression = true, or use optimal"
    )]
    DecidesByRecord {
        /// The algorithm.
        algorithm: String,
    },
    /// There is nothing that several processes could share, nor a state that could be kept.
    #[error(
        "{algorithm} has no islands, so it can neither be shared by processes nor resumed from a \
         checkpoint; use id-dga"
    )]
    NoIslands {
        /// The algorithm.
        algorithm: String,
    },
    /// Islands cannot go on together.
    #[error(transparent)]
    Islands(#[from] IslandsError),
    /// The algorithm is another program, which gave no result.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// The algorithm has no such parameter.
    #[error("search.{algorithm} has no parameter {parameter:?}; it has {}", listed(known))]
    UnknownParameter {
        /// The algorithm.
        algorithm: String,
        /// The parameter given.
        parameter: String,
        /// All it has.
        known: Vec<&'static str>,
    },
    /// A parameter of the algorithm has a value it cannot have.
    #[error("search.{algorithm}.{parameter} is {found}; expected {expected}")]
    ParameterOutOfRange {
        /// The algorithm.
        algorithm: String,
        /// The parameter.
        parameter: &'static str,
        /// The value given.
        found: String,
        /// What it may be.
        expected: String,
    },
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}

fn nothing_feasible(proved: bool, stopped: Stop) -> String {
    if proved {
        "no release meets the privacy models within the limits".into()
    } else {
        format!("the search ended ({stopped}) before it found a release that meets the privacy models")
    }
}

/// Runs the search named in `settings` on `problem`.
///
/// `interrupt` ends it early; `observe` is called for every improvement.
pub fn solve(
    problem: &ReleaseProblem,
    settings: &SearchSettings,
    interrupt: &AtomicBool,
    observe: &mut dyn FnMut(TracePoint),
) -> Result<Plan, SolveError> {
    solve_among(
        problem,
        settings,
        interrupt,
        SearchListeners { observe, follow: None },
        IslandContext::default(),
    )
}

/// As [`solve`], but `follow` is also called after every generation of a search that has a
/// population, with its best individual, its diversity and the probabilities of its strategies. See
/// [`solve_traced`](super::solve_traced).
pub fn solve_with_snapshots(
    problem: &ReleaseProblem,
    settings: &SearchSettings,
    interrupt: &AtomicBool,
    observe: &mut dyn FnMut(TracePoint),
    follow: &mut dyn FnMut(&Snapshot),
) -> Result<Plan, SolveError> {
    solve_among(
        problem,
        settings,
        interrupt,
        SearchListeners { observe, follow: Some(follow) },
        IslandContext::default(),
    )
}

/// Is told of every generation of a search that has a population.
pub type Follow<'a> = &'a mut dyn FnMut(&Snapshot);

/// What is called while a search runs.
pub struct SearchListeners<'a, 'b> {
    /// Called at each better release and each better bound.
    pub observe: &'a mut dyn FnMut(TracePoint),
    /// Called with the state of the search, where somebody follows it.
    pub follow: Option<Follow<'b>>,
}

/// Passes improvements to one function and generations to another.
struct Watcher<'a, 'b> {
    observe: &'a mut dyn FnMut(Progress),
    follow: Option<&'b mut dyn FnMut(&Snapshot)>,
}

impl Observer for Watcher<'_, '_> {
    fn observe(&mut self, progress: Progress) {
        (self.observe)(progress);
    }

    fn wants_snapshots(&self) -> bool {
        self.follow.is_some()
    }

    fn snapshot(&mut self, snapshot: &Snapshot) {
        if let Some(follow) = &mut self.follow {
            follow(snapshot);
        }
    }
}

/// As [`solve`] or [`solve_with_snapshots`], with other processes that have some of the islands,
/// and a place where the state is kept.
///
/// # Errors
/// Also when the search has no islands, or these cannot go on together.
pub fn solve_among(
    problem: &ReleaseProblem,
    settings: &SearchSettings,
    interrupt: &AtomicBool,
    listeners: SearchListeners<'_, '_>,
    around: IslandContext<'_>,
) -> Result<Plan, SolveError> {
    let SearchListeners { observe, follow } = listeners;
    let course = RefCell::new(Course::begin());
    let signal = signal(settings, interrupt);
    let budget = Budget { evaluations: settings.max_evaluations, signal: &signal };
    let IslandContext { transport, sink, binding } = around;
    let mut sink = sink.map(|sink| KeptCourse::new(sink, &course));
    let sink = sink.as_mut().map(|sink| sink as &mut dyn CheckpointSink);
    let mut around = IslandContext { transport, sink, binding };
    let mut improved = |progress: Progress| {
        let bound = progress.bound.filter(|bound| bound.is_finite() && problem.proves());
        let point = TracePoint {
            evaluations: progress.evaluations,
            seconds: course.borrow().seconds(),
            best: progress.best.map(|loss| problem.signed(loss)),
            bound: bound.map(|loss| problem.signed(loss)),
        };
        if course.borrow_mut().note(point) {
            observe(point);
        }
    };
    let mut observer = Watcher { observe: &mut improved, follow };
    let SearchResult { best, evaluations, bound, stopped, carried } =
        run(problem, settings, budget, &mut observer, &mut around)?;
    let bound = bound.filter(|_| problem.proves());
    let stopped = if stopped == Stop::Proved && !problem.proves() { Stop::Converged } else { stopped };
    let Some((node, loss, retention)) = best else {
        return Err(SolveError::NothingFeasible { proved: stopped == Stop::Proved, stopped, evaluations });
    };
    let levels = Levels::from(node.to_vec());
    let classes = released(problem, &levels, retention.as_deref());
    let value = problem.metric().value(&classes);
    let gap = bound.filter(|bound| bound.is_finite()).map(|bound| gap(loss, bound));
    let (trace, seconds) = course.take().ended();
    Ok(Plan {
        recoding: classes.recoding(),
        value,
        evaluations,
        seconds,
        communication_seconds: carried.map(|carried| carried.seconds),
        communication_bytes: carried.map(|carried| carried.bytes),
        stopped,
        upper_bound: match stopped {
            Stop::Proved => Some(value),
            _ => bound.filter(|bound| bound.is_finite()).map(|bound| problem.signed(bound)),
        },
        gap: if stopped == Stop::Proved { Some(0.0) } else { gap },
        lattice_nodes: Lattice::size(problem.lattice()),
        trace,
        concealed: None,
    })
}

fn run(
    problem: &ReleaseProblem,
    settings: &SearchSettings,
    budget: Budget<'_>,
    observer: &mut dyn Observer,
    around: &mut IslandContext<'_>,
) -> Result<SearchResult, SolveError> {
    let entry = entry(settings)?;
    let parameters = entry.parameters(&settings.parameters)?;
    let refused = |refused| entry.refused(refused);
    let no_islands = SolveError::NoIslands { algorithm: settings.algorithm.clone() };
    let run = match entry.procedure {
        Procedure::Nodes(_) if !around.is_empty() => return Err(no_islands),
        Procedure::Nodes(run) => run,
        Procedure::Genomes(read) | Procedure::Program(read) => {
            let search = read(&parameters)
                .and_then(|algorithm| EvolutionarySearch::new(algorithm, &parameters, settings.seed));
            let search = search.map_err(|refusal| refused(refusal.into()))?;
            let looks_further =
                problem.tuples().population().is_some() || problem.models().about_the_release().len() > 0;
            if looks_further && search.decides_by_record() {
                let algorithm = settings.algorithm.clone();
                return Err(SolveError::DecidesByRecord { algorithm });
            }
            if !around.is_empty() && !search.has_islands() {
                return Err(no_islands);
            }
            return search.run(problem, budget, observer, around);
        }
    };
    let mut evaluator = Evaluator::new(problem, budget, observer);
    let asked = NodeSearchSettings { parameters: &parameters, seed: settings.seed };
    let stopped = run(&mut evaluator, &asked).map_err(refused)?;
    let best = evaluator.best().map(|(node, evaluation)| (node.clone(), evaluation.loss, None));
    let (evaluations, bound) = (evaluator.evaluations(), evaluator.bound());
    Ok(SearchResult { best, evaluations, bound, stopped, carried: None })
}

/// `|loss - bound| / |loss|`, and 0 when both are 0.
fn gap(loss: f64, bound: f64) -> f64 {
    if loss <= bound { 0.0 } else { (loss - bound) / loss.abs().max(f64::MIN_POSITIVE) }
}

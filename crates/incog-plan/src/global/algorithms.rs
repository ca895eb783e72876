//! All search algorithms by name.

use super::evolutionary;
use super::parameters::Parameters;
use super::{ReleaseProblem, SearchSettings, SolveError};
use incog_search::evolutionary::Cpgen;
use incog_search::{Evaluator, Stop, Unsuitable, anytime, exact, heuristic};

/// Evaluations of the searches compared in KGEN, table 7.
const KGEN_BUDGET: u64 = 5_000;

/// Runs one algorithm to its end.
type Runner = fn(&mut Evaluator<'_, ReleaseProblem>, &SearchSettings) -> Result<Stop, SolveError>;

/// One line an algorithm.
const RUNNERS: &[(&str, Runner)] = &[
    ("auto", |evaluator, settings| {
        no_parameters(settings)?;
        Ok(anytime::auto(evaluator, settings.seed))
    }),
    ("optimal", |evaluator, settings| {
        let mut parameters = parameters(settings);
        let undivided = parameters.whole("undivided_steps", exact::UNDIVIDED_STEPS, 1..=u64::MAX)?;
        parameters.finish()?;
        Ok(exact::optimal(evaluator, undivided))
    }),
    ("exhaustive", |evaluator, settings| {
        no_parameters(settings)?;
        Ok(exact::exhaustive(evaluator))
    }),
    ("flash", |evaluator, settings| {
        no_parameters(settings)?;
        exact::flash(evaluator).map_err(|reason| unsuitable(settings, reason))
    }),
    ("ola", |evaluator, settings| {
        no_parameters(settings)?;
        exact::ola(evaluator).map_err(|reason| unsuitable(settings, reason))
    }),
    ("incognito", |evaluator, settings| {
        no_parameters(settings)?;
        exact::incognito(evaluator).map_err(|reason| unsuitable(settings, reason))
    }),
    ("samarati", |evaluator, settings| {
        no_parameters(settings)?;
        exact::samarati(evaluator).map_err(|reason| unsuitable(settings, reason))
    }),
    ("datafly", |evaluator, settings| {
        no_parameters(settings)?;
        Ok(heuristic::datafly(evaluator))
    }),
    ("top-down", |evaluator, settings| Ok(heuristic::top_down(evaluator, evaluations(settings)?))),
    ("bottom-up", |evaluator, settings| Ok(heuristic::bottom_up(evaluator, evaluations(settings)?))),
    ("kgen", |evaluator, settings| Ok(heuristic::kgen(evaluator, &kgen(settings)?, settings.seed))),
    ("random", |evaluator, settings| Ok(heuristic::random(evaluator, evaluations(settings)?, settings.seed))),
    ("cpgen", |evaluator, settings| Ok(cpgen(settings)?.run(evaluator, settings.seed))),
    ("provider-aware", |evaluator, settings| {
        no_parameters(settings)?;
        Ok(heuristic::provider_aware(evaluator))
    }),
];

/// Runs the algorithm that the settings name.
pub(super) fn run(
    evaluator: &mut Evaluator<'_, ReleaseProblem>,
    settings: &SearchSettings,
) -> Result<Stop, SolveError> {
    let name = settings.algorithm.as_str();
    match RUNNERS.iter().find(|(known, _)| *known == name) {
        Some((_, runner)) => runner(evaluator, settings),
        None => Err(SolveError::UnknownAlgorithm { name: name.into() }),
    }
}

/// The names of all algorithms.
pub fn algorithm_names() -> impl Iterator<Item = &'static str> {
    RUNNERS.iter().map(|(name, _)| *name).chain(evolutionary::EVOLUTIONARY_SEARCHES)
}

fn no_parameters(settings: &SearchSettings) -> Result<(), SolveError> {
    parameters(settings).finish()
}

fn parameters(settings: &SearchSettings) -> Parameters<'_> {
    Parameters::of(&settings.algorithm, &settings.parameters)
}

fn kgen(settings: &SearchSettings) -> Result<heuristic::Kgen, SolveError> {
    let (mut parameters, paper) = (parameters(settings), heuristic::Kgen::default());
    let kgen = heuristic::Kgen {
        population: parameters.whole("population", paper.population as u64, 2..=1_000_000)? as usize,
        evaluations: parameters.whole("evaluations", paper.evaluations, 1..=u64::MAX)?,
        crossover: parameters.number("crossover", paper.crossover, 0.0..=1.0)?,
        mutation: parameters.number("mutation", paper.mutation, 0.0..=1.0)?,
        horizontal_mutation: parameters.number(
            "horizontal_mutation",
            paper.horizontal_mutation,
            0.0..=1.0,
        )?,
    };
    parameters.finish()?;
    Ok(kgen)
}

/// The one parameter of the searches that have no natural end.
fn evaluations(settings: &SearchSettings) -> Result<u64, SolveError> {
    let mut parameters = parameters(settings);
    let evaluations = parameters.whole("evaluations", KGEN_BUDGET, 1..=u64::MAX)?;
    parameters.finish()?;
    Ok(evaluations)
}

fn cpgen(settings: &SearchSettings) -> Result<Cpgen, SolveError> {
    let mut parameters = parameters(settings);
    let paper = parameters.word("preset", "user", &["paper", "user"])? == "paper";
    let population = parameters.whole("population", if paper { 4 } else { 20 }, 2..=1_000_000)? as usize;
    let iterations = parameters.whole("iterations", 500, 1..=u64::MAX)?;
    parameters.finish()?;
    Ok(Cpgen { population, iterations })
}

fn unsuitable(settings: &SearchSettings, reason: Unsuitable) -> SolveError {
    SolveError::Unsuitable { algorithm: settings.algorithm.clone(), reason }
}

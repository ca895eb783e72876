//! The evolutionary searches by name.

use super::level_problem::LevelProblem;
use super::parameters::Parameters;
use super::record_problem::RecordProblem;
use super::{ReleaseProblem, SearchSettings, SolveError};
use incog_data::Kept;
use incog_search::evolutionary::islands::{Exchange, Ring};
use incog_search::evolutionary::{
    Breeding, Crossover, De, Differential, Ga, Genome, GenomeProblem, Haef, HaefAblation, IdDga,
    IdDgaAblation, Individual, Mutation, Strategy, Tlef, dfs,
};
use incog_search::{Budget, Evaluation, Evaluator, Node, Observer, Stop};
use std::time::{Duration, Instant};

/// What a search leaves behind.
pub(super) struct Found {
    /// The best node, its loss, and what it keeps of each class where that is not what the models allow.
    pub best: Option<(Node, f64, Option<Vec<Kept>>)>,
    pub evaluations: u64,
    pub bound: Option<f64>,
    pub stopped: Stop,
    /// Time spent on carrying emigrants from island to island, of a search with islands.
    pub communication: Option<Duration>,
}

/// A ring of islands that knows how long carrying took.
#[derive(Default)]
struct TimedRing(Option<Duration>);

impl Exchange for TimedRing {
    fn swap(&mut self, emigrants: Vec<Individual>) -> Vec<Individual> {
        let start = Instant::now();
        let immigrants = Ring.swap(emigrants);
        self.0 = Some(self.0.unwrap_or_default() + start.elapsed());
        immigrants
    }
}

/// An algorithm with its parameters.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Algorithm {
    Haef(Haef),
    Tlef(Tlef),
    Dfs,
    IdDga(IdDga),
    Ga(Ga),
    De(De),
}

/// An evolutionary search, ready to run.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct EvolutionarySearch {
    algorithm: Algorithm,
    optimal_suppression: bool,
    /// The paper's budget as a multiple of records times quasi-identifiers.
    budget: f64,
    seed: u64,
}

/// The names of all evolutionary searches: those of HAEF's paper, then those of ID-DGA's.
pub const EVOLUTIONARY_SEARCHES: [&str; 13] = [
    "haef",
    "haef-without-priority",
    "haef-without-ga-de-adaptation",
    "haef-without-des-adaptation",
    "tlef",
    "dfs",
    "id-dga",
    "id-dga-without-framework",
    "id-dga-without-mutation",
    "id-dga-without-improvement",
    "id-ga",
    "ga",
    "de",
];

/// The search that the settings name; `None` when it is not an evolutionary one.
pub(super) fn evolutionary_search(
    settings: &SearchSettings,
) -> Result<Option<EvolutionarySearch>, SolveError> {
    let name = settings.algorithm.as_str();
    if !EVOLUTIONARY_SEARCHES.contains(&name) {
        return Ok(None);
    }
    let mut parameters = Parameters::of(name, &settings.parameters);
    let user = parameters.word("preset", "paper", &["paper", "user"])? == "user";
    let optimal_suppression = parameters.switch("optimal_suppression", user)?;
    let haefs = matches!(name, "dfs" | "tlef") || name.starts_with("haef");
    let budget = parameters.number("budget", if haefs { 10.0 } else { 1.0 }, 0.001..=1e9)?;
    let algorithm = read(name, &mut parameters)?;
    parameters.finish()?;
    Ok(Some(EvolutionarySearch { algorithm, optimal_suppression, budget, seed: settings.seed }))
}

fn read(name: &str, parameters: &mut Parameters<'_>) -> Result<Algorithm, SolveError> {
    Ok(match name {
        "dfs" => Algorithm::Dfs,
        "tlef" => Algorithm::Tlef(Tlef {
            population: population(parameters, 30, 6)?,
            breeding: breeding(parameters)?,
            differential: differential(parameters)?,
        }),
        "ga" => Algorithm::Ga(Ga {
            population: population(parameters, 40, 2)?,
            breeding: plain_breeding(parameters)?,
        }),
        "de" => Algorithm::De(De {
            population: population(parameters, 40, 6)?,
            differential: differential(parameters)?,
            strategy: Strategy::Rand1,
        }),
        _ if name.starts_with("haef") => Algorithm::Haef(haef(name, parameters)?),
        _ => Algorithm::IdDga(id_dga(name, parameters)?),
    })
}

fn haef(name: &str, parameters: &mut Parameters<'_>) -> Result<Haef, SolveError> {
    Ok(Haef {
        population: population(parameters, 30, 6)?,
        breeding: breeding(parameters)?,
        differential: differential(parameters)?,
        update_interval: parameters.whole("update_interval", 10, 1..=1_000_000)?,
        without: match name {
            "haef-without-priority" => HaefAblation::Priority,
            "haef-without-ga-de-adaptation" => HaefAblation::GaDeAdaptation,
            "haef-without-des-adaptation" => HaefAblation::DesAdaptation,
            _ => HaefAblation::Nothing,
        },
    })
}

fn id_dga(name: &str, parameters: &mut Parameters<'_>) -> Result<IdDga, SolveError> {
    let islands = match name {
        "id-ga" | "id-dga-without-framework" => 1,
        _ => parameters.whole("islands", 4, 1..=10_000)? as usize,
    };
    Ok(IdDga {
        population: population(parameters, 40, 2 * islands as u64)?,
        islands,
        mutation: parameters.number("mutation", 0.1, 0.0..=1.0)?,
        migration_interval: parameters.whole("migration_interval", 5, 1..=1_000_000)?,
        without: match name {
            "id-ga" | "id-dga-without-framework" => IdDgaAblation::Framework,
            "id-dga-without-mutation" => IdDgaAblation::Mutation,
            "id-dga-without-improvement" => IdDgaAblation::Improvement,
            _ => IdDgaAblation::Nothing,
        },
    })
}

fn population(parameters: &mut Parameters<'_>, default: u64, least: u64) -> Result<usize, SolveError> {
    Ok(parameters.whole("population", default.max(least), least..=1_000_000)? as usize)
}

/// HAEF's genetic algorithm.
fn breeding(parameters: &mut Parameters<'_>) -> Result<Breeding, SolveError> {
    Ok(Breeding {
        crossover: Crossover::Uniform(parameters.number("ga_crossover", 0.5, 0.0..=1.0)?),
        mutation: Mutation::Uniform(parameters.number("ga_mutation", 0.2, 0.0..=1.0)?),
        improvement: false,
    })
}

/// The genetic algorithm that ID-DGA is compared with, which shares ID-DGA's mutation rate.
fn plain_breeding(parameters: &mut Parameters<'_>) -> Result<Breeding, SolveError> {
    Ok(Breeding {
        crossover: Crossover::Uniform(parameters.number("crossover", 0.5, 0.0..=1.0)?),
        mutation: Mutation::Uniform(parameters.number("mutation", 0.1, 0.0..=1.0)?),
        improvement: false,
    })
}

fn differential(parameters: &mut Parameters<'_>) -> Result<Differential, SolveError> {
    Ok(Differential {
        factor: parameters.number("factor", 1.3, f64::MIN_POSITIVE..=2.0)?,
        crossover: parameters.number("de_crossover", 0.3, 0.0..=1.0)?,
    })
}

impl EvolutionarySearch {
    /// Runs it; a budget without a limit of evaluations gets the paper's.
    pub fn run(&self, release: &ReleaseProblem, budget: Budget<'_>, observer: &mut dyn Observer) -> Found {
        let tuples = release.tuples();
        let cells = tuples.rows() as f64 * tuples.quasi_identifiers().len() as f64;
        let evaluations = budget.evaluations.unwrap_or((self.budget * cells).ceil() as u64);
        let budget = Budget { evaluations: Some(evaluations), ..budget };
        if self.optimal_suppression {
            self.search(&LevelProblem::new(release), budget, observer, |_| None)
        } else {
            let problem = RecordProblem::new(release);
            self.search(&problem, budget, observer, |genome| Some(problem.retention(genome)))
        }
    }

    fn search<P: GenomeProblem>(
        &self,
        problem: &P,
        budget: Budget<'_>,
        observer: &mut dyn Observer,
        retention: impl Fn(&Genome) -> Option<Vec<Kept>>,
    ) -> Found {
        let mut evaluator = Evaluator::new(problem, budget, observer);
        let bound = problem.bound(&problem.lattice().lowest);
        if bound.is_finite() {
            evaluator.raise_bound(bound);
        }
        let (seed, exact) = (self.seed, self.optimal_suppression);
        let mut ring = TimedRing::default();
        let stopped = match self.algorithm {
            Algorithm::Haef(haef) => haef.run(&mut evaluator, seed),
            Algorithm::Tlef(tlef) => tlef.run(&mut evaluator, seed),
            Algorithm::Dfs => dfs(&mut evaluator, exact),
            Algorithm::IdDga(id_dga) => id_dga.run_with(&mut evaluator, &mut ring, seed),
            Algorithm::Ga(ga) => ga.run(&mut evaluator, seed),
            Algorithm::De(de) => de.run(&mut evaluator, seed),
        };
        let (evaluations, bound) = (evaluator.evaluations(), evaluator.bound());
        let best = evaluator
            .best()
            .map(|(genome, Evaluation { loss, .. })| (genome.levels.clone(), *loss, retention(genome)));
        Found { best, evaluations, bound, stopped, communication: ring.0 }
    }
}

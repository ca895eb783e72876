//! How an evolutionary search is run on a release problem.

use super::ReleaseProblem;
use super::external::ProgramSearch;
use super::level_problem::LevelProblem;
use super::record_problem::RecordProblem;
use super::solve::SolveError;
use incog_card::{Parameters, Refusal};
use incog_data::Kept;
use incog_search::evolutionary::islands::{Carried, IslandContext, Transport};
use incog_search::evolutionary::{De, DfsSuppression, Ga, Genome, GenomeProblem, Haef, IdDga, Tlef, dfs};
use incog_search::{Budget, Evaluation, Evaluator, Node, Observer, Stop};

/// What a search leaves behind.
pub(super) struct SearchResult {
    /// The best node, its loss, and what it keeps of each class, if that is not simply what the
    /// models allow.
    pub best: Option<(Node, f64, Option<Vec<Kept>>)>,
    pub evaluations: u64,
    pub bound: Option<f64>,
    pub stopped: Stop,
    /// What was carried between processes, for a search with islands: nothing where all of them
    /// live in one.
    pub carried: Option<Carried>,
}

/// An algorithm with its parameters.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Algorithm {
    Haef(Haef),
    Tlef(Tlef),
    Dfs(DfsSuppression),
    IdDga(IdDga),
    Ga(Ga),
    De(De),
    Program(ProgramSearch),
}

/// A search of genomes, ready to run.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct EvolutionarySearch {
    algorithm: Algorithm,
    optimal_suppression: bool,
    /// The paper's budget as a multiple of records times quasi-identifiers.
    budget: f64,
    seed: u64,
}

impl EvolutionarySearch {
    /// The algorithm with the parameters that all evolutionary searches have.
    pub fn new(algorithm: Algorithm, parameters: &Parameters, seed: u64) -> Result<Self, Refusal> {
        let is_for_users = parameters.choice("preset", &[("paper", false), ("user", true)])?;
        let said = parameters.is_said("optimal_suppression");
        let optimal_suppression = if said { parameters.is_on("optimal_suppression") } else { is_for_users };
        Ok(Self { algorithm, optimal_suppression, budget: parameters.number("budget")?, seed })
    }

    /// Whether it decides of each record by itself whether that is suppressed.
    pub fn decides_by_record(&self) -> bool {
        !self.optimal_suppression
    }

    /// Whether it has islands, which may live in several processes.
    pub fn has_islands(&self) -> bool {
        matches!(self.algorithm, Algorithm::IdDga(_))
    }

    /// Runs it; a budget without a limit of evaluations gets the paper's.
    pub fn run(
        &self,
        release: &ReleaseProblem,
        budget: Budget<'_>,
        observer: &mut dyn Observer,
        around: &mut IslandContext<'_>,
    ) -> Result<SearchResult, SolveError> {
        let tuples = release.tuples();
        let cells = tuples.rows() as f64 * tuples.quasi_identifiers().len() as f64;
        let evaluations = budget.evaluations.unwrap_or((self.budget * cells).ceil() as u64);
        let budget = Budget { evaluations: Some(evaluations), ..budget };
        if self.optimal_suppression {
            self.search(&LevelProblem::new(release), budget, observer, around, |_| None)
        } else {
            let problem = RecordProblem::new(release);
            self.search(&problem, budget, observer, around, |genome| Some(problem.retention(genome)))
        }
    }

    fn search<P: GenomeProblem>(
        &self,
        problem: &P,
        budget: Budget<'_>,
        observer: &mut dyn Observer,
        around: &mut IslandContext<'_>,
        retention: impl Fn(&Genome) -> Option<Vec<Kept>>,
    ) -> Result<SearchResult, SolveError> {
        let mut evaluator = Evaluator::new(problem, budget, observer);
        let bound = problem.bound(&problem.lattice().lowest);
        if bound.is_finite() {
            evaluator.raise_bound(bound);
        }
        let (seed, exact) = (self.seed, self.optimal_suppression);
        let stopped = match &self.algorithm {
            Algorithm::Haef(haef) => haef.run(&mut evaluator, seed),
            Algorithm::Tlef(tlef) => tlef.run(&mut evaluator, seed),
            Algorithm::Dfs(suppression) => dfs(&mut evaluator, *suppression, exact),
            Algorithm::IdDga(id_dga) => id_dga.run_among(&mut evaluator, around, seed)?,
            Algorithm::Ga(ga) => ga.run(&mut evaluator, seed),
            Algorithm::De(de) => de.run(&mut evaluator, seed),
            Algorithm::Program(program) => program.run(&mut evaluator, seed)?,
        };
        let (evaluations, bound) = (evaluator.evaluations(), evaluator.bound());
        let best = evaluator
            .best()
            .map(|(genome, Evaluation { loss, .. })| (genome.levels.clone(), *loss, retention(genome)));
        let carried = || around.transport.map(Transport::carried).unwrap_or_default();
        let carried = self.has_islands().then(carried);
        Ok(SearchResult { best, evaluations, bound, stopped, carried })
    }
}

//! The loop that all evolutionary multi-objective searches share; they differ in how they vary
//! candidates and how they select survivors.

use super::Survival;
use crate::{Budget, Stop};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Something with several losses.
pub trait ParetoProblem<const M: usize>: Sync {
    /// What is looked for; the order breaks ties between equally good ones.
    type Candidate: Clone + Ord + Send + Sync;

    /// The losses of these candidates, in their order. Must not depend on anything but the
    /// candidates; a problem for which it is worth it scores them in parallel. A problem whose
    /// evaluations take long may stop early when it is told to and return only the losses of the
    /// first ones; that ends the run.
    fn evaluate_all(&self, candidates: &[Self::Candidate]) -> Vec<[f64; M]>;
}

/// A member of the population.
#[derive(Debug, Clone, PartialEq)]
pub struct Individual<C, const M: usize> {
    /// The solution.
    pub candidate: C,
    /// Its losses.
    pub losses: [f64; M],
    /// Its front in the population, 0 for the best.
    pub rank: u32,
    /// Its crowding distance on that front.
    pub crowding: f64,
}

/// A child and the members of the population it comes from.
#[derive(Debug, Clone)]
pub struct Offspring<C> {
    /// The new solution.
    pub candidate: C,
    /// Positions of its parents in the population.
    pub parents: [usize; 2],
}

/// How a population makes children.
pub trait Variation<C, const M: usize> {
    /// One candidate to start with.
    fn random(&mut self, rng: &mut Xoshiro256PlusPlus) -> C;

    /// How many broods a generation of this many members has: each is scored, and learned from,
    /// before the next one is made.
    fn broods(&self, _members: usize) -> usize {
        1
    }

    /// The children of one brood, counted from 0 in each generation; `progress` is the share of the
    /// budget used up so far, 0 without a limit.
    fn offspring(
        &mut self,
        population: &[Individual<C, M>],
        brood: usize,
        progress: f64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Vec<Offspring<C>>;

    /// Receives the losses of the children of this brood, in their order.
    fn learn(&mut self, population: &[Individual<C, M>], children: &[Offspring<C>], losses: &[[f64; M]]) {
        let _ = (population, children, losses);
    }
}

/// What an evolution ends with.
#[derive(Debug, Clone)]
pub struct Evolved<C, const M: usize> {
    /// The last population, best fronts first.
    pub population: Vec<Individual<C, M>>,
    /// Evaluations made.
    pub evaluations: u64,
    /// Why it ended.
    pub stop: Stop,
}

/// What the observer is given after each brood of a generation.
#[derive(Debug, Clone, Copy)]
pub struct Generation<'a, C, const M: usize> {
    /// Evaluations so far.
    pub evaluations: u64,
    /// The candidates that were scored.
    pub candidates: &'a [C],
    /// Their losses.
    pub losses: &'a [[f64; M]],
}

/// Runs generations until the budget is used up: first a random population, then children made by
/// `variation`, with `survival` choosing among parents and children together. `observe` is given
/// what each brood scored, for example to fill an [`Archive`](super::Archive).
///
/// Randomness comes from `rng` alone and is used by one thread, so a run does not depend on the
/// number of threads the problem scores with.
pub fn evolve<P: ParetoProblem<M>, V: Variation<P::Candidate, M>, const M: usize>(
    problem: &P,
    variation: &mut V,
    survival: Survival,
    size: usize,
    budget: Budget<'_>,
    rng: &mut Xoshiro256PlusPlus,
    observe: &mut dyn FnMut(Generation<'_, P::Candidate, M>),
) -> Evolved<P::Candidate, M> {
    let mut scorer = Scorer { problem, budget, evaluations: 0, observe };
    let start: Vec<P::Candidate> = (0..size).map(|_| variation.random(rng)).collect();
    let (losses, mut stop) = scorer.score(&start);
    let mut population = survivors(start.into_iter().zip(losses).collect(), survival, size);
    while stop.is_none() {
        let mut born: Vec<(P::Candidate, [f64; M])> = Vec::new();
        for brood in 0..variation.broods(population.len()) {
            let mut children = variation.offspring(&population, brood, scorer.progress(), rng);
            let candidates: Vec<P::Candidate> =
                children.iter().map(|child| child.candidate.clone()).collect();
            let (losses, end) = scorer.score(&candidates);
            children.truncate(losses.len());
            variation.learn(&population, &children, &losses);
            born.extend(children.into_iter().map(|child| child.candidate).zip(losses));
            stop = end;
            if stop.is_some() {
                break;
            }
        }
        if born.is_empty() {
            stop = stop.or(Some(Stop::Converged));
        }
        let parents = population.into_iter().map(|individual| (individual.candidate, individual.losses));
        population = survivors(parents.chain(born).collect(), survival, size);
    }
    let stop = stop.unwrap_or(Stop::Converged);
    Evolved { population, evaluations: scorer.evaluations, stop }
}

/// Scores candidates within the budget, and shows them to the observer.
struct Scorer<'a, P: ParetoProblem<M>, const M: usize> {
    problem: &'a P,
    budget: Budget<'a>,
    evaluations: u64,
    observe: &'a mut dyn FnMut(Generation<'_, P::Candidate, M>),
}

impl<P: ParetoProblem<M>, const M: usize> Scorer<'_, P, M> {
    /// Scores as many candidates as the budget allows; with the reason to end, if there is one.
    fn score(&mut self, candidates: &[P::Candidate]) -> (Vec<[f64; M]>, Option<Stop>) {
        if let Some(stop) = (self.budget.signal)() {
            return (Vec::new(), Some(stop));
        }
        let left = self.budget.evaluations.map_or(u64::MAX, |limit| limit - self.evaluations);
        let fit = candidates.len().min(usize::try_from(left).unwrap_or(usize::MAX));
        let losses = self.problem.evaluate_all(&candidates[..fit]);
        let made = losses.len();
        self.evaluations += made as u64;
        (self.observe)(Generation {
            evaluations: self.evaluations,
            candidates: &candidates[..made],
            losses: &losses,
        });
        if made < fit {
            return (losses, (self.budget.signal)().or(Some(Stop::Interrupted)));
        }
        let over = self.budget.evaluations == Some(self.evaluations);
        (losses, over.then_some(Stop::Budget))
    }

    fn progress(&self) -> f64 {
        self.budget.evaluations.map_or(0.0, |limit| self.evaluations as f64 / limit as f64)
    }
}

fn survivors<C, const M: usize>(
    pool: Vec<(C, [f64; M])>,
    survival: Survival,
    size: usize,
) -> Vec<Individual<C, M>> {
    let losses: Vec<[f64; M]> = pool.iter().map(|(_, losses)| *losses).collect();
    let selected = survival.select(&losses, size);
    let mut pool: Vec<Option<C>> = pool.into_iter().map(|(candidate, _)| Some(candidate)).collect();
    let places = selected.indices.iter().zip(selected.ranks).zip(selected.crowding);
    places
        .filter_map(|((&index, rank), crowding)| {
            let candidate = pool[index].take()?;
            Some(Individual { candidate, losses: losses[index], rank, crowding })
        })
        .collect()
}

//! The candidates a search keeps.

use super::{Genome, GenomeProblem, is_better};
use crate::Stream;
use crate::{BETWEEN_LOOKS, Evaluation, Evaluator, Stop};

/// A genome and how good it is.
#[derive(Debug, Clone, PartialEq)]
pub struct Individual {
    /// The genome.
    pub genome: Genome,
    /// How good it is.
    pub evaluation: Evaluation,
}

/// Individuals that breed with each other.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct GenomePopulation {
    members: Vec<Individual>,
}

impl GenomePopulation {
    /// Random individuals, evaluated as they are made.
    ///
    /// # Errors
    /// When the budget does not suffice for all of them, or the search is asked to end.
    pub fn random<P: GenomeProblem>(
        size: usize,
        evaluator: &mut Evaluator<'_, P>,
        stream: &mut Stream,
    ) -> Result<Self, Stop> {
        let problem = evaluator.problem();
        let mut members = Vec::new();
        while members.len() < size {
            let some = BETWEEN_LOOKS.min(size - members.len());
            let random = |_| Genome::random(problem.lattice(), problem.records(), stream);
            let genomes: Vec<Genome> = (0..some).map(random).collect();
            let evaluations = evaluator.evaluate_all(&genomes)?;
            let made = genomes.into_iter().zip(evaluations);
            members.extend(made.map(|(genome, evaluation)| Individual { genome, evaluation }));
        }
        Ok(Self { members })
    }

    /// The population of these individuals.
    pub fn new(members: Vec<Individual>) -> Self {
        Self { members }
    }

    /// The individuals.
    pub fn members(&self) -> &[Individual] {
        &self.members
    }

    /// Number of individuals.
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether nobody is there.
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The place of the best individual, the first of equally good ones.
    pub fn best(&self) -> usize {
        let better = |best: usize, place: usize| {
            if is_better(&self.members[place].evaluation, &self.members[best].evaluation) {
                place
            } else {
                best
            }
        };
        (1..self.len()).fold(0, better)
    }

    /// Puts the challenger at `place` if it is better than the individual there; the loser is left
    /// in `challenger`, so that its memory is reused.
    pub fn challenge(&mut self, place: usize, challenger: &mut Genome, evaluation: Evaluation) -> bool {
        let member = &mut self.members[place];
        let wins = is_better(&evaluation, &member.evaluation);
        if wins {
            std::mem::swap(&mut member.genome, challenger);
            member.evaluation = evaluation;
        }
        wins
    }

    /// Replaces a random individual, but not the best one, by an immigrant.
    pub fn receive(&mut self, immigrant: Individual, stream: &mut Stream) {
        if self.len() > 1 {
            let place = stream.below(self.len() - 1);
            let place = place + usize::from(place >= self.best());
            self.members[place] = immigrant;
        }
    }

    /// The sum over all pairs of the Euclidean distance of their levels (HAEF, section 6.1.4).
    pub fn diversity_of_levels(&self) -> f64 {
        self.sum_over_pairs(|a, b| {
            let squares = a.levels.iter().zip(b.levels.iter());
            squares.map(|(&a, &b)| f64::from(a.abs_diff(b)).powi(2)).sum::<f64>().sqrt()
        })
    }

    /// The sum over all pairs of the Hamming distance of their bits (HAEF, section 6.1.4).
    pub fn diversity_of_records(&self) -> f64 {
        self.sum_over_pairs(|a, b| a.kept.hamming(&b.kept) as f64)
    }

    fn sum_over_pairs(&self, distance: impl Fn(&Genome, &Genome) -> f64) -> f64 {
        let pairs = (0..self.len()).flat_map(|a| (a + 1..self.len()).map(move |b| (a, b)));
        pairs.map(|(a, b)| distance(&self.members[a].genome, &self.members[b].genome)).sum()
    }
}

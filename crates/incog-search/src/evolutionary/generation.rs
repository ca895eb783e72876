//! A generation of a genetic algorithm.

use super::bytes::{Malformed, Reader, Shape, Writer};
use super::refinement::{FARTHEST, Found, Memory, Sweep};
use super::{Crossover, Genome, GenomePopulation, GenomeProblem, Mutation, is_better};
use crate::{Evaluation, Evaluator, Pairing, Stop, Stream};

/// How pairs of parents make a generation.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Breeding {
    /// How two parents become a child.
    pub crossover: Crossover,
    /// How the child is changed.
    pub mutation: Mutation,
    /// Who breeds with whom.
    pub pairing: Pairing,
    /// Whether the worst protected records of a child that is not allowed are dropped, once, and
    /// the child is evaluated again (ID-DGA, section 4.5).
    pub improvement: bool,
}

/// How many children took a place in the population.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Successes {
    /// Children that did.
    pub successes: u64,
    /// Children that did not.
    pub failures: u64,
}

impl Successes {
    /// Counts one more child.
    pub fn count(&mut self, success: bool) {
        self.successes += u64::from(success);
        self.failures += u64::from(!success);
    }

    /// Counts the children of a generation.
    pub fn add(&mut self, more: Self) {
        self.successes += more.successes;
        self.failures += more.failures;
    }
}

/// Memory for the children of a generation, reused from one generation to the next.
///
/// Where genomes consist of levels alone, it also remembers the nodes seen, so that children are
/// new, and each generation ends with a look at the neighbours of a good individual.
#[derive(Debug)]
pub struct Nursery {
    pub(super) children: Vec<Genome>,
    memory: Option<Memory>,
}

/// Where the sweep of a nursery over the lattice is, if it has one.
#[derive(Debug, Clone)]
pub(super) struct Place(Option<Sweep>);

impl Nursery {
    /// A nursery for one population.
    pub fn new<P: GenomeProblem>(problem: &P) -> Self {
        let memory = (problem.records() == 0).then(Memory::default);
        Self { children: Vec::new(), memory }
    }

    /// Replaces children that are already known or cannot be better by new ones.
    pub(super) fn renew<P: GenomeProblem>(
        &mut self,
        population: &GenomePopulation,
        evaluator: &Evaluator<'_, P>,
        stream: &mut Stream,
    ) -> Result<(), Stop> {
        let Some(memory) = &mut self.memory else { return Ok(()) };
        memory.start(population);
        for (place, child) in self.children.iter_mut().enumerate() {
            evaluator.go_on_at(place)?;
            memory.renew(child, evaluator, stream);
        }
        Ok(())
    }

    /// Looks around a good individual.
    pub(super) fn refine<P: GenomeProblem>(
        &mut self,
        population: &mut GenomePopulation,
        evaluator: &mut Evaluator<'_, P>,
    ) -> Result<(), Stop> {
        if let Some(memory) = &mut self.memory {
            memory.refine(population, evaluator, FARTHEST)?;
        }
        Ok(())
    }

    /// What was seen since the last meeting, for the nurseries of all populations to learn.
    pub(super) fn news(&mut self) -> Found {
        self.memory.as_mut().map(Memory::news).unwrap_or_default()
    }

    /// Makes known to it what some population has seen.
    pub(super) fn learn(&mut self, found: &Found) {
        if let Some(memory) = &mut self.memory {
            memory.learn(found);
        }
    }

    /// Writes down what it knows at a meeting.
    pub(super) fn write(&self, writer: &mut Writer) {
        writer.option(self.memory.as_ref(), |writer, memory| memory.write(writer));
    }

    /// Where its sweep over the lattice is.
    pub(super) fn place(&self) -> Place {
        Place(self.memory.as_ref().map(Memory::place))
    }

    /// Writes down what it knew before it found this `news`, when its sweep was at `place`.
    pub(super) fn write_without(&self, news: &Found, place: &Place, writer: &mut Writer) {
        writer.option(self.memory.as_ref().zip(place.0.as_ref()), |writer, (memory, place)| {
            memory.write_without(news, place, writer);
        });
    }

    /// Reads what was written at a meeting.
    pub(super) fn read(reader: &mut Reader<'_>, shape: Shape<'_>) -> Result<Self, Malformed> {
        let memory = reader.option(|reader| Memory::read(reader, shape.lattice))?;
        if memory.is_some() != (shape.records == 0) {
            return Err(Malformed);
        }
        Ok(Self { children: Vec::new(), memory })
    }

    /// Makes room for `size` children that look like the members of `population`.
    pub(super) fn prepare(&mut self, size: usize, population: &GenomePopulation) {
        if let Some(pattern) = population.members().first() {
            self.children.resize_with(size, || pattern.genome.clone());
        }
    }
}

impl Breeding {
    /// Breeds all pairs of a generation; each pair's child replaces the worse parent if it is
    /// better than that one. Where pairs share members, each pair has the parents that the pairs
    /// before it have left.
    pub fn generation<P: GenomeProblem>(
        &self,
        population: &mut GenomePopulation,
        nursery: &mut Nursery,
        evaluator: &mut Evaluator<'_, P>,
        stream: &mut Stream,
    ) -> Result<Successes, Stop> {
        let pairs = self.pairing.pairs(population.len(), stream);
        let mut successes = Successes::default();
        if self.pairing.shares_members() {
            evaluator.go_on()?;
            for pair in pairs.chunks(1) {
                successes.add(self.brood(pair, population, nursery, evaluator, stream)?);
            }
        } else {
            successes = self.brood(&pairs, population, nursery, evaluator, stream)?;
        }
        nursery.refine(population, evaluator)?;
        Ok(successes)
    }

    /// Makes the children of these pairs, evaluates them, and lets them replace their parents.
    fn brood<P: GenomeProblem>(
        &self,
        pairs: &[[usize; 2]],
        population: &mut GenomePopulation,
        nursery: &mut Nursery,
        evaluator: &mut Evaluator<'_, P>,
        stream: &mut Stream,
    ) -> Result<Successes, Stop> {
        nursery.prepare(pairs.len(), population);
        let lattice = evaluator.problem().lattice();
        for (place, (pair, child)) in pairs.iter().zip(&mut nursery.children).enumerate() {
            evaluator.go_on_at(place)?;
            let [mother, father] = pair.map(|parent| &population.members()[parent].genome);
            self.crossover.cross(mother, father, child, stream);
            self.mutation.mutate(child, lattice, stream);
        }
        nursery.renew(population, evaluator, stream)?;
        let evaluations = if self.improvement {
            let children = nursery.children.iter_mut();
            children.map(|child| improve(child, evaluator)).collect::<Result<_, _>>()?
        } else {
            evaluator.evaluate_all(&nursery.children)?
        };
        let mut successes = Successes::default();
        for (&[mother, father], (child, evaluation)) in
            pairs.iter().zip(nursery.children.iter_mut().zip(evaluations))
        {
            let worse = worse_parent(population, mother, father);
            successes.count(population.challenge(worse, child, evaluation));
        }
        Ok(successes)
    }
}

/// Evaluates a child, and once more after it was improved, as far as the budget allows.
fn improve<P: GenomeProblem>(
    child: &mut Genome,
    evaluator: &mut Evaluator<'_, P>,
) -> Result<Evaluation, Stop> {
    if evaluator.remaining()? < 2 {
        return evaluator.evaluate(child);
    }
    let (evaluation, improved) = evaluator.problem().evaluate_and_improve(child);
    // A candidate that is not allowed is counted, never kept, so it does not matter that the child
    // has changed.
    evaluator.record(child, evaluation);
    if let Some(improved) = improved {
        evaluator.record(child, improved);
    }
    Ok(improved.unwrap_or(evaluation))
}

fn worse_parent(population: &GenomePopulation, mother: usize, father: usize) -> usize {
    let [a, b] = [mother, father].map(|parent| &population.members()[parent].evaluation);
    if is_better(a, b) { father } else { mother }
}

//! Differential evolution on levels and bits.

use super::{Bits, Genome, GenomePopulation, GenomeProblem, Nursery, Successes};
use crate::Stream;
use crate::{Evaluator, Lattice, Stop};

/// A mutation strategy of differential evolution (HAEF, eq. 14-19, in this order).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Strategy {
    /// `x_r1 + F (x_r2 - x_r3)`
    Rand1,
    /// `x_best + F (x_r1 - x_r2)`
    Best1,
    /// `x_r1 + F (x_r2 - x_r3) + F (x_r4 - x_r5)`
    Rand2,
    /// `x_best + F (x_r1 - x_r2) + F (x_r3 - x_r4)`
    Best2,
    /// `x_i + F (x_r1 - x_i) + F (x_r2 - x_r3)`
    CurrentToRand1,
    /// `x_i + F (x_best - x_i) + F (x_r1 - x_r2)`
    CurrentToBest1,
}

impl Strategy {
    /// All of them, in the order of the paper's numbers 1 to 6.
    pub const ALL: [Self; 6] =
        [Self::Rand1, Self::Best1, Self::Rand2, Self::Best2, Self::CurrentToRand1, Self::CurrentToBest1];

    /// The name in the literature.
    pub fn name(self) -> &'static str {
        match self {
            Self::Rand1 => "DE/rand/1",
            Self::Best1 => "DE/best/1",
            Self::Rand2 => "DE/rand/2",
            Self::Best2 => "DE/best/2",
            Self::CurrentToRand1 => "DE/current-to-rand/1",
            Self::CurrentToBest1 => "DE/current-to-best/1",
        }
    }

    /// Whether it starts from or moves towards the best individual rather than a random one.
    pub fn is_best_based(self) -> bool {
        matches!(self, Self::Best1 | Self::Best2 | Self::CurrentToBest1)
    }

    /// The vectors it adds up for target `i`; `r` holds five different random places other than
    /// `i`.
    pub fn recipe(self, i: usize, best: usize, r: [usize; 5]) -> Recipe {
        let (base, first, second) = match self {
            Self::Rand1 => (r[0], (r[1], r[2]), None),
            Self::Best1 => (best, (r[0], r[1]), None),
            Self::Rand2 => (r[0], (r[1], r[2]), Some((r[3], r[4]))),
            Self::Best2 => (best, (r[0], r[1]), Some((r[2], r[3]))),
            Self::CurrentToRand1 => (i, (r[0], i), Some((r[1], r[2]))),
            Self::CurrentToBest1 => (i, (best, i), Some((r[0], r[1]))),
        };
        Recipe { base, first, second }
    }
}

/// A base vector and the pairs whose scaled differences are added, by place in the population.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recipe {
    base: usize,
    first: (usize, usize),
    second: Option<(usize, usize)>,
}

/// Differential evolution with binomial crossover.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Differential {
    /// `F`, by which differences are scaled, above 0 and up to 2.
    pub factor: f64,
    /// `CR`, the share of genes taken from the mutant, 0 to 1.
    pub crossover: f64,
}

/// The least number of individuals that [`Strategy::recipe`] needs.
pub const LEAST_POPULATION: usize = 6;

impl Differential {
    /// Makes a trial vector for each individual with the strategy that `strategies` chooses; it
    /// replaces the individual if it is better. `strategies` learns of each success and failure.
    pub fn generation<P: GenomeProblem>(
        &self,
        population: &mut GenomePopulation,
        nursery: &mut Nursery,
        evaluator: &mut Evaluator<'_, P>,
        stream: &mut Stream,
        strategies: &mut dyn Strategies,
    ) -> Result<Successes, Stop> {
        nursery.prepare(population.len(), population);
        let lattice = evaluator.problem().lattice();
        let best = population.best();
        let mut chosen = Vec::with_capacity(population.len());
        for (target, trial) in nursery.children.iter_mut().enumerate() {
            evaluator.go_on_at(target)?;
            let strategy = strategies.choose(stream);
            chosen.push(strategy);
            let recipe = strategy.recipe(target, best, distinct(target, population.len(), stream));
            self.try_vector(population, target, recipe, lattice, trial, stream);
        }
        nursery.renew(population, evaluator, stream)?;
        let evaluations = evaluator.evaluate_all(&nursery.children)?;
        let mut successes = Successes::default();
        for (target, (trial, evaluation)) in nursery.children.iter_mut().zip(evaluations).enumerate() {
            let success = population.challenge(target, trial, evaluation);
            successes.count(success);
            strategies.learn(chosen[target], success);
        }
        nursery.refine(population, evaluator)?;
        Ok(successes)
    }

    fn try_vector(
        &self,
        population: &GenomePopulation,
        target: usize,
        recipe: Recipe,
        lattice: &Lattice,
        trial: &mut Genome,
        stream: &mut Stream,
    ) {
        let genome = |place: usize| &population.members()[place].genome;
        let (base, a, b) = (genome(recipe.base), genome(recipe.first.0), genome(recipe.first.1));
        let second = recipe.second.map(|(c, d)| (genome(c), genome(d)));
        let forced = stream.below(trial.levels.len());
        for place in 0..trial.levels.len() {
            trial.levels[place] = if place == forced || stream.chance(self.crossover) {
                let difference =
                    |a: &Genome, b: &Genome| f64::from(a.levels[place]) - f64::from(b.levels[place]);
                let differences = difference(a, b) + second.map_or(0.0, |(c, d)| difference(c, d));
                let value = f64::from(base.levels[place]) + self.factor * differences;
                repair_level(value, lattice.lowest[place], lattice.highest[place], stream)
            } else {
                genome(target).levels[place]
            };
        }
        if trial.kept.is_empty() {
            return;
        }
        let pairs = [Some((&a.kept, &b.kept)), second.map(|(c, d)| (&c.kept, &d.kept))];
        let forced = stream.below(trial.kept.len());
        let chances = BitChances::new(self.factor);
        let target = genome(target).kept.words();
        trial.kept.fill_words(|index| {
            let mut mutated = stream.word(self.crossover);
            if index == forced / 64 {
                mutated |= 1 << (forced % 64);
            }
            let mutant = chances.mutant(base.kept.words()[index], pairs.map(word_pair(index)), stream);
            target[index] & !mutated | mutant & mutated
        });
    }
}

fn word_pair(index: usize) -> impl Fn(Option<(&Bits, &Bits)>) -> (u64, u64) {
    move |pair| pair.map_or((0, 0), |(a, b)| (a.words()[index], b.words()[index]))
}

/// HAEF, section 4.3.2: below the range the lowest level, above it a random level that is not the
/// lowest, in between the nearest one.
fn repair_level(value: f64, lowest: u8, highest: u8, stream: &mut Stream) -> u8 {
    if value < f64::from(lowest) {
        lowest
    } else if value > f64::from(highest) {
        stream.level((lowest + 1).min(highest), highest)
    } else {
        value.round() as u8
    }
}

/// For a base bit and a sum of differences from -2 to 2, the probability that the mutant's bit is 1
/// (HAEF, section 4.3.2): 1/2 below 0, 1 above 1, otherwise the value itself.
struct BitChances {
    /// `[base][sum + 2]`
    chances: [[f64; 5]; 2],
}

impl BitChances {
    fn new(factor: f64) -> Self {
        let chance = |base: usize, sum: usize| match base as f64 + factor * (sum as f64 - 2.0) {
            value if value < 0.0 => 0.5,
            value => value.min(1.0),
        };
        Self { chances: [0, 1].map(|base| [0, 1, 2, 3, 4].map(|sum| chance(base, sum))) }
    }

    /// 64 bits of the mutant at once.
    fn mutant(&self, base: u64, pairs: [(u64, u64); 2], stream: &mut Stream) -> u64 {
        let [(up1, down1), (up2, down2)] = pairs.map(|(a, b)| (a & !b, !a & b));
        // The differences by lane: where both point up, one does and the other rests, they cancel
        // or rest both, and so on.
        let none = !(up1 | down1 | up2 | down2) | up1 & down2 | down1 & up2;
        let sums =
            [down1 & down2, (down1 ^ down2) & !(up1 | up2), none, (up1 ^ up2) & !(down1 | down2), up1 & up2];
        let fair = stream.bits();
        let mut mutant = 0;
        for (bit, lanes) in [(0, !base), (1, base)] {
            for (sum, &with_sum) in sums.iter().enumerate() {
                let lanes = lanes & with_sum;
                let chance = self.chances[bit][sum];
                mutant |= match chance {
                    _ if lanes == 0 => 0,
                    0.0 => 0,
                    0.5 => lanes & fair,
                    1.0 => lanes,
                    _ => lanes & stream.word(chance),
                };
            }
        }
        mutant
    }
}

/// Five different places in the population, none of them `target`.
fn distinct(target: usize, population: usize, stream: &mut Stream) -> [usize; 5] {
    let mut places = [target; 5];
    for next in 0..5 {
        places[next] = loop {
            let place = stream.below(population);
            if place != target && !places[..next].contains(&place) {
                break place;
            }
        };
    }
    places
}

/// Which strategy makes the next trial vector.
pub trait Strategies {
    /// Picks one.
    fn choose(&mut self, stream: &mut Stream) -> Strategy;

    /// Learns whether a trial vector took its target's place.
    fn learn(&mut self, _strategy: Strategy, _success: bool) {}
}

/// A strategy by itself is always chosen.
impl Strategies for Strategy {
    fn choose(&mut self, _stream: &mut Stream) -> Strategy {
        *self
    }
}

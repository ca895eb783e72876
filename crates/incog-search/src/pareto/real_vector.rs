//! Variation of vectors of real numbers, as NSGA-II uses it.

use super::{Individual, Offspring, Variation};
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;

/// A vector of real numbers as a candidate, ordered by its entries' total order.
#[derive(Debug, Clone, PartialEq)]
pub struct RealVector(pub Vec<f64>);

impl Eq for RealVector {}

impl PartialOrd for RealVector {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for RealVector {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        let orders = self.0.iter().zip(&other.0).map(|(a, b)| a.total_cmp(b));
        orders.fold(self.0.len().cmp(&other.0.len()), |order, next| order.then(next))
    }
}

/// Binary tournament on rank and crowding, simulated binary crossover and polynomial mutation
/// within bounds (Deb et al. 2002, doi:10.1109/4235.996017, section V).
#[derive(Debug, Clone)]
pub struct RealVariation {
    bounds: Vec<(f64, f64)>,
    crossover: f64,
    eta_crossover: f64,
    mutation: f64,
    eta_mutation: f64,
}

impl RealVariation {
    /// The published parameters: crossover with probability 0.9 and index 20, mutation with
    /// probability 1/n per entry and index 20.
    pub fn new(bounds: Vec<(f64, f64)>) -> Self {
        let mutation = 1.0 / bounds.len().max(1) as f64;
        Self { bounds, crossover: 0.9, eta_crossover: 20.0, mutation, eta_mutation: 20.0 }
    }

    fn cross(&self, mother: &mut [f64], father: &mut [f64], rng: &mut Xoshiro256PlusPlus) {
        for ((x, y), &(low, high)) in mother.iter_mut().zip(father).zip(&self.bounds) {
            if rng.random::<bool>() || *x == *y {
                continue;
            }
            let draw: f64 = rng.random();
            let power = 1.0 / (self.eta_crossover + 1.0);
            let spread =
                if draw <= 0.5 { (2.0 * draw).powf(power) } else { (0.5 / (1.0 - draw)).powf(power) };
            let (middle, half) = (0.5 * (*x + *y), 0.5 * spread * (*y - *x));
            let half = if rng.random() { half } else { -half };
            *x = (middle - half).clamp(low, high);
            *y = (middle + half).clamp(low, high);
        }
    }

    fn mutate(&self, vector: &mut [f64], rng: &mut Xoshiro256PlusPlus) {
        for (x, &(low, high)) in vector.iter_mut().zip(&self.bounds) {
            if rng.random::<f64>() < self.mutation {
                let draw: f64 = rng.random();
                let power = 1.0 / (self.eta_mutation + 1.0);
                let step = if draw < 0.5 {
                    (2.0 * draw).powf(power) - 1.0
                } else {
                    1.0 - (2.0 - 2.0 * draw).powf(power)
                };
                *x = (*x + step * (high - low)).clamp(low, high);
            }
        }
    }
}

/// The better of two random members: lower rank, then larger crowding distance.
pub fn tournament<C, const M: usize>(population: &[Individual<C, M>], rng: &mut Xoshiro256PlusPlus) -> usize {
    let (a, b) = (rng.random_range(0..population.len()), rng.random_range(0..population.len()));
    let (first, second) = (&population[a], &population[b]);
    let order = first.rank.cmp(&second.rank).then(second.crowding.total_cmp(&first.crowding));
    if order.is_le() { a } else { b }
}

impl<const M: usize> Variation<RealVector, M> for RealVariation {
    fn random(&mut self, rng: &mut Xoshiro256PlusPlus) -> RealVector {
        RealVector(self.bounds.iter().map(|&(low, high)| low + (high - low) * rng.random::<f64>()).collect())
    }

    fn offspring(
        &mut self,
        population: &[Individual<RealVector, M>],
        _brood: usize,
        _progress: f64,
        rng: &mut Xoshiro256PlusPlus,
    ) -> Vec<Offspring<RealVector>> {
        let mut children = Vec::with_capacity(population.len() + 1);
        while children.len() < population.len() {
            let mother = tournament(population, rng);
            let father =
                (0..8).map(|_| tournament(population, rng)).find(|&other| other != mother).unwrap_or(mother);
            let parents = [mother, father];
            let [mut mother, mut father] = parents.map(|index| population[index].candidate.clone());
            if rng.random::<f64>() < self.crossover {
                self.cross(&mut mother.0, &mut father.0, rng);
            }
            for mut candidate in [mother, father] {
                self.mutate(&mut candidate.0, rng);
                children.push(Offspring { candidate, parents });
            }
        }
        children.truncate(population.len());
        children
    }
}

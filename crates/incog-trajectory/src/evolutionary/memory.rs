//! Parameters that adapt to what succeeded.

use rand::RngExt;
use rand_distr::{Distribution, Normal};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Success history of crossover and mutation rates.
///
/// Rates are drawn from a normal distribution around a random slot and clipped to [0, 1]. After a
/// generation with successes the oldest slot becomes the mean of the successful crossover rates and
/// the Lehmer mean (sum of squares over sum) of the successful mutation rates (Tanabe and Fukunaga
/// 2013, doi:10.1109/CEC.2013.6557555).
#[derive(Debug, Clone)]
pub struct SuccessHistory {
    slots: Vec<(f64, f64)>,
    next: usize,
    deviation: f64,
}

impl SuccessHistory {
    /// `slots` slots, all starting with `rate` for both; at least one slot.
    pub fn new(slots: usize, rate: f64, deviation: f64) -> Self {
        Self { slots: vec![(rate, rate); slots.max(1)], next: 0, deviation: deviation.abs() }
    }

    /// Draws a crossover and a mutation rate.
    pub fn draw(&self, rng: &mut Xoshiro256PlusPlus) -> (f64, f64) {
        let (crossover, mutation) = self.slots[rng.random_range(0..self.slots.len())];
        let mut around = |centre: f64| {
            // A finite deviation that is not negative is always a normal distribution.
            let drawn = Normal::new(centre, self.deviation).map_or(centre, |normal| normal.sample(rng));
            drawn.clamp(0.0, 1.0)
        };
        (around(crossover), around(mutation))
    }

    /// Remembers what succeeded in a generation; nothing when nothing did.
    pub fn learn(&mut self, successes: &[(f64, f64)]) {
        if successes.is_empty() {
            return;
        }
        let mean = successes.iter().map(|(crossover, _)| crossover).sum::<f64>() / successes.len() as f64;
        let sum: f64 = successes.iter().map(|(_, mutation)| mutation).sum();
        let squares: f64 = successes.iter().map(|(_, mutation)| mutation * mutation).sum();
        self.slots[self.next] = (mean, if sum > 0.0 { squares / sum } else { 0.0 });
        self.next = (self.next + 1) % self.slots.len();
    }

    /// The remembered (crossover, mutation) rates.
    pub fn slots(&self) -> &[(f64, f64)] {
        &self.slots
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slots_are_replaced_in_turn_by_mean_and_lehmer_mean() {
        let mut memory = SuccessHistory::new(2, 0.5, 0.1);
        memory.learn(&[]);
        assert_eq!(memory.slots(), [(0.5, 0.5), (0.5, 0.5)]);
        memory.learn(&[(0.2, 0.25), (0.4, 0.75)]);
        assert!((memory.slots()[0].0 - 0.3).abs() < 1e-12 && (memory.slots()[0].1 - 0.625).abs() < 1e-12);
        memory.learn(&[(1.0, 0.0)]);
        assert_eq!(memory.slots()[1], (1.0, 0.0));
    }
}

//! Prices of records, and the bound that they are.

use crate::problem::LocalProblem;

/// A price for each record that proves a bound; records of one tuple have the same price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prices {
    of_tuple: Vec<u64>,
}

impl Prices {
    /// Prices of 0, which every cell allows.
    pub fn nothing(problem: &LocalProblem) -> Self {
        Self { of_tuple: vec![0; problem.counts().len()] }
    }

    pub(crate) fn new(of_tuple: Vec<u64>) -> Self {
        Self { of_tuple }
    }

    /// The price of a record of each tuple, in the units of the problem.
    pub fn of_tuple(&self) -> &[u64] {
        &self.of_tuple
    }

    /// The same as values of the minimized metric (its negative where more is better): what it is at least as far as a
    /// record of each tuple is concerned. The mean over the records is the bound.
    pub fn minimized(&self, problem: &LocalProblem) -> Vec<f64> {
        self.of_tuple.iter().map(|&price| problem.costs().minimized(price, 1)).collect()
    }

    /// What every release loses at least, in the metric's unit and direction.
    pub fn bound(&self, problem: &LocalProblem) -> f64 {
        let (sum, records) = self.least_sum(problem);
        problem.costs().value(sum, records)
    }

    /// The least that a release costs, and by how many records that is to be divided.
    pub(crate) fn least_sum(&self, problem: &LocalProblem) -> (u64, u64) {
        let priced = self.of_tuple.iter().copied().zip(problem.counts().iter().copied());
        let records = problem.counts().iter().sum();
        if problem.costs().suppressed.is_some() {
            return (priced.map(|(price, count)| price * count).sum(), records);
        }
        let mut priced: Vec<(u64, u64)> = priced.collect();
        priced.sort_unstable();
        let published = u64::saturating_sub(records, problem.suppression_limit());
        let (mut missing, mut sum) = (published, 0);
        for (price, count) in priced {
            let taken = count.min(missing);
            sum += price * taken;
            missing -= taken;
        }
        (sum, published)
    }
}

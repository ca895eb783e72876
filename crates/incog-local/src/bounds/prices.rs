//! Prices of records, and the bound that they are.

use crate::problem::LocalProblem;

/// A price for each record that proves a bound; records of one tuple have the same price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prices {
    of_tuple: Vec<u64>,
    /// What the prices are sums of; nothing where they were made of all attributes together.
    blocks: Vec<ClassPrices<u64>>,
}

/// Prices that the labels of some attributes cost by themselves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ClassPrices<P> {
    /// The places of the attributes.
    pub attributes: Vec<usize>,
    /// The price of a record of each tuple.
    pub of_tuple: Vec<P>,
}

impl Prices {
    /// Prices of 0, which every cell allows.
    pub fn nothing(problem: &LocalProblem) -> Self {
        Self::new(vec![0; problem.counts().len()])
    }

    pub(crate) fn new(of_tuple: Vec<u64>) -> Self {
        Self { of_tuple, blocks: Vec::new() }
    }

    /// The sums of the prices of disjoint blocks, as far as a suppressed record costs as much.
    pub(crate) fn of_blocks(problem: &LocalProblem, blocks: Vec<ClassPrices<u64>>) -> Self {
        let highest = problem.costs().suppressed.unwrap_or(problem.dearest());
        let sum = |tuple: usize| blocks.iter().map(|block| block.of_tuple[tuple]).sum::<u64>();
        let of_tuple = (0..problem.counts().len()).map(|tuple| sum(tuple).min(highest)).collect();
        Self { of_tuple, blocks }
    }

    /// The price of a record of each tuple, in the units of the problem.
    pub fn of_tuple(&self) -> &[u64] {
        &self.of_tuple
    }

    /// What the prices are sums of, in the unit of the metric: by how much it is raised at least as
    /// far as the labels of the block's attributes at a record of each tuple are concerned, above
    /// what it is where no label costs anything.
    pub fn blocks(&self, problem: &LocalProblem) -> Vec<ClassPrices<f64>> {
        let unit = |block: &ClassPrices<u64>| ClassPrices {
            attributes: block.attributes.clone(),
            of_tuple: block.of_tuple.iter().map(|&price| problem.costs().in_metric(price)).collect(),
        };
        if !self.blocks.is_empty() {
            return self.blocks.iter().map(unit).collect();
        }
        let attributes = (0..problem.order().len()).collect();
        vec![unit(&ClassPrices { attributes, of_tuple: self.of_tuple.clone() })]
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

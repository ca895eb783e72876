//! What a genome loses.

use super::super::ReleaseProblem;
use super::{ClassTable, RecordProblem};
use incog_data::{Classes, Kept, Levels};
use incog_search::Node;
use incog_utility::{ClassForm, ClassSummary, Combine, Separable};

/// The metric in the form that serves evaluation best.
pub(crate) enum RecordObjective {
    /// Sums of costs over records.
    Separable(Costs),
    /// A function of class sizes and labels.
    Classes { form: Box<dyn ClassForm> },
    /// Only known for a whole release.
    Plain,
}

/// Costs of a separable metric by tuple.
pub(crate) struct Costs {
    /// Cost by attribute and level of keeping no record.
    base: Vec<Vec<f64>>,
    /// Cost by attribute and level of keeping every record.
    everybody: Vec<Vec<f64>>,
    /// What keeping a record adds to the cost of keeping none, `[attribute][level][tuple]`, times
    /// the attribute's weight where there are weights; empty when it does not matter which records
    /// are kept.
    added: Vec<Vec<Vec<f64>>>,
    /// Whether that is the same for all records of a class.
    by_class: bool,
    combine: Combine,
    /// What the loss is when all sums are 0, and the weights of the sums in it, where it is linear
    /// in them.
    weights: Option<(f64, Vec<f64>)>,
}

impl RecordObjective {
    pub fn new(release: &ReleaseProblem) -> Self {
        let (tuples, metric) = (release.tuples(), release.metric());
        if let Some(separable) = metric.separable(tuples) {
            return Self::Separable(Costs::new(release, separable));
        }
        match metric.class_form(tuples) {
            Some(form) => Self::Classes { form },
            None => Self::Plain,
        }
    }

    /// A lower bound on the loss at these levels or higher ones, whatever is suppressed: costs rise
    /// with the levels and with suppression.
    pub fn bound(&self, levels: &[u8]) -> f64 {
        match self {
            Self::Separable(costs) => costs.bound(levels),
            Self::Classes { .. } | Self::Plain => f64::NEG_INFINITY,
        }
    }

    /// The loss of keeping these numbers of records of each class.
    pub(super) fn loss(
        &self,
        problem: &RecordProblem<'_>,
        table: &mut ClassTable,
        levels: &Node,
        kept: &[u32],
        sums: &mut Vec<f64>,
    ) -> f64 {
        match self {
            Self::Separable(costs) => costs.loss(problem, table, levels, kept, sums),
            Self::Classes { form } => {
                let squares = if form.needs_squares() { squares(problem, table) } else { Vec::new() };
                let classes = table.representatives.iter().zip(&table.sizes).zip(kept).enumerate();
                let mut summaries = classes.map(|(class, ((&tuple, &size), &kept))| ClassSummary {
                    tuple,
                    size: u64::from(size),
                    kept: u64::from(kept),
                    squares: squares.get(class).copied().unwrap_or(0),
                });
                form.value(levels, &mut summaries)
            }
            Self::Plain => plain(problem.release, levels, kept),
        }
    }
}

/// For each class, the sum over its tuples of the square of their number of records.
fn squares(problem: &RecordProblem<'_>, table: &ClassTable) -> Vec<u64> {
    let mut squares = vec![0; table.classes()];
    let cells = problem.protection.cells() as u32;
    // Each record adds the records of its tuple.
    for (&tuple, &slot) in problem.records.tuple_of().iter().zip(&table.slots) {
        squares[(slot / cells) as usize] += u64::from(problem.release.tuples().count(tuple as usize));
    }
    squares
}

/// Of a class of which a part stays, that part is spread evenly over its cells, which no metric
/// looks at.
fn plain(release: &ReleaseProblem, levels: &Node, kept: &[u32]) -> f64 {
    let mut kept = kept.iter().copied();
    let classes = Classes::group(release.tuples(), &Levels::from(levels.to_vec())).retain(|class| {
        let mut left = kept.next().unwrap_or(0);
        if u64::from(left) == class.size {
            return Kept::All;
        }
        let mut cells = class.cells.to_vec();
        for cell in &mut cells {
            cell.count = cell.count.min(left);
            left -= cell.count;
        }
        cells.retain(|cell| cell.count > 0);
        if cells.is_empty() { Kept::Nothing } else { Kept::Part(cells) }
    });
    release.signed(release.metric().value(&classes))
}

impl Costs {
    fn new(release: &ReleaseProblem, separable: Separable) -> Self {
        let tuples = release.tuples();
        let Separable { kept, suppressed, by_label, combine, additive } = separable;
        let weights = additive.is_linear.then(|| weights(&combine, kept.len()));
        let code = |tuple: usize, attribute: usize| tuples.codes(tuple)[attribute] as usize;
        let sum = |attribute: usize, costs: &[f64]| -> f64 {
            let cost = |tuple| f64::from(tuples.count(tuple)) * costs[code(tuple, attribute)];
            (0..tuples.len()).map(cost).sum()
        };
        let attributes = || kept.iter().enumerate();
        let everybody: Vec<Vec<f64>> = attributes()
            .map(|(attribute, levels)| levels.iter().map(|costs| sum(attribute, costs)).collect())
            .collect();
        let Some(suppressed) = suppressed else {
            let (base, added) = (everybody.clone(), Vec::new());
            return Self { base, everybody, added, by_class: true, combine, weights };
        };
        let base = attributes()
            .map(|(attribute, levels)| vec![sum(attribute, &suppressed[attribute]); levels.len()])
            .collect();
        let added = attributes()
            .map(|(attribute, levels)| {
                let weight = weights.as_ref().map_or(1.0, |(_, weights)| weights[attribute]);
                let of_tuple = |costs: &Vec<f64>, tuple| {
                    let code = code(tuple, attribute);
                    weight * (costs[code] - suppressed[attribute][code])
                };
                let column = |costs| (0..tuples.len()).map(|tuple| of_tuple(costs, tuple)).collect();
                levels.iter().map(column).collect()
            })
            .collect();
        let is_constant = |costs: &Vec<f64>| costs.windows(2).all(|pair| pair[0] == pair[1]);
        let by_class = by_label && suppressed.iter().all(is_constant);
        Self { base, everybody, added, by_class, combine, weights }
    }

    fn loss(
        &self,
        problem: &RecordProblem<'_>,
        table: &mut ClassTable,
        levels: &Node,
        kept: &[u32],
        sums: &mut Vec<f64>,
    ) -> f64 {
        sums.clear();
        sums.extend(self.base.iter().zip(levels.iter()).map(|(base, &level)| base[level as usize]));
        if self.added.is_empty() {
            return (self.combine)(sums);
        }
        if table.costs.is_empty() {
            self.fill(problem, table, levels);
        }
        if let Some((offset, weights)) = &self.weights {
            let nobody: f64 = sums.iter().zip(weights).map(|(sum, weight)| sum * weight).sum();
            return offset + nobody + weigh(&table.costs, kept);
        }
        for (costs, &kept) in table.costs.chunks_exact(levels.len().max(1)).zip(kept) {
            if kept > 0 {
                let kept = f64::from(kept);
                sums.iter_mut().zip(costs).for_each(|(sum, cost)| *sum += kept * cost);
            }
        }
        (self.combine)(sums)
    }

    /// What keeping a record of each class adds, on average over the class: over all attributes
    /// where the loss is linear, for each of them where not.
    fn fill(&self, problem: &RecordProblem<'_>, table: &mut ClassTable, levels: &Node) {
        let width = if self.weights.is_some() { 1 } else { levels.len() };
        let cells = problem.protection.cells() as u32;
        let ClassTable { costs, representatives, sizes, slots, .. } = table;
        costs.resize(representatives.len() * width, 0.0);
        for (attribute, (added, &level)) in self.added.iter().zip(levels.iter()).enumerate() {
            let (column, offset) = (&added[level as usize], attribute % width);
            if self.by_class {
                let costs = costs.iter_mut().skip(offset).step_by(width);
                costs.zip(&*representatives).for_each(|(cost, &tuple)| *cost += column[tuple as usize]);
                continue;
            }
            for (&tuple, &slot) in problem.records.tuple_of().iter().zip(&*slots) {
                let class = (slot / cells) as usize;
                costs[class * width + offset] += column[tuple as usize] / f64::from(sizes[class]);
            }
        }
    }

    fn bound(&self, levels: &[u8]) -> f64 {
        let everybody = self.everybody.iter().zip(levels);
        let sums: Vec<f64> = everybody.map(|(costs, &level)| costs[level as usize]).collect();
        (self.combine)(&sums)
    }
}

/// The sum of the products, in four parts, so that no addition has to wait for the one before.
fn weigh(costs: &[f64], kept: &[u32]) -> f64 {
    let mut sums = [0.0; 4];
    let (costs, kept) = (costs.chunks(4), kept.chunks(4));
    for (costs, kept) in costs.zip(kept) {
        for ((sum, cost), &kept) in sums.iter_mut().zip(costs).zip(kept) {
            *sum += cost * f64::from(kept);
        }
    }
    sums.iter().sum()
}

/// The loss when all sums are 0, and by how much each sum raises it.
fn weights(combine: &Combine, attributes: usize) -> (f64, Vec<f64>) {
    let mut sums = vec![0.0; attributes];
    let offset = combine(&sums);
    let weight = |attribute| {
        sums[attribute] = 1.0;
        let weight = combine(&sums) - offset;
        sums[attribute] = 0.0;
        weight
    };
    (offset, (0..attributes).map(weight).collect())
}

//! What labels cost above the cheapest of them.

use crate::label_costs::{cost_of_level, cost_of_suppressed, weight_in};
use incog_data::{QuasiIdentifier, Tuples};
use incog_utility::Objective;

/// What the labels of one attribute cost above the cheapest of them, at the levels that are
/// allowed.
pub(super) struct LabelCosts {
    /// By level and code, the number of the label.
    labels: Vec<Vec<u32>>,
    /// By level and label.
    costs: Vec<Vec<f64>>,
}

impl LabelCosts {
    /// The costs by level and label, and what the cheapest label costs that a value of the table
    /// can have: a hierarchy may know others, which no record is published with.
    fn above_the_cheapest(qid: &QuasiIdentifier, cost: impl Fn(usize) -> Vec<f64>) -> (Self, f64) {
        let levels = qid.min_level..=qid.max_level;
        let codes = 0..qid.leaf_of.len() as u32;
        let labels: Vec<Vec<u32>> = levels
            .clone()
            .map(|level| codes.clone().map(|code| qid.label_code(level, code)).collect())
            .collect();
        let mut costs: Vec<Vec<f64>> = levels.map(|level| cost(level.into())).collect();
        let of_labels = labels
            .iter()
            .zip(&costs)
            .flat_map(|(labels, costs)| labels.iter().map(|&label| costs[label as usize]));
        let cheapest = of_labels.reduce(f64::min).unwrap_or_default();
        costs.iter_mut().flatten().for_each(|cost| *cost -= cheapest);
        (Self { labels, costs }, cheapest)
    }

    /// Levels, from the lowest allowed.
    pub fn levels(&self) -> usize {
        self.labels.len()
    }

    /// The label of a code at a level.
    pub fn label(&self, level: usize, code: u32) -> u32 {
        self.labels[level][code as usize]
    }

    /// What it costs.
    pub fn cost(&self, level: usize, code: u32) -> f64 {
        self.costs[level][self.label(level, code) as usize]
    }
}

/// An objective that is the mean over records of what their labels cost, or the negative of that
/// where more is better.
pub(super) struct Costs {
    /// By attribute.
    pub attributes: Vec<LabelCosts>,
    /// What a record costs whose labels are the cheapest.
    pub least: f64,
    /// What a suppressed record costs; `None` where the mean is that of the published ones.
    pub suppressed: Option<f64>,
}

impl Costs {
    /// `None` for an objective of another form.
    pub fn new(objective: &Objective, tuples: &Tuples) -> Option<Self> {
        let qids = tuples.quasi_identifiers();
        let cost = cost_of_level(objective.name())?;
        let suppressed = cost_of_suppressed(objective).ok()?;
        // Of all metrics here the first is a sum over records and quasi-identifiers, the second one
        // over quasi-identifiers, all others are means.
        let factor = match objective.name() {
            "transparency" => (tuples.rows() * qids.len()) as f64,
            "height" => qids.len() as f64,
            _ => 1.0,
        };
        let weight_of = |qid: &QuasiIdentifier| weight_in(objective.name(), qid.weight);
        let total: f64 = qids.iter().map(weight_of).sum();
        let of_attribute = |qid: &QuasiIdentifier| {
            let weight = factor * weight_of(qid) / total;
            let weighed = |level| cost(&qid.hierarchy, level).into_iter().map(|cost| weight * cost).collect();
            LabelCosts::above_the_cheapest(qid, weighed)
        };
        let (attributes, least): (_, Vec<f64>) = qids.iter().map(of_attribute).unzip();
        Some(Self { attributes, least: least.iter().sum(), suppressed })
    }
}

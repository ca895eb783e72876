//! What the labels of a quasi-identifier cost a record, from the definitions of the objectives.

use super::fault::ProofFault;
use crate::heap::*;
use crate::job_terms::job::LossKind;
use crate::job_terms::rules::GeneralizedColumn;
use crate::numbers::sum;
use crate::reading::order::{are_numbers, number};
use crate::reading::table::CodedColumn;
use crate::trees::hierarchy::LabelTree;

/// A quasi-identifier with its hierarchy.
pub(crate) struct Attribute<'a> {
    pub given: &'a GeneralizedColumn,
    pub column: &'a CodedColumn,
    pub tree: LabelTree,
    pub lowest: usize,
    pub highest: usize,
    /// Its weight over the sum of all.
    pub share: f64,
    /// By level and code of the column: the number of the label.
    pub labels: Vec<Vec<usize>>,
    /// By level and code of the column: what the label costs a record.
    pub costs: Vec<Vec<f64>>,
    /// By level: what all records cost.
    pub totals: Vec<f64>,
}

impl<'a> Attribute<'a> {
    pub fn new(
        given: &'a GeneralizedColumn,
        column: &'a CodedColumn,
        tree: LabelTree,
        loss: LossKind,
    ) -> Result<Self, ProofFault> {
        let mut places = vec![];
        for value in &column.values {
            places.push(tree.values.binary_search(value).map_err(|_| ProofFault::UnknownValue)?);
        }
        let height = tree.height();
        let (mut labels, mut costs, mut totals) = (vec![], vec![], vec![]);
        for level in 0..=height {
            let of_label = costs_of_labels(&tree, level, loss);
            let of_code: Vec<usize> = places.iter().map(|&place| tree.labels[level][place]).collect();
            let cost: Vec<f64> = of_code.iter().map(|&label| of_label[label]).collect();
            totals.push(sum(column.codes.iter().map(|&code| cost[code])));
            labels.push(of_code);
            costs.push(cost);
        }
        let highest = given.highest.unwrap_or(height).min(height);
        if given.lowest > highest {
            return Err(ProofFault::UnknownValue);
        }
        let (lowest, share) = (given.lowest, given.weight);
        Ok(Self { given, column, tree, lowest, highest, share, labels, costs, totals })
    }

    /// How many labels the records have at a level.
    pub fn labels_at(&self, level: usize) -> usize {
        self.labels[level].iter().collect::<BTreeSet<_>>().len()
    }
}

/// What the labels of a level cost a record, from the definition of the objective.
fn costs_of_labels(tree: &LabelTree, level: usize, loss: LossKind) -> Vec<f64> {
    let leaves = &tree.leaves[level];
    match loss {
        LossKind::GenLoss => {
            let whole = widths(tree, tree.height()).into_iter().find(|width| *width > 0.0).unwrap_or(1.0);
            widths(tree, level).iter().map(|width| width / whole).collect()
        }
        LossKind::Transparency => leaves.iter().map(|&leaves| -1.0 / leaves as f64).collect(),
        LossKind::Loss => leaves.iter().map(|&leaves| leaves as f64 / tree.values.len() as f64).collect(),
        LossKind::Height => vec![level as f64; leaves.len()],
        LossKind::Precision { .. } | LossKind::Other => {
            vec![level as f64 / tree.height().max(1) as f64; leaves.len()]
        }
    }
}

/// How far apart the values under each label are: numbers by difference, others by count.
fn widths(tree: &LabelTree, level: usize) -> Vec<f64> {
    if !are_numbers(&tree.values) {
        return tree.leaves[level].iter().map(|&leaves| leaves as f64 - 1.0).collect();
    }
    let mut ends = vec![(f64::INFINITY, f64::NEG_INFINITY); tree.texts[level].len()];
    for (value, &label) in tree.values.iter().zip(&tree.labels[level]) {
        let number = number(value).unwrap_or(0.0);
        ends[label] = (ends[label].0.min(number), ends[label].1.max(number));
    }
    ends.into_iter().map(|(low, high)| high - low).collect()
}

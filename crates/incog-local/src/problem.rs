//! What is asked of a local recoding.

use crate::costs::Costs;
use crate::label_tree::LabelTree;
use crate::tally::Tally;
use incog_data::{ClassView, Kept, LabelMeanings, Tuples};
use incog_privacy::{ClassModel, Conjunction};
use incog_utility::Metric;
use std::sync::Arc;
use thiserror::Error;

/// Why a problem cannot be posed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LocalProblemError {
    /// The metric is no weighted sum over records.
    #[error(
        "local recoding cannot optimize {metric}, which is not a sum over labels; use gen-loss, precision \
         or transparency (the report shows {metric}, too)"
    )]
    Objective {
        /// Its name.
        metric: &'static str,
    },
    /// One label would stand for different sets of values.
    #[error(
        "column {column:?}: equal labels of its hierarchy stand for different values; make the labels \
         differ between levels, skip the lower levels (min_level), or use one level per column \
         (recoding.kind = \"global\")"
    )]
    AmbiguousLabel {
        /// The column.
        column: String,
    },
}

/// A table, the models that every class of its release must meet, how many records may be
/// suppressed, and the metric to optimize: levels may differ by record.
pub struct LocalProblem {
    tuples: Arc<Tuples>,
    models: Conjunction,
    metric: Box<dyn Metric>,
    limit: u64,
    costs: Costs,
    trees: Vec<LabelTree>,
    /// The attributes, those first whose first generalization costs most: walks over cells are cut
    /// off earlier.
    order: Vec<usize>,
    /// The code of each tuple, by attribute.
    codes: Vec<Vec<u32>>,
    counts: Vec<u64>,
    is_size_only: bool,
    least: Option<u64>,
    /// For each cell of sensitive values whether its records can be in no class; empty where all
    /// can.
    in_no_class: Vec<bool>,
    dearest: u64,
}

impl LocalProblem {
    /// The problem of publishing these tuples so that all `models` hold for every class, with at
    /// most `limit` records suppressed.
    ///
    /// # Errors
    /// When the metric is no weighted sum of what labels cost, or a text stands for several labels
    /// of a hierarchy.
    pub fn new(
        tuples: impl Into<Arc<Tuples>>,
        models: Conjunction,
        metric: Box<dyn Metric>,
        limit: u64,
    ) -> Result<Self, LocalProblemError> {
        let tuples = tuples.into();
        let costs = Costs::new(metric.as_ref(), &tuples)
            .ok_or_else(|| LocalProblemError::Objective { metric: metric.name() })?;
        let trees = label_trees(&tuples, &costs)?;
        let codes: Vec<Vec<u32>> = (0..trees.len())
            .map(|attribute| (0..tuples.len()).map(|tuple| tuples.codes(tuple)[attribute]).collect())
            .collect();
        let counts: Vec<u64> = (0..tuples.len()).map(|tuple| tuples.count(tuple).into()).collect();
        let order = order(&trees, &codes, &counts);
        let dearest = highest_cost(&trees, &codes, &counts).max(costs.suppressed.unwrap_or_default());
        let is_size_only = models.is_size_only();
        let mut problem = Self {
            tuples,
            models,
            metric,
            limit,
            costs,
            trees,
            order,
            codes,
            counts,
            is_size_only,
            least: None,
            in_no_class: Vec::new(),
            dearest,
        };
        problem.judge_table();
        Ok(problem)
    }

    /// The table.
    pub fn tuples(&self) -> &Tuples {
        &self.tuples
    }

    /// The models.
    pub fn models(&self) -> &Conjunction {
        &self.models
    }

    /// The metric.
    pub fn metric(&self) -> &dyn Metric {
        self.metric.as_ref()
    }

    /// How many records may be suppressed.
    pub fn suppression_limit(&self) -> u64 {
        self.limit
    }

    /// The fewest records that a class can have that meets the models; `None` if no part of the
    /// table meets them.
    pub fn least_records(&self) -> Option<u64> {
        self.least
    }

    /// Whether records of a cell of sensitive values can be in a class, if it is large enough.
    pub(crate) fn can_stay(&self, cell: u32) -> bool {
        !self.in_no_class.get(cell as usize).is_some_and(|in_none| *in_none)
    }

    pub(crate) fn costs(&self) -> &Costs {
        &self.costs
    }

    pub(crate) fn trees(&self) -> &[LabelTree] {
        &self.trees
    }

    pub(crate) fn order(&self) -> &[usize] {
        &self.order
    }

    pub(crate) fn code(&self, attribute: usize, tuple: u32) -> u32 {
        self.codes[attribute][tuple as usize]
    }

    /// The code of each tuple in an attribute.
    pub(crate) fn codes(&self, attribute: usize) -> &[u32] {
        &self.codes[attribute]
    }

    /// Records of each tuple.
    pub(crate) fn counts(&self) -> &[u64] {
        &self.counts
    }

    /// Whether the size of a class decides whether it meets the models.
    pub(crate) fn is_size_only(&self) -> bool {
        self.is_size_only
    }

    /// No record costs more.
    pub(crate) fn dearest(&self) -> u64 {
        self.dearest
    }

    /// What a record of a cell loses.
    pub(crate) fn cell_cost(&self, cell: &[u32]) -> u64 {
        self.trees.iter().zip(cell).map(|(tree, &label)| tree.cost(label)).sum()
    }

    /// The fewest records of a part of these that can meet the models, but at least `from`; `None`
    /// if no part can.
    ///
    /// Sound for every model by what [`ClassModel::retain_up_to`] promises: if it says of parts of
    /// at most `n` records that 0 can stay, a part that meets the model has more than `n`.
    pub(crate) fn least_part(&self, class: &ClassView<'_>, from: u64) -> Option<u64> {
        let mut least = from.max(self.models.minimum_size());
        for model in self.models.iter() {
            least = least_part(model, class, least)?;
        }
        (least <= class.size).then_some(least)
    }

    fn judge_table(&mut self) {
        let mut tally = Tally::new(&self.tuples);
        let all: Vec<u32> = (0..self.tuples.len() as u32).collect();
        let cells = tally.of_tuples(&self.tuples, &all);
        let class = ClassView::new(&cells);
        self.least = self.least_part(&class, 1);
        if let Kept::Part(part) = self.models.greatest_part(&class) {
            self.in_no_class = vec![true; self.tuples.cell_count()];
            part.iter().for_each(|cell| self.in_no_class[cell.cell as usize] = false);
        }
    }
}

/// The fewest records, but at least `from`, of a part of the class that can meet one model.
fn least_part(model: &dyn ClassModel, class: &ClassView<'_>, from: u64) -> Option<u64> {
    let possible = |limit: u64| model.retain_up_to(class, limit).at_most > 0;
    if class.size < from || model.retain(class).at_most < from {
        return None;
    }
    if model.is_upward_closed() || possible(from) {
        return Some(from);
    }
    // Impossible at `low`, possible at `high`: that of parts of at most `n` records one can stay is
    // monotone in `n`.
    let (mut low, mut step) = (from, 1);
    let mut high = loop {
        let next = low.saturating_add(step).min(class.size);
        if next == class.size || possible(next) {
            break next;
        }
        (low, step) = (next, step * 2);
    };
    while low + 1 < high {
        let middle = low + (high - low) / 2;
        if possible(middle) { high = middle } else { low = middle }
    }
    Some(high)
}

fn label_trees(tuples: &Tuples, costs: &Costs) -> Result<Vec<LabelTree>, LocalProblemError> {
    let mut occurs: Vec<Vec<bool>> =
        tuples.quasi_identifiers().iter().map(|qid| vec![false; qid.leaf_of.len()]).collect();
    for tuple in 0..tuples.len() {
        occurs.iter_mut().zip(tuples.codes(tuple)).for_each(|(occurs, &code)| occurs[code as usize] = true);
    }
    let tree = |(attribute, (qid, occurs)): (usize, (&incog_data::QuasiIdentifier, &Vec<bool>))| {
        let tree = LabelTree::new(qid, occurs, |level, code| costs.of_label(attribute, level, code));
        let mut meanings = LabelMeanings::new(&qid.hierarchy);
        let is_clear =
            tree.labels().all(|(level, code)| meanings.admit(level.into(), qid.leaf_of[code as usize]));
        let ambiguous = || LocalProblemError::AmbiguousLabel { column: qid.name.clone() };
        is_clear.then_some(tree).ok_or_else(ambiguous)
    };
    tuples.quasi_identifiers().iter().zip(&occurs).enumerate().map(tree).collect()
}

/// The attributes by what it costs all records to go one label up, dearest first.
fn order(trees: &[LabelTree], codes: &[Vec<u32>], counts: &[u64]) -> Vec<usize> {
    let first_step = |attribute: usize| -> u128 {
        let tree = &trees[attribute];
        let of_tuple = |(&code, &count): (&u32, &u64)| {
            let leaf = tree.leaf(code);
            let above = tree.parent(leaf).filter(|&label| tree.is_open(label)).unwrap_or(leaf);
            u128::from(tree.cost(above).saturating_sub(tree.cost(leaf))) * u128::from(count)
        };
        codes[attribute].iter().zip(counts).map(of_tuple).sum()
    };
    let mut order: Vec<(u128, usize)> =
        (0..trees.len()).map(|attribute| (first_step(attribute), attribute)).collect();
    order.sort_by(|a, b| b.0.cmp(&a.0).then(a.1.cmp(&b.1)));
    order.into_iter().map(|(_, attribute)| attribute).collect()
}

/// What the dearest tuple costs at its highest labels.
fn highest_cost(trees: &[LabelTree], codes: &[Vec<u32>], counts: &[u64]) -> u64 {
    let of_tuple = |tuple: usize| -> u64 {
        trees.iter().zip(codes).map(|(tree, codes)| tree.cost(tree.highest(codes[tuple]))).sum()
    };
    (0..counts.len()).map(of_tuple).max().unwrap_or_default()
}

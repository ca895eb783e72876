//! Finding the best release as a problem over the lattice of generalizations.

use super::costs::{Costs, SuppressedCosts};
use super::retention::{Cuts, cut};
use incog_data::{Classes, Ground, Grouper, LabelTables, Levels, Tuples};
use incog_privacy::Conjunction;
use incog_search::{BoxProblem, Evaluation, Lattice, Node, Problem};
use incog_utility::{Goal, Metric};
use std::sync::{Mutex, PoisonError};
use thiserror::Error;

/// Why there is nothing to search.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReleaseProblemError {
    /// The table has no rows.
    #[error("the table has no rows")]
    NoRows,
    /// No column is a quasi-identifier.
    #[error("no column is a quasi-identifier, so there is nothing to generalize")]
    NoQuasiIdentifier,
}

/// Which generalization, with the suppression it makes necessary, loses least.
///
/// At every node each class keeps the largest part the privacy models allow; a record is suppressed
/// only when a model demands it. A node is allowed when that suppresses at most the limit and
/// leaves at least one record.
pub struct ReleaseProblem {
    tuples: Tuples,
    models: Conjunction,
    metric: Box<dyn Metric>,
    suppression_limit: u64,
    tables: LabelTables,
    lattice: Lattice,
    costs: Option<Costs>,
    bottom: Ground,
    groupers: Mutex<Vec<Grouper>>,
}

/// What is remembered of a node to bound the boxes below it.
pub struct NodeView {
    /// Costs of what any finer node must suppress; `None` when no finer node is allowed.
    suppressed: Option<SuppressedCosts>,
    is_hopeless: bool,
}

impl ReleaseProblem {
    /// The problem of finding the best release; at most `suppression_limit` records may go.
    pub fn new(
        tuples: Tuples,
        models: Conjunction,
        metric: Box<dyn Metric>,
        suppression_limit: u64,
    ) -> Result<Self, ReleaseProblemError> {
        if tuples.is_empty() {
            return Err(ReleaseProblemError::NoRows);
        }
        if tuples.quasi_identifiers().is_empty() {
            return Err(ReleaseProblemError::NoQuasiIdentifier);
        }
        let qids = tuples.quasi_identifiers();
        let lattice = Lattice {
            lowest: qids.iter().map(|qid| qid.min_level).collect::<Vec<u8>>().into(),
            highest: qids.iter().map(|qid| qid.max_level).collect::<Vec<u8>>().into(),
        };
        let tables = LabelTables::new(&tuples);
        let costs = metric.separable(&tuples).map(|separable| Costs::new(&tuples, separable));
        let bottom = Ground::of_tuples(&tuples, &tables);
        let groupers = Mutex::default();
        Ok(Self { tuples, models, metric, suppression_limit, tables, lattice, costs, bottom, groupers })
    }

    /// The tuples to be generalized.
    pub fn tuples(&self) -> &Tuples {
        &self.tuples
    }

    /// The privacy models.
    pub fn models(&self) -> &Conjunction {
        &self.models
    }

    /// The objective.
    pub fn metric(&self) -> &dyn Metric {
        self.metric.as_ref()
    }

    /// At most so many records may be suppressed.
    pub fn suppression_limit(&self) -> u64 {
        self.suppression_limit
    }

    /// The release at a node, in its plain form.
    pub fn classes(&self, levels: &Levels) -> Classes<'_> {
        Classes::group(&self.tuples, levels).retain(|class| self.models.retain(class).kept)
    }

    /// The objective as the searches minimize it, from its value in the literature's unit, and back.
    pub fn signed(&self, value: f64) -> f64 {
        match self.metric.goal() {
            Goal::Minimize => value,
            Goal::Maximize => -value,
        }
    }

    fn with_grouper<T>(&self, work: impl FnOnce(&mut Grouper) -> T) -> T {
        let pool = || self.groupers.lock().unwrap_or_else(PoisonError::into_inner);
        let mut grouper = pool().pop().unwrap_or_default();
        let result = work(&mut grouper);
        pool().push(grouper);
        result
    }

    fn look(&self, ground: &Ground, node: &Node) -> (Evaluation, NodeView) {
        let levels = Levels::from(node.to_vec());
        self.with_grouper(|grouper| {
            grouper.group(ground, &self.tables, &levels);
            let cuts = cut(grouper, ground, &self.models, self.suppression_limit);
            let is_hopeless =
                cuts.at_least > self.suppression_limit || cuts.at_least == self.tuples.rows() as u64;
            if is_hopeless {
                let violation = (cuts.suppressed.saturating_sub(self.suppression_limit)).max(1) as f64;
                let evaluation = Evaluation { loss: f64::INFINITY, violation };
                return (evaluation, NodeView { suppressed: None, is_hopeless });
            }
            self.weigh(ground, &levels, node, &cuts)
        })
    }

    fn weigh(&self, ground: &Ground, levels: &Levels, node: &Node, cuts: &Cuts) -> (Evaluation, NodeView) {
        let over = cuts.suppressed.saturating_sub(self.suppression_limit);
        let empty = u64::from(cuts.suppressed == self.tuples.rows() as u64);
        let violation = over.max(empty) as f64;
        let Some(costs) = &self.costs else {
            let loss = self.signed(self.metric.value(&self.classes(levels)));
            return (Evaluation { loss, violation }, NodeView { suppressed: None, is_hopeless: false });
        };
        let mut suppressed = if cuts.whole.is_empty() {
            costs.nothing_suppressed()
        } else {
            let records = self.count_labels(ground, &cuts.whole);
            costs.of_labels(ground, &self.tables, &self.lattice, node, &records)
        };
        if cuts.partial.is_empty() {
            let loss = costs.loss(node, &suppressed);
            return (
                Evaluation { loss, violation },
                NodeView { suppressed: Some(suppressed), is_hopeless: false },
            );
        }
        let loss = {
            let mut exact = suppressed.clone();
            for cut in &cuts.partial {
                let share = (cut.size - cut.kept) as f64 / cut.size as f64;
                costs.add_share_of(&mut exact, ground, &self.tables, node, &cut.items, share);
            }
            costs.loss(node, &exact)
        };
        for cut in &cuts.partial {
            let range = (&self.lattice, &node[..]);
            let records = cut.size - cut.at_most;
            costs.add_some_of(&mut suppressed, ground, &self.tables, range, &cut.items, records);
        }
        (Evaluation { loss, violation }, NodeView { suppressed: Some(suppressed), is_hopeless: false })
    }

    fn count_labels(&self, ground: &Ground, items: &[u32]) -> Vec<Vec<u64>> {
        let mut counters: Vec<Vec<u64>> = (0..self.tables.attributes())
            .map(|a| vec![0; self.tables.labels(a, ground.levels()[a]) as usize])
            .collect();
        let counts = ground.counts();
        ground.add_labels(items.iter().map(|&item| (item, u64::from(counts[item as usize]))), &mut counters);
        counters
    }
}

impl Problem for ReleaseProblem {
    type Candidate = Node;

    fn evaluate(&self, node: &Node) -> Evaluation {
        self.look(&self.bottom, node).0
    }
}

impl BoxProblem for ReleaseProblem {
    type Ground = Ground;
    type View = NodeView;

    fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    fn ground(&self) -> Ground {
        self.bottom.clone()
    }

    fn coarsen(&self, ground: &Ground, node: &Node) -> Option<Ground> {
        if self.costs.as_ref().is_some_and(|costs| !costs.by_label()) {
            return None;
        }
        let levels = Levels::from(node.to_vec());
        // A roll-up costs about as much as a look, so it has to shorten the looks that follow.
        let worthwhile = ground.len() * 4 / 5;
        self.with_grouper(|grouper| ground.coarsen(&self.tables, &levels, worthwhile, grouper))
    }

    fn view(&self, ground: &Ground, node: &Node) -> (Evaluation, NodeView) {
        self.look(ground, node)
    }

    fn bound(&self, view: &NodeView, lowest: &Node) -> f64 {
        match (&self.costs, &view.suppressed) {
            _ if view.is_hopeless => f64::INFINITY,
            (Some(costs), Some(suppressed)) => costs.loss(lowest, suppressed),
            _ => f64::NEG_INFINITY,
        }
    }
}

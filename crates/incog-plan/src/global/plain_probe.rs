//! Looks at nodes as every search does.

use super::ReleaseProblem;
use super::release_problem::{NodeView, TableWithBound};
use incog_search::{BoxProblem, Node, Probe};

/// Serves all models, and remembers the last look.
pub(super) struct PlainProbe<'a> {
    problem: &'a ReleaseProblem,
    rolled_up: TableWithBound,
    last: Option<(Node, NodeView)>,
}

impl<'a> PlainProbe<'a> {
    pub fn new(problem: &'a ReleaseProblem) -> Self {
        Self { problem, rolled_up: problem.rolled_up(), last: None }
    }

    fn look(&mut self, node: &Node) -> bool {
        let look = self.problem.look(&self.rolled_up, node);
        self.last = Some((node.clone(), look.view));
        look.evaluation.is_feasible()
    }
}

impl Probe for PlainProbe<'_> {
    fn is_disallowed(&mut self, node: &Node) -> bool {
        !self.look(node)
    }

    fn costs_below(&mut self, node: &Node) -> Option<Vec<Vec<f64>>> {
        if self.last.as_ref().is_none_or(|(last, _)| last != node) {
            self.look(node);
        }
        let costs = self.problem.costs().filter(|costs| costs.counts_suppressed())?;
        match &self.last {
            Some((_, NodeView::Suppressed(suppressed))) => Some(costs.terms(node, suppressed)),
            _ => None,
        }
    }
}

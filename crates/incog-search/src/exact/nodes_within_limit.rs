//! All nodes that lose no more than a limit.

use super::boxes::{BATCH, Beyond, OpenBox, for_each_box, halves};
use crate::{BoxProblem, Node, rounded};
use std::collections::BinaryHeap;

/// The allowed nodes that lose no more than a limit.
#[derive(Debug, Clone, PartialEq)]
pub struct Within {
    /// The nodes with their losses, in the order of nodes.
    pub nodes: Vec<(Node, f64)>,
    /// Nodes that were looked at.
    pub looks: u64,
    /// Whether these are all there are; otherwise there were more nodes to look at than was asked
    /// for.
    pub is_complete: bool,
}

/// Finds the allowed nodes that lose no more than `limit`, up to the [rounding](rounded) of losses:
/// boxes of nodes that all lose more are left out, and the others are cut in two until each is a
/// single node. Boxes with the least bounds come first, so what is found before `most_looks` are
/// taken is nearest to the best; it depends on nothing but the problem.
///
/// Ends early, incomplete, when `is_over` says so.
///
/// ```
/// use incog_search::exact::within;
/// # use incog_search::{BoxProblem, Evaluation, Lattice, Look, Node, PartFloor, Problem};
/// # struct Sum(Lattice);
/// # impl Problem for Sum {
/// #     type Candidate = Node;
/// #     fn evaluate(&self, node: &Node) -> Evaluation { Evaluation::feasible(f64::from(node.sum())) }
/// # }
/// # impl BoxProblem for Sum {
/// #     type RolledUp = ();
/// #     type View = ();
/// #     fn lattice(&self) -> &Lattice { &self.0 }
/// #     fn rolled_up(&self) {}
/// #     fn coarsen(&self, _: &(), _: &Node) -> Option<()> { None }
/// #     fn look(&self, _: &(), node: &Node) -> Look<()> {
/// #         let evaluation = self.evaluate(node);
/// #         Look { evaluation, floor: evaluation.loss, view: () }
/// #     }
/// #     fn bound(&self, _: &(), _: &(), lowest: &Node, _: &[PartFloor]) -> f64 { f64::from(lowest.sum()) }
/// #     fn part(&self, _: &[usize]) -> Option<Self> { None }
/// #     fn attributes(&self) -> &[usize] { &[0, 1] }
/// # }
/// // A node loses the sum of its levels.
/// let problem = Sum(Lattice { lowest: vec![0, 0].into(), highest: vec![2, 2].into() });
/// let found = within(&problem, 1.0, 100, &|| false);
/// let nodes: Vec<Node> = found.nodes.into_iter().map(|(node, _)| node).collect();
/// assert_eq!(nodes, [vec![0, 0], vec![0, 1], vec![1, 0]].map(Node::from));
/// assert!(found.is_complete && found.looks < 9);
/// ```
pub fn within<P: BoxProblem>(
    problem: &P,
    limit: f64,
    most_looks: u64,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Within {
    let limit = rounded(limit);
    let is_beyond: Beyond<'_> = &|bound| rounded(bound) > limit;
    let (root, top) = OpenBox::whole(problem);
    let mut found = vec![(problem.lattice().highest.clone(), top.evaluation)];
    let mut looks = 1;
    let mut open = BinaryHeap::from([root]);
    while !open.is_empty() && looks < most_looks && !is_over() {
        let batch: Vec<OpenBox<P>> = std::iter::from_fn(|| open.pop()).take(BATCH).collect();
        let found_in = for_each_box(problem, batch, |open| halves(problem, open, is_beyond));
        for (looked_at, children) in found_in.into_iter().flatten() {
            looks += 1;
            found.push(looked_at);
            open.extend(children);
        }
    }
    let allowed = found.into_iter().filter(|(_, evaluation)| evaluation.is_feasible());
    let allowed = allowed.map(|(node, evaluation)| (node, evaluation.loss));
    let mut nodes: Vec<(Node, f64)> = allowed.filter(|(_, loss)| rounded(*loss) <= limit).collect();
    nodes.sort_by(|a, b| a.0.cmp(&b.0));
    Within { nodes, looks, is_complete: open.is_empty() }
}

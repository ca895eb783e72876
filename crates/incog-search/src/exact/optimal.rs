//! Best-first branch and bound over boxes of the lattice.
//!
//! A box is all nodes between a lowest and a highest corner. Looking at the highest corner tells
//! what every node of the box must suppress; generalizing to the lowest corner is the least any
//! of them must lose. Both together bound the box from below. The box with the least bound is cut
//! in two until the least bound of all boxes left is no better than the best node seen: that is
//! the proof. At any moment that least bound is also what the gap is measured against, and memory
//! depends on the boxes open, never on the size of the lattice.

use crate::{BoxProblem, Evaluator, Look, Node, Stop, rounded};
use rayon::prelude::*;
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Boxes worked on at a time. Fixed, so that the search takes the same way on any number of threads.
const BATCH: usize = 8;

/// A ground is rolled up for a box of at least so many nodes; for fewer the roll-up costs more than
/// it saves.
const WORTH_ROLLING_UP: f64 = 32.0;

/// Finds the best node and proves it, or ends earlier with the bound reached so far.
pub fn optimal<P: BoxProblem>(evaluator: &mut Evaluator<'_, P>) -> Stop {
    match BoxSearch::start(evaluator) {
        Ok(mut search) => loop {
            match search.step(evaluator) {
                Ok(true) => {}
                Ok(false) => return evaluator.conclude(),
                Err(stop) => return stop,
            }
        },
        Err(stop) => stop,
    }
}

struct OpenBox<P: BoxProblem> {
    bound: f64,
    lowest: Node,
    highest: Node,
    view: Arc<P::View>,
    ground: Arc<P::Ground>,
    /// The lowest corner at which a roll-up was last made or found not to pay.
    rolled_up_at: Node,
}

impl<P: BoxProblem> OpenBox<P> {
    fn size(&self) -> f64 {
        self.lowest.iter().zip(self.highest.iter()).map(|(&low, &high)| f64::from(high - low) + 1.0).product()
    }
}

/// A node and what a look at it gave.
type LookedAt<P> = (Node, Look<Arc<<P as BoxProblem>::View>>);

/// What working on one box gives.
struct Expansion<P: BoxProblem> {
    looked_at: Option<LookedAt<P>>,
    children: Vec<OpenBox<P>>,
}

struct BoxSearch<P: BoxProblem> {
    open: BinaryHeap<OpenBox<P>>,
}

impl<P: BoxProblem> BoxSearch<P> {
    fn start(evaluator: &mut Evaluator<'_, P>) -> Result<Self, Stop> {
        evaluator.remaining()?;
        let problem = evaluator.problem();
        let lattice = problem.lattice().clone();
        let ground = Arc::new(problem.ground());
        let look = problem.look(&ground, &lattice.highest);
        evaluator.record_look(&lattice.highest, &look);
        let view = Arc::new(look.view);
        let bound = problem.bound(&ground, &view, &lattice.lowest);
        let rolled_up_at = lattice.lowest.clone();
        let (lowest, highest) = (lattice.lowest, lattice.highest);
        let root = OpenBox { bound, lowest, highest, view, ground, rolled_up_at };
        Ok(Self { open: BinaryHeap::from([root]) })
    }

    /// Works on the boxes with the least bounds; `false` when no box is left that could hold a
    /// better node.
    fn step(&mut self, evaluator: &mut Evaluator<'_, P>) -> Result<bool, Stop> {
        let incumbent = Incumbent::of(evaluator);
        while self.open.peek().is_some_and(|top| incumbent.beats(top.bound, &top.lowest)) {
            self.open.pop();
        }
        match self.open.peek() {
            Some(top) => evaluator.raise_bound(top.bound),
            None => return Ok(false),
        }
        let remaining = usize::try_from(evaluator.remaining()?).unwrap_or(usize::MAX);
        let batch: Vec<OpenBox<P>> =
            std::iter::from_fn(|| self.open.pop()).take(BATCH.min(remaining)).collect();
        let problem = evaluator.problem();
        let expansions: Vec<Expansion<P>> =
            batch.into_par_iter().map(|open| expand(problem, open, &incumbent)).collect();
        for expansion in expansions {
            if let Some((node, look)) = &expansion.looked_at {
                evaluator.record_look(node, look);
            }
            self.open.extend(expansion.children);
        }
        Ok(true)
    }
}

/// The best node so far, against which boxes are pruned.
struct Incumbent {
    best: Option<(Node, f64)>,
}

impl Incumbent {
    fn of<P: BoxProblem>(evaluator: &Evaluator<'_, P>) -> Self {
        let best = evaluator.best().map(|(node, evaluation)| (node.clone(), rounded(evaluation.loss)));
        Self { best }
    }

    /// Whether no node of a box with this bound and lowest corner can replace the best: its loss is
    /// no less, and on equal loss its place in the order of nodes is no earlier.
    fn beats(&self, bound: f64, lowest: &Node) -> bool {
        if bound == f64::INFINITY {
            return true;
        }
        self.best
            .as_ref()
            .is_some_and(|(node, loss)| rounded(bound).total_cmp(loss).then_with(|| lowest.cmp(node)).is_ge())
    }
}

/// Shrinks or splits a box; looks at one node at the most.
fn expand<P: BoxProblem>(problem: &P, open: OpenBox<P>, incumbent: &Incumbent) -> Expansion<P> {
    if incumbent.beats(open.bound, &open.lowest) {
        return Expansion { looked_at: None, children: vec![] };
    }
    let open = roll_up(problem, open);
    if incumbent.beats(open.bound, &open.lowest) {
        return Expansion { looked_at: None, children: vec![] };
    }
    let highest = reachable_highest(problem, &open, incumbent);
    if highest != open.highest {
        let (looked_at, child) = lower_part(problem, &open, highest);
        return Expansion { looked_at: Some(looked_at), children: child.into_iter().collect() };
    }
    let Some((attribute, level)) = choose_split(problem, &open) else {
        return Expansion { looked_at: None, children: vec![] };
    };
    let (looked_at, lower) = lower_part(problem, &open, open.highest.with(attribute, level));
    let upper = upper_part(problem, open, attribute, level + 1);
    let children = lower.into_iter().chain(upper).collect();
    Expansion { looked_at: Some(looked_at), children }
}

/// The highest corner after cutting off, attribute by attribute, the levels whose own bound is
/// beaten already.
fn reachable_highest<P: BoxProblem>(problem: &P, open: &OpenBox<P>, incumbent: &Incumbent) -> Node {
    let mut highest = open.highest.clone();
    for attribute in 0..highest.len() {
        while highest[attribute] > open.lowest[attribute] {
            let raised = open.lowest.with(attribute, highest[attribute]);
            if !incumbent.beats(problem.bound(&open.ground, &open.view, &raised), &raised) {
                break;
            }
            highest[attribute] -= 1;
        }
    }
    highest
}

/// Where to cut: below the top level of the attribute whose top level then has the highest bound,
/// and the widest of equals; `None` when the box is a single node. Cutting in the middle took a fifth
/// more looks on Adult, cutting above the lowest level a quarter more.
fn choose_split<P: BoxProblem>(problem: &P, open: &OpenBox<P>) -> Option<(usize, u8)> {
    let width = |attribute: usize| open.highest[attribute] - open.lowest[attribute];
    let cuts = (0..open.lowest.len())
        .filter(|&attribute| open.lowest[attribute] < open.highest[attribute])
        .map(|attribute| {
            let level = open.highest[attribute] - 1;
            let bound = problem.bound(&open.ground, &open.view, &open.lowest.with(attribute, level + 1));
            (bound, attribute, level)
        });
    cuts.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| width(a.1).cmp(&width(b.1))).then(b.1.cmp(&a.1)))
        .map(|(_, attribute, level)| (attribute, level))
}

fn lower_part<P: BoxProblem>(
    problem: &P,
    open: &OpenBox<P>,
    highest: Node,
) -> (LookedAt<P>, Option<OpenBox<P>>) {
    let Look { evaluation, floor, view } = problem.look(&open.ground, &highest);
    let view = Arc::new(view);
    let bound = problem.bound(&open.ground, &view, &open.lowest).max(open.bound);
    let child = (bound < f64::INFINITY && highest != open.lowest).then(|| OpenBox {
        bound,
        lowest: open.lowest.clone(),
        highest: highest.clone(),
        view: Arc::clone(&view),
        ground: Arc::clone(&open.ground),
        rolled_up_at: open.rolled_up_at.clone(),
    });
    ((highest, Look { evaluation, floor, view }), child)
}

/// The part above a cut; its highest corner was looked at already, so a single node is done.
fn upper_part<P: BoxProblem>(
    problem: &P,
    open: OpenBox<P>,
    attribute: usize,
    level: u8,
) -> Option<OpenBox<P>> {
    let lowest = open.lowest.with(attribute, level);
    let bound = problem.bound(&open.ground, &open.view, &lowest).max(open.bound);
    (bound < f64::INFINITY && lowest != open.highest).then_some(OpenBox { bound, lowest, ..open })
}

fn roll_up<P: BoxProblem>(problem: &P, open: OpenBox<P>) -> OpenBox<P> {
    if open.lowest == open.rolled_up_at || open.size() < WORTH_ROLLING_UP {
        return open;
    }
    let rolled_up_at = open.lowest.clone();
    match problem.coarsen(&open.ground, &open.lowest) {
        None => OpenBox { rolled_up_at, ..open },
        Some(ground) => {
            let bound = problem.bound(&ground, &open.view, &open.lowest).max(open.bound);
            OpenBox { bound, ground: Arc::new(ground), rolled_up_at, ..open }
        }
    }
}

impl<P: BoxProblem> Ord for OpenBox<P> {
    /// Least bound first out of a max-heap; then the box lower in the lattice.
    fn cmp(&self, other: &Self) -> Ordering {
        other
            .bound
            .total_cmp(&self.bound)
            .then_with(|| other.lowest.cmp(&self.lowest))
            .then_with(|| other.highest.cmp(&self.highest))
    }
}

impl<P: BoxProblem> PartialOrd for OpenBox<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P: BoxProblem> PartialEq for OpenBox<P> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<P: BoxProblem> Eq for OpenBox<P> {}

//! Boxes of a lattice, the one with the least bound first.
//!
//! A box is all nodes between a lowest and a highest corner. Looking at the highest corner tells
//! what every node of the box must suppress; generalizing to the lowest corner is the least any
//! of them must lose. Both together bound the box from below. The box with the least bound is cut
//! in two until the least bound of all boxes left is no better than the best node seen: that is
//! the proof. At any moment that least bound is also what the gap is measured against, and memory
//! depends on the boxes open, never on the size of the lattice.

use crate::grain::map_longest_first;
use crate::{BoxProblem, Evaluation, Evaluator, Look, Node, PartFloor, rounded};
use std::cmp::Ordering;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// Boxes worked on at a time. Fixed, so that the search takes the same path on any number of
/// threads.
pub(super) const BATCH: usize = 8;

/// A table is rolled up only for a box of at least this many nodes; for fewer the roll-up costs
/// more than it saves.
const WORTH_ROLLING_UP: f64 = 32.0;

/// More open boxes than this are not kept: the ones with the highest bounds go, and the proof then
/// ends at the least of these bounds.
const MOST_OPEN: usize = 2_000_000;

/// A node and what a look at it gave.
pub(super) type LookedAt<P> = (Node, Look<Arc<<P as BoxProblem>::View>>);

/// The best node so far, against which boxes are pruned.
#[derive(Default)]
pub(super) struct Incumbent {
    best: Option<(Node, f64)>,
}

impl Incumbent {
    /// The best node of an evaluator.
    pub fn new<P: BoxProblem>(evaluator: &Evaluator<'_, P>) -> Self {
        let best = evaluator.best().map(|(node, evaluation)| (node.clone(), rounded(evaluation.loss)));
        Self { best }
    }

    /// Replaces the best node by a better one.
    pub fn consider(&mut self, node: &Node, evaluation: Evaluation) {
        if evaluation.is_feasible() && !self.beats(evaluation.loss, node) {
            self.best = Some((node.clone(), rounded(evaluation.loss)));
        }
    }

    /// Loss of the best node; infinite when there is none.
    pub fn loss(&self) -> f64 {
        self.best.as_ref().map_or(f64::INFINITY, |(_, loss)| *loss)
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

/// A box that is open.
pub(super) struct OpenBox<P: BoxProblem> {
    bound: f64,
    pub lowest: Node,
    pub highest: Node,
    /// What was seen of a node above the box.
    pub view: Arc<P::View>,
    pub rolled_up: Arc<P::RolledUp>,
    /// The lowest corner at which a roll-up was last made or found not to pay.
    rolled_up_at: Arc<Node>,
}

impl<P: BoxProblem> OpenBox<P> {
    fn size(&self) -> f64 {
        self.lowest.iter().zip(self.highest.iter()).map(|(&low, &high)| f64::from(high - low) + 1.0).product()
    }

    /// Whether a roll-up of the rolled-up table is tried before the next look.
    fn may_be_rolled_up(&self) -> bool {
        self.lowest != *self.rolled_up_at && self.size() >= WORTH_ROLLING_UP
    }

    /// The box of all nodes.
    pub fn whole(problem: &P) -> (Self, Look<Arc<P::View>>) {
        let lattice = problem.lattice();
        let rolled_up = Arc::new(problem.rolled_up());
        let Look { evaluation, floor, view } = problem.look(&rolled_up, &lattice.highest);
        let view = Arc::new(view);
        let whole = Self {
            bound: problem.bound(&rolled_up, &view, &lattice.lowest, &[]),
            lowest: lattice.lowest.clone(),
            highest: lattice.highest.clone(),
            view: Arc::clone(&view),
            rolled_up,
            rolled_up_at: Arc::new(lattice.lowest.clone()),
        };
        (whole, Look { evaluation, floor, view })
    }

    /// What the nodes from `lowest` on lose at least.
    pub fn bound_at(&self, problem: &P, lowest: &Node, floors: &[PartFloor]) -> f64 {
        problem.bound(&self.rolled_up, &self.view, lowest, floors)
    }
}

/// All boxes that may still contain something better.
pub(super) struct Boxes<P: BoxProblem> {
    open: BinaryHeap<OpenBox<P>>,
    /// Least bound of the boxes that were given up for lack of memory.
    given_up: f64,
    /// What the last step took, about, in nanoseconds.
    effort: u64,
}

impl<P: BoxProblem> Boxes<P> {
    /// The whole lattice as one box, and the look at its highest node.
    pub fn start(problem: &P) -> (Self, Look<Arc<P::View>>) {
        let (root, look) = OpenBox::whole(problem);
        (Self { open: BinaryHeap::from([root]), given_up: f64::INFINITY, effort: 0 }, look)
    }

    /// The least bound of all boxes that could hold something better than the incumbent, the floors
    /// of parts taken into account; `None` when there is none.
    pub fn least_bound(&mut self, problem: &P, incumbent: &Incumbent, floors: &[PartFloor]) -> Option<f64> {
        while let Some(mut top) = self.open.pop() {
            let bound = top.bound_at(problem, &top.lowest, floors).max(top.bound);
            if incumbent.beats(bound, &top.lowest) {
                continue;
            }
            let is_least = self.open.peek().is_none_or(|next| bound <= next.bound);
            top.bound = bound;
            self.open.push(top);
            if is_least {
                return Some(bound.min(self.given_up));
            }
        }
        None
    }

    /// Least bound of the boxes that were given up for want of memory; infinite when none was.
    pub fn given_up(&self) -> f64 {
        self.given_up
    }

    /// About how many nanoseconds the next step takes: as many as the last one.
    pub fn effort(&self) -> u64 {
        self.effort
    }

    /// Works on the boxes with the least bounds, looking at no more than `remaining` nodes.
    pub fn step(
        &mut self,
        problem: &P,
        incumbent: &Incumbent,
        floors: &[PartFloor],
        remaining: u64,
    ) -> Vec<LookedAt<P>> {
        let most = BATCH.min(usize::try_from(remaining).unwrap_or(BATCH));
        let batch: Vec<OpenBox<P>> = std::iter::from_fn(|| self.open.pop()).take(most).collect();
        self.effort = effort_of(problem, &batch);
        let expansions = for_each_box(problem, batch, |open| expand(problem, open, incumbent, floors));
        let mut looks = Vec::with_capacity(expansions.len());
        for expansion in expansions {
            looks.extend(expansion.looked_at);
            self.open.extend(expansion.children);
        }
        if self.open.len() > MOST_OPEN {
            self.give_up_half();
        }
        looks
    }

    fn give_up_half(&mut self) {
        let mut boxes = std::mem::take(&mut self.open).into_sorted_vec();
        // Ascending order puts the boxes of the highest bound first.
        let kept = boxes.split_off(boxes.len() / 2);
        self.given_up = boxes.iter().fold(self.given_up, |least, open| least.min(open.bound));
        self.open = kept.into();
    }
}

/// About how many nanoseconds a look in each of the boxes takes.
fn effort_of<P: BoxProblem>(problem: &P, boxes: &[OpenBox<P>]) -> u64 {
    let efforts = boxes.iter().map(|open| problem.effort_of_look(&open.rolled_up));
    efforts.fold(0, u64::saturating_add)
}

/// Works on boxes side by side, where looks take long; what came of them, in their order.
pub(super) fn for_each_box<P: BoxProblem, R: Send>(
    problem: &P,
    boxes: Vec<OpenBox<P>>,
    work_on: impl Fn(OpenBox<P>) -> R + Sync + Send,
) -> Vec<R> {
    // A roll-up takes about as long as a look.
    let work = |open: &OpenBox<P>| {
        problem.effort_of_look(&open.rolled_up).saturating_mul(1 + u64::from(open.may_be_rolled_up()))
    };
    let effort = effort_of(problem, &boxes);
    map_longest_first(boxes, effort, work, work_on)
}

/// What working on one box gives.
struct Expansion<P: BoxProblem> {
    looked_at: Option<LookedAt<P>>,
    children: Vec<OpenBox<P>>,
}

/// Shrinks or splits a box; looks at one node at the most.
fn expand<P: BoxProblem>(
    problem: &P,
    open: OpenBox<P>,
    incumbent: &Incumbent,
    floors: &[PartFloor],
) -> Expansion<P> {
    let open = roll_up(problem, open, floors);
    if incumbent.beats(open.bound, &open.lowest) {
        return Expansion { looked_at: None, children: vec![] };
    }
    let highest = reachable_highest(problem, &open, incumbent, floors);
    if highest != open.highest {
        let (looked_at, child) = lower_part(problem, &open, highest, floors);
        return Expansion { looked_at: Some(looked_at), children: child.into_iter().collect() };
    }
    let Some((attribute, level)) = choose_split(problem, &open) else {
        return Expansion { looked_at: None, children: vec![] };
    };
    let (looked_at, lower) = lower_part(problem, &open, open.highest.with(attribute, level), floors);
    let upper = upper_part(problem, open, attribute, level + 1, floors);
    Expansion { looked_at: Some(looked_at), children: lower.into_iter().chain(upper).collect() }
}

/// The highest corner after cutting off, attribute by attribute, the levels whose own bound is
/// already beaten.
fn reachable_highest<P: BoxProblem>(
    problem: &P,
    open: &OpenBox<P>,
    incumbent: &Incumbent,
    floors: &[PartFloor],
) -> Node {
    let mut highest = open.highest.clone();
    for attribute in 0..highest.len() {
        while highest[attribute] > open.lowest[attribute] {
            let raised = open.lowest.with(attribute, highest[attribute]);
            if !incumbent.beats(open.bound_at(problem, &raised, floors), &raised) {
                break;
            }
            highest[attribute] -= 1;
        }
    }
    highest
}

/// Where to cut: below the top level of the attribute whose top level then has the highest bound,
/// and the widest of equals; `None` when the box is a single node. Cutting in the middle took a
/// fifth more looks on Adult, cutting above the lowest level a quarter more.
pub(super) fn choose_split<P: BoxProblem>(problem: &P, open: &OpenBox<P>) -> Option<(usize, u8)> {
    let width = |attribute: usize| open.highest[attribute] - open.lowest[attribute];
    let cuts = (0..open.lowest.len())
        .filter(|&attribute| open.lowest[attribute] < open.highest[attribute])
        .map(|attribute| {
            let level = open.highest[attribute] - 1;
            // Floors are left out, because they would hide what a single attribute adds.
            let bound = open.bound_at(problem, &open.lowest.with(attribute, level + 1), &[]);
            (bound, attribute, level)
        });
    cuts.max_by(|a, b| a.0.total_cmp(&b.0).then_with(|| width(a.1).cmp(&width(b.1))).then(b.1.cmp(&a.1)))
        .map(|(_, attribute, level)| (attribute, level))
}

/// Whether a box with this bound is beyond what is looked for.
pub(super) type Beyond<'a> = &'a (dyn Fn(f64) -> bool + Sync);

/// A node that was looked at, and the boxes that are left open.
pub(super) type Halved<P> = ((Node, Evaluation), Vec<OpenBox<P>>);

/// A box of which the highest corner is known, cut in two: the highest corner of the lower half,
/// which is looked at, and what is left open of both halves. `None` where all of its nodes are
/// beyond what is looked for, or it is a single node.
pub(super) fn halves<P: BoxProblem>(
    problem: &P,
    open: OpenBox<P>,
    is_beyond: Beyond<'_>,
) -> Option<Halved<P>> {
    let open = roll_up(problem, open, &[]);
    if is_beyond(open.bound) {
        return None;
    }
    let (attribute, level) = choose_split(problem, &open)?;
    let (looked_at, lower) = lower_part(problem, &open, open.highest.with(attribute, level), &[]);
    let upper = upper_part(problem, open, attribute, level + 1, &[]);
    let children = lower.into_iter().chain(upper).filter(|child| !is_beyond(child.bound));
    Some(((looked_at.0, looked_at.1.evaluation), children.collect()))
}

fn lower_part<P: BoxProblem>(
    problem: &P,
    open: &OpenBox<P>,
    highest: Node,
    floors: &[PartFloor],
) -> (LookedAt<P>, Option<OpenBox<P>>) {
    let Look { evaluation, floor, view } = problem.look(&open.rolled_up, &highest);
    let view = Arc::new(view);
    let bound = problem.bound(&open.rolled_up, &view, &open.lowest, floors).max(open.bound);
    let child = (bound < f64::INFINITY && highest != open.lowest).then(|| OpenBox {
        bound,
        lowest: open.lowest.clone(),
        highest: highest.clone(),
        view: Arc::clone(&view),
        rolled_up: Arc::clone(&open.rolled_up),
        rolled_up_at: Arc::clone(&open.rolled_up_at),
    });
    ((highest, Look { evaluation, floor, view }), child)
}

/// The part above a cut; its highest corner was looked at already, so a single node is done.
fn upper_part<P: BoxProblem>(
    problem: &P,
    open: OpenBox<P>,
    attribute: usize,
    level: u8,
    floors: &[PartFloor],
) -> Option<OpenBox<P>> {
    let lowest = open.lowest.with(attribute, level);
    let bound = open.bound_at(problem, &lowest, floors).max(open.bound);
    (bound < f64::INFINITY && lowest != open.highest).then_some(OpenBox { bound, lowest, ..open })
}

/// The box with its table rolled up to its lowest corner, where that pays.
pub(super) fn roll_up<P: BoxProblem>(problem: &P, open: OpenBox<P>, floors: &[PartFloor]) -> OpenBox<P> {
    if !open.may_be_rolled_up() {
        return open;
    }
    let rolled_up_at = Arc::new(open.lowest.clone());
    match problem.coarsen(&open.rolled_up, &open.lowest) {
        None => OpenBox { rolled_up_at, ..open },
        Some(rolled_up) => {
            let bound = problem.bound(&rolled_up, &open.view, &open.lowest, floors).max(open.bound);
            OpenBox { bound, rolled_up: Arc::new(rolled_up), rolled_up_at, ..open }
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

//! A certificate from what nodes that are out of the question demand.

use super::certificate_writer::Written;
use super::{NoCertificate, OptimalityCertificate};
use crate::exact::hitting_set::{
    Beginning, Clauses, Corners, Costs, Goal, Knowledge, Literal, Moves, Narrowing, Prices, Rest, Slice,
    Tightening,
};
use crate::{Evaluator, LatticeProblem, LevelCosts, Node};
use std::sync::Arc;

/// Boxes between two dives.
const BOXES_PER_DIVE: u64 = 32;

/// The search by hitting sets with the bound in place of a best node: box after box, the lower part
/// of each cut first.
pub(super) fn certify<P: LatticeProblem>(
    evaluator: &mut Evaluator<'_, P>,
    levels: LevelCosts,
    bound: f64,
    written: Written,
) -> Result<OptimalityCertificate, NoCertificate> {
    let problem = evaluator.problem();
    let lattice = problem.lattice().clone();
    let costs = Costs::new(levels, &lattice);
    let least = problem.least_levels();
    let slice = Slice::whole(&costs);
    let whole = Corners { lowest: least.clone(), highest: lattice.highest.clone(), slice: slice.clone() };
    let mut clauses = Clauses::new(&lattice.highest);
    below_least(&least, &lattice.lowest, &lattice.highest).for_each(|node| _ = clauses.add(&node, None));
    let all = Open {
        corners: Corners { lowest: lattice.lowest, highest: lattice.highest, slice },
        prices: costs.unsuppressed().clone(),
        from: None,
        is_highest_seen: false,
    };
    let goal = Goal::less_than(costs.at_least(bound));
    let mut closing = Closing {
        known: Knowledge { costs, clauses, goal },
        moves: Moves::new(1, whole, problem.probe()),
        open: vec![all],
        tightening: Tightening::default(),
        written,
    };
    closing.close_all(evaluator)?;
    Ok(closing.written.end())
}

/// The highest nodes with one attribute below its least possible level.
fn below_least<'a>(least: &'a Node, lowest: &'a Node, highest: &'a Node) -> impl Iterator<Item = Node> + 'a {
    let is_raised = |&attribute: &usize| least[attribute] > lowest[attribute];
    (0..least.len()).filter(is_raised).map(|attribute| highest.with(attribute, least[attribute] - 1))
}

/// A box that is not closed yet.
struct Open {
    corners: Corners,
    /// What levels cost at least, with what all of its nodes suppress.
    prices: Prices,
    /// The node above the box that suppresses so much; none where nothing is known to be
    /// suppressed.
    from: Option<Arc<Node>>,
    is_highest_seen: bool,
}

struct Closing<'a> {
    known: Knowledge,
    moves: Moves<'a>,
    tightening: Tightening,
    /// Boxes that are not closed yet, the next one last.
    open: Vec<Open>,
    written: Written,
}

impl Closing<'_> {
    fn close_all<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
    ) -> Result<(), NoCertificate> {
        if !self.known.goal.is_passed(0) {
            self.moves.grow_below_best(evaluator, &mut self.known)?;
            let mut beginning = Beginning::default();
            while beginning.find_first_clauses(&mut self.moves, evaluator, &mut self.known)? {}
        }
        let mut boxes = 0u64;
        while let Some(open) = self.open.pop() {
            self.work_on(evaluator, open)?;
            boxes += 1;
            if boxes.is_multiple_of(BOXES_PER_DIVE) {
                let slice = self.moves.whole().slice.clone();
                self.moves.dive(evaluator, &mut self.known, &slice)?;
            }
        }
        Ok(())
    }

    /// Closes a box, finds new clauses for it, or divides it.
    fn work_on<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        mut open: Open,
    ) -> Result<(), NoCertificate> {
        let clause = match self.narrow(&mut open)? {
            Rest::Nothing => return Ok(()),
            Rest::Unmet(clause) => clause as usize,
            Rest::Met => return self.finish(evaluator, open),
        };
        if !open.is_highest_seen {
            let Corners { lowest, highest, slice } = &open.corners;
            let below = self.moves.look(evaluator, &self.known, highest)?;
            if self.known.are_out(lowest, slice, below.as_ref()) {
                self.moves.grow(evaluator, &mut self.known, lowest, slice, highest.clone())?;
                self.open.push(open);
                return Ok(());
            }
            open.is_highest_seen = true;
            if let Some(prices) = below.map(|below| below.prices).filter(|prices| *prices != open.prices) {
                (open.from, open.prices) = (Some(Arc::new(highest.clone())), prices);
                self.open.push(open);
                return Ok(());
            }
        }
        let literals = self.known.clauses.literals(clause).to_vec();
        let node = self.known.clauses.node(clause);
        self.divide(open, &literals, &node)
    }

    /// Looks at the lowest node of a box, which meets all clauses.
    fn finish<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        open: Open,
    ) -> Result<(), NoCertificate> {
        let Corners { lowest, slice, .. } = &open.corners;
        let below = self.moves.look(evaluator, &self.known, lowest)?;
        if self.known.are_out(lowest, slice, below.as_ref()) {
            self.moves.grow(evaluator, &mut self.known, lowest, slice, lowest.clone())?;
            self.open.push(open);
            return Ok(());
        }
        let evaluation = evaluator.evaluate(lowest)?;
        if evaluation.is_feasible() && !self.known.reaches(lowest, evaluation.loss) {
            return Err(NoCertificate::NoBound);
        }
        // The look did not see it.
        let (lowest, literals) = (lowest.clone(), self.known.clauses.above(lowest));
        self.divide(open, &literals, &lowest)
    }

    /// Narrows a box as far as the clauses say, and writes down how.
    fn narrow(&mut self, open: &mut Open) -> Result<Rest, NoCertificate> {
        let Self { known, tightening, written, .. } = self;
        let Open { corners, prices, from, is_highest_seen } = open;
        let before = corners.highest.clone();
        let mut result = Ok(());
        let mut write = |narrowing: Narrowing<'_>| {
            let node_of = |clause: &u32| known.clauses.node(*clause as usize);
            let step = match narrowing {
                Narrowing::Raised { clause, literal } => written
                    .cut(literal.attribute, literal.level)
                    .and_then(|()| written.below(&node_of(&clause))),
                Narrowing::Empty { clause } => written.below(&node_of(&clause)),
                Narrowing::Lowered { paying, highest } => {
                    let first = from.as_deref().cloned();
                    written.dear(first.into_iter().chain(paying.iter().map(node_of)), highest)
                }
            };
            if result.is_ok() {
                result = step;
            }
        };
        let rest = tightening.tighten(corners, prices, &mut 0, known, &mut write);
        *is_highest_seen &= corners.highest == before;
        result.map(|()| rest)
    }

    /// Divides a box by a clause: what meets none of its literals lies below its node.
    fn divide(&mut self, open: Open, literals: &[Literal], node: &Node) -> Result<(), NoCertificate> {
        let Open { corners, prices, from, is_highest_seen } = open;
        let parts = corners.by_literals(literals, &self.known.costs, &prices);
        for (place, (corners, literal)) in parts.into_iter().enumerate() {
            self.written.cut(literal.attribute, literal.level)?;
            self.open.push(Open {
                corners,
                prices: prices.clone(),
                from: from.clone(),
                is_highest_seen: is_highest_seen && place == 0,
            });
        }
        self.written.below(node)
    }
}

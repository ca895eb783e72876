//! A certificate from what disallowed nodes demand.

use super::written::Written;
use super::{Certificate, NoCertificate};
use crate::exact::hitting_set::{Clauses, Corners, Costs, Moves, Narrowing, Rest, Tightening};
use crate::{Evaluator, LatticeProblem, LevelCosts, Node};

/// Boxes between two dives.
const BOXES_PER_DIVE: u64 = 32;

/// The search by hitting sets with the bound in place of a best node: box after box, the lower part of each cut first.
pub(super) fn certify<P: LatticeProblem>(
    evaluator: &mut Evaluator<'_, P>,
    levels: LevelCosts,
    bound: f64,
    written: Written,
) -> Result<Certificate, NoCertificate> {
    let problem = evaluator.problem();
    let lattice = problem.lattice().clone();
    let costs = Costs::new(levels, &lattice);
    let least = problem.least_levels();
    let whole = Corners { lowest: least.clone(), highest: lattice.highest.clone() };
    let mut clauses = Clauses::new(&lattice.highest);
    below_least(&least, &lattice.lowest, &lattice.highest).for_each(|node| _ = clauses.add(&node));
    let mut closing = Closing {
        enough: costs.at_least(bound),
        moves: Moves::new(1, whole, problem.probe()),
        open: vec![Corners { lowest: lattice.lowest, highest: lattice.highest }],
        tightening: Tightening::default(),
        costs,
        clauses,
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

struct Closing<'a> {
    costs: Costs,
    /// The least cost that is not below the bound.
    enough: u64,
    clauses: Clauses,
    moves: Moves<'a>,
    tightening: Tightening,
    /// Boxes that are not closed yet, the next one last.
    open: Vec<Corners>,
    written: Written,
}

impl Closing<'_> {
    fn close_all<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
    ) -> Result<(), NoCertificate> {
        if self.enough > 0 {
            while self.moves.begin(evaluator, &mut self.clauses, &self.costs)? {}
        }
        let mut boxes = 0u64;
        while let Some(corners) = self.open.pop() {
            self.work_on(evaluator, corners)?;
            boxes += 1;
            if boxes.is_multiple_of(BOXES_PER_DIVE) {
                self.moves.dive(evaluator, &mut self.clauses, &self.costs)?;
            }
        }
        Ok(())
    }

    /// Closes a box, finds new clauses for it, or divides it.
    fn work_on<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        mut corners: Corners,
    ) -> Result<(), NoCertificate> {
        let clause = match self.narrow(&mut corners)? {
            Rest::Nothing => return Ok(()),
            Rest::Unmet(clause) => clause,
            Rest::Met => {
                if !self.moves.is_disallowed(evaluator, &self.clauses, &corners.lowest)? {
                    if evaluator.evaluate(&corners.lowest)?.is_feasible() {
                        return Err(NoCertificate::NoBound);
                    }
                    // The probe did not see it.
                    self.clauses.add(&corners.lowest);
                } else {
                    self.moves.grow_often(evaluator, &mut self.clauses, &corners.lowest)?;
                }
                self.open.push(corners);
                return Ok(());
            }
        };
        if self.moves.is_disallowed(evaluator, &self.clauses, &corners.highest)? {
            self.moves.grow_often(evaluator, &mut self.clauses, &corners.highest)?;
            self.open.push(corners);
            return Ok(());
        }
        self.divide(corners, clause as usize)
    }

    /// Narrows a box as far as the clauses say, and writes down how.
    fn narrow(&mut self, corners: &mut Corners) -> Result<Rest, NoCertificate> {
        let Self { costs, clauses, tightening, written, enough, .. } = self;
        let mut result = Ok(());
        let mut write = |narrowing: Narrowing<'_>| {
            let node_of = |clause: &u32| clauses.node(*clause as usize);
            let step = match narrowing {
                Narrowing::Raised { clause, literal } => written
                    .cut(literal.attribute, literal.level)
                    .and_then(|()| written.below(&clauses.node(clause as usize))),
                Narrowing::Empty { clause } => written.below(&clauses.node(clause as usize)),
                Narrowing::Lowered { paying, highest } => written.dear(paying.iter().map(node_of), highest),
            };
            result = result.and(step);
        };
        let is_enough = |cost: u64| cost >= *enough;
        let rest = tightening.tighten(corners, &mut 0, clauses, costs, &is_enough, &mut write);
        result.map(|()| rest)
    }

    /// Divides a box by a clause: what meets none of its literals lies below its node.
    fn divide(&mut self, corners: Corners, clause: usize) -> Result<(), NoCertificate> {
        let literals = self.clauses.literals(clause);
        for (child, literal) in corners.by_literals(literals, &self.costs) {
            self.written.cut(literal.attribute, literal.level)?;
            self.open.push(child);
        }
        self.written.below(&self.clauses.node(clause))
    }
}

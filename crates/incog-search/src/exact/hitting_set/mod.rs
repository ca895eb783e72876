//! Implicit hitting sets: what disallowed nodes demand, met as cheaply as possible.

mod bounds;
mod clauses;
mod costs;
mod frontier;
mod moves;

use crate::{Evaluator, LatticeProblem, Stop, Unsuitable, rounded};
pub(super) use bounds::{Corners, Narrowing, Rest, Tightening};
pub(super) use clauses::Clauses;
pub(super) use costs::Costs;
use frontier::{Branch, Frontier};
pub(super) use moves::Moves;

/// Boxes between two dives.
const BOXES_PER_DIVE: u64 = 32;

/// Finds the best node of a problem whose loss is a sum of level costs, and proves it, on lattices far too large to look
/// at.
///
/// Where every node above an allowed one is allowed, a node `y` that is not allowed demands of all allowed nodes that
/// they stand above `y` in some attribute. The cheapest node that meets all demands known is a lower bound; when it is
/// allowed, it is the optimum; when it is not, it makes a new demand, grown upwards before as far as it stays
/// disallowed, which makes the demand say more. Boxes of the lattice are divided by the demands that their lowest node
/// does not meet, those with the least bound first, so every box that is taken raises the bound of the whole.
///
/// References: Moreno-Centeno, Karp, "The implicit hitting set approach to solve combinatorial optimization problems",
/// Operations Research 61(2), 2013, doi:10.1287/opre.1120.1139; Davies, Bacchus, "Solving MAXSAT by solving a sequence
/// of simpler SAT instances", CP 2011, doi:10.1007/978-3-642-23786-7_19.
pub fn hitting_set<P: LatticeProblem>(
    evaluator: &mut Evaluator<'_, P>,
    seed: u64,
) -> Result<Stop, Unsuitable> {
    let mut search = HittingSet::new(evaluator.problem(), seed)?;
    Ok(loop {
        match search.step(evaluator) {
            Ok(true) => {}
            Ok(false) => break evaluator.conclude(),
            Err(stop) => break stop,
        }
    })
}

/// A search that can be continued step by step.
pub(crate) struct HittingSet<'a> {
    costs: Costs,
    clauses: Clauses,
    moves: Moves<'a>,
    frontier: Frontier,
    tightening: Tightening,
    is_begun: bool,
    boxes: u64,
}

impl<'a> HittingSet<'a> {
    /// Nothing is done yet; refuses problems that it is not exact for.
    pub fn new<P: LatticeProblem>(problem: &'a P, seed: u64) -> Result<Self, Unsuitable> {
        if !problem.conclusions().allowed_rises {
            return Err(Unsuitable::AllowedDoesNotRise);
        }
        let levels = problem.level_costs().ok_or(Unsuitable::NotByLevels)?;
        let highest = problem.lattice().highest.clone();
        let costs = Costs::new(levels, problem.lattice());
        let clauses = Clauses::new(&highest);
        let whole = Corners { lowest: problem.least_levels(), highest };
        let moves = Moves::new(seed, whole.clone(), problem.probe());
        let frontier = Frontier::of(whole, &costs);
        let tightening = Tightening::default();
        Ok(Self { costs, clauses, moves, frontier, tightening, is_begun: false, boxes: 0 })
    }

    /// Looks for first nodes and clauses, then works on one box after the other; `false` when none is left that could
    /// hold a better node.
    pub fn step<P: LatticeProblem>(&mut self, evaluator: &mut Evaluator<'_, P>) -> Result<bool, Stop> {
        if !self.is_begun {
            let highest = &evaluator.problem().lattice().highest.clone();
            if self.moves.is_disallowed(evaluator, &self.clauses, highest)? {
                return Ok(false);
            }
            self.is_begun = !self.moves.begin(evaluator, &mut self.clauses, &self.costs)?;
            return Ok(true);
        }
        let Some(branch) = self.frontier.take() else { return Ok(false) };
        evaluator.raise_bound(self.costs.loss(branch.bound));
        self.work_on(evaluator, branch)?;
        self.boxes += 1;
        if self.boxes.is_multiple_of(BOXES_PER_DIVE) {
            self.moves.dive(evaluator, &mut self.clauses, &self.costs)?;
        }
        Ok(true)
    }

    /// Works on the box with the least bound: closes it, finds a new clause, or divides it.
    fn work_on<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        mut branch: Branch,
    ) -> Result<(), Stop> {
        let Self { costs, clauses, moves, frontier, tightening, .. } = self;
        let before = branch.corners.highest.clone();
        let rest = {
            let best = evaluator.best();
            let is_worse =
                |cost: u64| best.is_some_and(|(_, known)| rounded(costs.loss(cost)) > rounded(known.loss));
            tightening.tighten(&mut branch.corners, &mut branch.bound, clauses, costs, &is_worse, &mut |_| {})
        };
        branch.is_highest_allowed &= branch.corners.highest == before;
        let lowest = &branch.corners.lowest;
        if !evaluator.improves(lowest, costs.loss(branch.bound)) {
            return Ok(());
        }
        let clause = match rest {
            Rest::Met => {
                if moves.is_disallowed(evaluator, clauses, lowest)? {
                    moves.grow_often(evaluator, clauses, lowest)?;
                    frontier.put(branch);
                } else if !evaluator.evaluate(lowest)?.is_feasible() {
                    // The probe did not see it.
                    clauses.add(lowest);
                    frontier.put(branch);
                }
                return Ok(());
            }
            Rest::Nothing => return Ok(()),
            Rest::Unmet(clause) => clause,
        };
        if frontier.has_less_than(branch.bound) {
            frontier.put(branch);
            return Ok(());
        }
        if !branch.is_highest_allowed {
            let highest = &branch.corners.highest;
            if moves.is_disallowed(evaluator, clauses, highest)? {
                return moves.grow_often(evaluator, clauses, highest);
            }
            branch.is_highest_allowed = true;
        }
        frontier.divide(branch, clauses.literals(clause as usize), costs);
        Ok(())
    }
}

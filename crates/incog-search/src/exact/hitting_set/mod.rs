//! Implicit hitting sets: what disallowed nodes demand, met as cheaply as possible.

mod bounds;
mod clauses;
mod costs;
mod frontier;
mod moves;

use crate::{Evaluator, LatticeProblem, Stop, Unsuitable, rounded};
use bounds::{Corners, Rest, Tightening};
use clauses::Clauses;
use costs::Costs;
use frontier::{Branch, Frontier};
use moves::Moves;

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
    let conclusions = evaluator.problem().conclusions();
    if !conclusions.allowed_rises {
        return Err(Unsuitable::AllowedDoesNotRise);
    }
    let levels = evaluator.problem().level_costs().ok_or(Unsuitable::NotByLevels)?;
    let costs = Costs::new(levels, evaluator.problem().lattice());
    Ok(HittingSet::run(evaluator, costs, seed).unwrap_or_else(|stop| stop))
}

struct HittingSet {
    costs: Costs,
    clauses: Clauses,
    moves: Moves,
    frontier: Frontier,
    tightening: Tightening,
}

impl HittingSet {
    fn run<P: LatticeProblem>(
        evaluator: &mut Evaluator<'_, P>,
        costs: Costs,
        seed: u64,
    ) -> Result<Stop, Stop> {
        let highest = evaluator.problem().lattice().highest.clone();
        if !evaluator.evaluate(&highest)?.is_feasible() {
            return Ok(evaluator.conclude());
        }
        let whole = Corners { lowest: evaluator.problem().least_levels(), highest: highest.clone() };
        evaluator.raise_bound(costs.loss(costs.of(&whole.lowest)));
        let clauses = Clauses::new(&highest);
        let moves = Moves::new(seed, whole.clone());
        let frontier = Frontier::of(whole, &costs);
        let mut search = Self { costs, clauses, moves, frontier, tightening: Tightening::default() };
        search.moves.begin(evaluator, &mut search.clauses, &search.costs)?;
        let mut boxes = 0u64;
        while let Some(branch) = search.frontier.take() {
            evaluator.raise_bound(search.costs.loss(branch.bound));
            search.work_on(evaluator, branch)?;
            boxes += 1;
            if boxes.is_multiple_of(BOXES_PER_DIVE) {
                search.moves.dive(evaluator, &mut search.clauses, &search.costs)?;
            }
        }
        Ok(evaluator.conclude())
    }

    /// Works on the box with the least bound: closes it, finds a new clause, or divides it.
    fn work_on<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        mut branch: Branch,
    ) -> Result<(), Stop> {
        let Self { costs, clauses, moves, frontier, tightening } = self;
        let before = branch.corners.highest.clone();
        let rest = {
            let best = evaluator.best();
            let is_worse =
                |cost: u64| best.is_some_and(|(_, known)| rounded(costs.loss(cost)) > rounded(known.loss));
            tightening.tighten(&mut branch.corners, &mut branch.bound, clauses, costs, &is_worse)
        };
        branch.is_highest_allowed &= branch.corners.highest == before;
        let lowest = &branch.corners.lowest;
        if rest == Rest::Nothing || !evaluator.improves(lowest, costs.loss(branch.bound)) {
            return Ok(());
        }
        let clause = match rest {
            Rest::Met => {
                if moves.is_disallowed(evaluator, clauses, lowest)? {
                    moves.grow_often(evaluator, clauses, lowest)?;
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

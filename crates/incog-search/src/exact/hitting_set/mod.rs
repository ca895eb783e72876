//! Implicit hitting sets: what nodes that are out of the question demand, met as cheaply as
//! possible.

mod bounds;
mod clauses;
mod costs;
mod dive;
mod first_clauses;
mod frontier;
mod growth;
mod knowledge;
mod moves;
mod node_cache;
mod suppression_slices;

use crate::{Evaluator, LatticeProblem, Node, Stop, Unsuitable};
pub(super) use bounds::{Corners, Narrowing, Rest, Tightening};
pub(super) use clauses::{Clauses, Literal};
pub(super) use costs::{Costs, Goal, Prices, more_of};
pub(super) use first_clauses::Beginning;
use frontier::{Branch, Frontier};
pub(super) use knowledge::Knowledge;
pub(super) use moves::Moves;
pub(super) use node_cache::Below;
pub(super) use suppression_slices::Slice;

/// How much nearer to the best node each target is than the bound so far, and the share of its loss
/// from which on there is no target any more.
const NEARER: f64 = 1.0 / 3.0;
const CLOSE: f64 = 0.1;

/// Boxes between two dives.
const BOXES_PER_DIVE: u64 = 32;

/// Finds the best node of a problem whose loss is a sum of costs of levels and of suppressed
/// records, and proves it, on lattices far too large to look at.
///
/// Where every node above an allowed one is allowed, a node `y` that is not allowed demands of all
/// allowed nodes that they stand above `y` in some attribute. The cheapest node that meets all
/// demands known is a lower bound; when it is allowed, it is the optimum; when it is not, it makes
/// a new demand, grown upwards before as far as it stays disallowed, which makes the demand say
/// more. Boxes of the lattice are divided by the demands that their lowest node does not meet,
/// those with the least bound first, so every box that is taken raises the bound of the whole.
///
/// Where suppressed records count, an allowed node `y` makes the same demand of the better nodes of
/// a box: when the box's lowest node, with what `y` suppresses, is no better than the best node
/// known. Then the search looks at first for nodes that lose less than a target below the best one,
/// so that demands say more, and raises the target step by step.
///
/// References: Moreno-Centeno, Karp, "The implicit hitting set approach to solve combinatorial
/// optimization problems", Operations Research 61(2), 2013, doi:10.1287/opre.1120.1139; Davies,
/// Bacchus, "Solving MAXSAT by solving a sequence of simpler SAT instances", CP 2011,
/// doi:10.1007/978-3-642-23786-7_19.
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

/// A target, and the best node with its loss.
type Aim = (Option<f64>, Option<(Node, f64)>);

/// A search that can be continued step by step.
pub(crate) struct HittingSet<'a> {
    known: Knowledge,
    moves: Moves<'a>,
    beginning: Beginning,
    whole: Corners,
    /// What levels cost at least wherever a node is allowed; not known before the highest node is
    /// seen.
    prices: Option<Prices>,
    /// The loss below which nodes are looked for at first, less than that of the best one.
    target: Option<f64>,
    /// The target and the best node that the goal was set for.
    aim: Option<Aim>,
    frontier: Frontier,
    tightening: Tightening,
    /// Whether boxes were made.
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
        let slice = Slice::whole(&costs);
        let whole = Corners { lowest: problem.least_levels(), highest, slice };
        Ok(Self {
            moves: Moves::new(seed, whole.clone(), problem.probe()),
            beginning: Beginning::default(),
            whole,
            prices: None,
            target: None,
            aim: None,
            frontier: Frontier::default(),
            tightening: Tightening::default(),
            known: Knowledge { costs, clauses, goal: Goal::any() },
            is_begun: false,
            boxes: 0,
        })
    }

    /// See [`Probe::turns`](crate::Probe::turns).
    pub fn turns(&self) -> u64 {
        self.moves.looks.turns()
    }

    /// Looks for first nodes and clauses, then works on one box after the other; `false` when none
    /// is left that could hold a better node.
    pub fn step<P: LatticeProblem>(&mut self, evaluator: &mut Evaluator<'_, P>) -> Result<bool, Stop> {
        let Some(prices) = self.prices.clone() else {
            let below = self.moves.look(evaluator, &self.known, &self.whole.highest)?;
            self.prices = below.map(|below| below.prices);
            return Ok(self.prices.is_some());
        };
        self.aim(evaluator);
        if self.beginning.find_good_nodes(&mut self.moves, evaluator, &self.known)? {
            return Ok(true);
        }
        if !self.is_begun {
            self.is_begun = true;
            self.start(evaluator, &prices);
            self.moves.grow_below_best(evaluator, &mut self.known)?;
        }
        if self.beginning.find_first_clauses(&mut self.moves, evaluator, &mut self.known)? {
            return Ok(true);
        }
        let Some(branch) = self.frontier.take() else {
            let Some(target) = self.target else { return Ok(false) };
            evaluator.raise_bound(target);
            self.start(evaluator, &prices);
            return Ok(true);
        };
        evaluator.raise_bound(self.known.costs.loss(branch.bound));
        let slice = branch.corners.slice.clone();
        self.work_on(evaluator, branch)?;
        self.boxes += 1;
        if self.boxes.is_multiple_of(BOXES_PER_DIVE) {
            self.moves.dive(evaluator, &mut self.known, &slice)?;
        }
        Ok(true)
    }

    /// Begins anew with the whole lattice, and with a target that is nearer to the best node.
    fn start<P: LatticeProblem>(&mut self, evaluator: &Evaluator<'_, P>, prices: &Prices) {
        let costs = &self.known.costs;
        self.target = evaluator.best().and_then(|(_, best)| {
            let least = costs.loss(costs.total(prices, &self.whole.lowest));
            let bound = evaluator.bound().map_or(least, |bound| bound.max(least));
            let gap = best.loss - bound;
            (self.moves.looks.saw_suppression_cost() && gap > CLOSE * best.loss.abs())
                .then_some(bound + gap * NEARER)
        });
        self.aim(evaluator);
        let slices = self.moves.looks.slices(&self.known, &self.whole.lowest);
        self.frontier = Frontier::new(&self.whole, slices, prices, &self.known.costs);
    }

    /// Sets the goal, where it has changed.
    fn aim<P: LatticeProblem>(&mut self, evaluator: &Evaluator<'_, P>) {
        let best = evaluator.best();
        self.target = self.target.filter(|target| best.is_none_or(|(_, best)| *target < best.loss));
        let aim = (self.target, best.map(|(node, best)| (node.clone(), best.loss)));
        if self.aim.as_ref() == Some(&aim) {
            return;
        }
        let costs = &self.known.costs;
        self.known.goal = match &aim {
            (Some(target), _) => Goal::less_than(costs.at_least(*target)),
            (None, Some((node, loss))) => Goal::better_than(node, *loss, costs),
            (None, None) => Goal::any(),
        };
        self.aim = Some(aim);
    }

    /// Works on the box with the least bound: closes it, finds a new clause, or divides it.
    fn work_on<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        mut branch: Branch,
    ) -> Result<(), Stop> {
        let Self { known, tightening, .. } = self;
        let before = branch.corners.highest.clone();
        let Branch { corners, prices, bound, .. } = &mut branch;
        let rest = tightening.tighten(corners, prices, bound, known, &mut |_| {});
        branch.is_highest_seen &= branch.corners.highest == before;
        let clause = match rest {
            Rest::Met => return self.finish(evaluator, branch),
            Rest::Nothing => return Ok(()),
            Rest::Unmet(clause) => clause,
        };
        if self.frontier.has_less_than(branch.bound) {
            self.frontier.put(branch);
            return Ok(());
        }
        if !branch.is_highest_seen {
            let Corners { lowest, highest, slice } = &branch.corners;
            let below = self.moves.look(evaluator, &self.known, highest)?;
            if self.known.are_out(lowest, slice, below.as_ref()) {
                return self.moves.grow(evaluator, &mut self.known, lowest, slice, highest.clone());
            }
            if let Some(below) = below {
                let prices = more_of(&below.prices, &slice.least);
                branch.is_highest_seen = true;
                if prices != branch.prices {
                    branch.prices = prices;
                    self.frontier.put(branch);
                    return Ok(());
                }
            }
        }
        self.frontier.divide(branch, self.known.clauses.literals(clause as usize), &self.known.costs);
        Ok(())
    }

    /// Looks at the lowest node of a box, which meets all clauses.
    fn finish<P: LatticeProblem>(
        &mut self,
        evaluator: &mut Evaluator<'_, P>,
        branch: Branch,
    ) -> Result<(), Stop> {
        let Corners { lowest, slice, .. } = &branch.corners;
        let below = self.moves.look(evaluator, &self.known, lowest)?;
        if let Some(Below { prices, .. }) = &below
            && evaluator.improves(lowest, self.known.costs.loss(self.known.costs.total(prices, lowest)))
        {
            evaluator.evaluate(lowest)?;
            self.aim(evaluator);
        }
        if self.known.are_out(lowest, slice, below.as_ref()) {
            self.moves.grow(evaluator, &mut self.known, lowest, slice, lowest.clone())?;
            self.frontier.put(branch);
        } else {
            // It was evaluated, and is worse than it seemed.
            let above = self.known.clauses.above(lowest);
            self.frontier.divide(branch, &above, &self.known.costs);
        }
        Ok(())
    }
}

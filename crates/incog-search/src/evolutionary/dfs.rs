//! Depth-first traversal of the lattice.

use super::refinement::Memory;
use super::{Bits, Endless, Genome, GenomeProblem, Individual, Population, reason, snapshot};
use crate::{Evaluator, Node, Stop, rounded};
use std::collections::BTreeSet;

/// Visits nodes depth first from the lowest one, raising the first attribute first; at each, the records of
/// classes that are not protected are dropped. This is Flash's setting as HAEF uses it for comparison, not
/// Flash itself.
///
/// With `prunes`, a node is left out, with all above it that are not reached another way, when nothing at
/// its levels or higher ones can be better than what is known, and from every improvement the search climbs
/// on to the best neighbour until there is no better one. Ends with [`Stop::Proved`] when no node
/// is left and every node was [decided exactly](GenomeProblem::is_exact).
pub fn dfs<P: GenomeProblem>(evaluator: &mut Evaluator<'_, P>, prunes: bool) -> Stop {
    reason(visit(evaluator, prunes))
}

fn visit<P: GenomeProblem>(evaluator: &mut Evaluator<'_, P>, prunes: bool) -> Endless {
    let problem = evaluator.problem();
    let lattice = problem.lattice();
    let mut seen = BTreeSet::from([lattice.lowest.clone()]);
    let mut memory = Memory::default();
    let mut open: Vec<Node> = vec![lattice.lowest.clone()];
    while let Some(levels) = open.pop() {
        let known = evaluator.best().map(|(_, evaluation)| rounded(evaluation.loss));
        if prunes && known.is_some_and(|known| rounded(problem.bound(&levels)) >= known) {
            continue;
        }
        let mut genome = Genome { levels, kept: Bits::ones(problem.records()) };
        problem.keep_protected(&mut genome);
        let evaluation = evaluator.evaluate(&genome)?;
        if evaluator.best().is_some_and(|(best, _)| *best == genome) {
            let mut climber = Population::new(vec![Individual { genome: genome.clone(), evaluation }]);
            // The better what is known, the more is left out.
            while prunes && memory.refine(&mut climber, evaluator)? {}
            snapshot::report(evaluator, &climber, None, None);
        }
        for attribute in (0..genome.levels.len()).rev() {
            let level = genome.levels[attribute];
            if level < lattice.highest[attribute] {
                let above = genome.levels.with(attribute, level + 1);
                if seen.insert(above.clone()) {
                    open.push(above);
                }
            }
        }
    }
    Err(if problem.is_exact() { evaluator.conclude() } else { Stop::Converged })
}

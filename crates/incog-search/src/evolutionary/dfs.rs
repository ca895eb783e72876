//! Depth-first traversal of the lattice.

use super::refinement::{FARTHEST, Memory, may_improve};
use super::{Bits, Endless, Genome, GenomePopulation, GenomeProblem, Individual, reason, snapshot};
use crate::{Evaluator, Lattice, Node, Stop};
use std::collections::BTreeSet;

/// How many steps around the result of a climb from a corner are searched.
const AROUND_CORNERS: u32 = 2;

/// What a depth-first traversal does about records of classes that are not protected.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DfsSuppression {
    /// Nothing: it generalizes only, so a node with such a class is not allowed. HAEF's rival, by
    /// its tables: on D15, where nearly nothing has to be generalized once a few records go, it
    /// stays at a third of what HAEF reaches.
    Never,
    /// It drops them at each node. A rival of ours.
    OfBadClasses,
}

/// Visits nodes depth first from the lowest one, raising the first attribute first, and keeps the
/// best allowed one.
///
/// HAEF, section 6.1, compares itself with it and does not say whether it suppresses;
/// [`DfsSuppression`] has both readings. Where suppression is filled in exactly (a problem without
/// [records](GenomeProblem::records)), they are the same.
///
/// With `prunes`, a node is left out when nothing at its levels or higher ones can be better than
/// what is known, together with all nodes above it that are not reached another way; and from every
/// improvement the search climbs on to the best neighbour until there is no better one up to three
/// steps away. Before that, with up to half of the budget, it climbs from the corners of the
/// lattice: first the corner with all attributes at the bottom, then those with one attribute at
/// the top, and so on. Ends with [`Stop::Proved`] when no node is left and every node was
/// [decided exactly](GenomeProblem::is_exact).
pub fn dfs<P: GenomeProblem>(
    evaluator: &mut Evaluator<'_, P>,
    suppression: DfsSuppression,
    prunes: bool,
) -> Stop {
    reason(visit(evaluator, suppression, prunes))
}

fn visit<P: GenomeProblem>(
    evaluator: &mut Evaluator<'_, P>,
    suppression: DfsSuppression,
    prunes: bool,
) -> Endless {
    let problem = evaluator.problem();
    let lattice = problem.lattice();
    let mut seen = BTreeSet::from([lattice.lowest.clone()]);
    let mut memory = Memory::default();
    if prunes {
        climb_from_corners(evaluator, &mut memory)?;
    }
    let mut open: Vec<Node> = vec![lattice.lowest.clone()];
    while let Some(levels) = open.pop() {
        if prunes && !may_improve(&levels, evaluator) {
            continue;
        }
        if !prunes || memory.see(&levels) {
            let mut genome = Genome { levels: levels.clone(), kept: Bits::ones(problem.records()) };
            if suppression == DfsSuppression::OfBadClasses {
                problem.keep_protected(&mut genome);
            }
            let evaluation = evaluator.evaluate(&genome)?;
            if evaluator.best().is_some_and(|(best, _)| *best == genome) {
                let mut climber = GenomePopulation::new(vec![Individual { genome, evaluation }]);
                // The better the best known candidate, the more is left out.
                while prunes && memory.refine(&mut climber, evaluator, FARTHEST)? {}
                snapshot::report(evaluator, &climber, None, None);
            }
        }
        for attribute in (0..levels.len()).rev() {
            let level = levels[attribute];
            if level < lattice.highest[attribute] {
                let above = levels.with(attribute, level + 1);
                if seen.insert(above.clone()) {
                    open.push(above);
                }
            }
        }
    }
    Err(if problem.is_exact() { evaluator.conclude() } else { Stop::Converged })
}

fn climb_from_corners<P: GenomeProblem>(
    evaluator: &mut Evaluator<'_, P>,
    memory: &mut Memory,
) -> Result<(), Stop> {
    let problem = evaluator.problem();
    let half = evaluator.remaining()? / 2;
    for raised in 0..=problem.lattice().attributes() {
        if choices(problem.lattice().attributes(), raised) > half as f64 {
            break;
        }
        for levels in corners(problem.lattice(), raised) {
            if !may_improve(&levels, evaluator) || !memory.see(&levels) {
                continue;
            }
            if evaluator.remaining()? <= half {
                return Ok(());
            }
            let genome = Genome { levels, kept: Bits::ones(problem.records()) };
            let evaluation = evaluator.evaluate(&genome)?;
            let mut climber = GenomePopulation::new(vec![Individual { genome, evaluation }]);
            while memory.refine(&mut climber, evaluator, AROUND_CORNERS)? {}
            let improved = evaluator.best().is_some_and(|(best, _)| *best == climber.members()[0].genome);
            while improved && memory.refine(&mut climber, evaluator, FARTHEST)? {}
            snapshot::report(evaluator, &climber, None, None);
        }
    }
    Ok(())
}

/// In how many ways some of the attributes can be chosen.
fn choices(attributes: usize, chosen: usize) -> f64 {
    (0..chosen).map(|place| (attributes - place) as f64 / (place + 1) as f64).product()
}

/// All nodes with `raised` attributes at their highest level and the others at their lowest.
fn corners(lattice: &Lattice, raised: usize) -> Vec<Node> {
    let mut corners = vec![(lattice.lowest.clone(), 0)];
    for _ in 0..raised {
        let raise = |(node, from): (Node, usize)| {
            let raised = move |attribute| (node.with(attribute, lattice.highest[attribute]), attribute + 1);
            (from..lattice.attributes()).map(raised).collect::<Vec<_>>()
        };
        corners = corners.into_iter().flat_map(raise).collect();
    }
    corners.into_iter().map(|(node, _)| node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_raise_some_attributes_to_the_top() {
        let lattice = Lattice { lowest: vec![0, 1, 0].into(), highest: vec![3, 2, 4].into() };
        let corners = |raised| -> Vec<Vec<u8>> {
            super::corners(&lattice, raised).iter().map(|node| node.to_vec()).collect()
        };
        assert_eq!(corners(0), [[0, 1, 0]]);
        assert_eq!(corners(1), [[3, 1, 0], [0, 2, 0], [0, 1, 4]]);
        assert_eq!(corners(2), [[3, 2, 0], [3, 1, 4], [0, 2, 4]]);
        assert_eq!(corners(3), [[3, 2, 4]]);
        assert_eq!([0, 1, 2, 3].map(|raised| choices(3, raised)), [1.0, 3.0, 3.0, 1.0]);
    }
}

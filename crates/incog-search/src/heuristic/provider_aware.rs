//! Top-down specialization that keeps all models satisfied at every step.

use crate::{Evaluation, Evaluator, LatticeProblem, Node, Stop, rounded};

/// Starts with the pooled table fully generalized and specializes one attribute after the other, as
/// long as all models still hold; of all specializations that keep them, it takes the one that
/// loses least.
///
/// Checks are made in an adaptive order: an attribute is tried again only as long as its last
/// specialization kept the models, since a specialization that breaks a monotone model at one node
/// breaks it at every finer node. So at each step only the attributes that can still move are left
/// to try. Within a class the coalitions are checked in the order of the records they hold (see
/// `m-privacy`), so that the most likely breach is found first.
///
/// It differs from the paper, which uses local recoding: there each part of the table is
/// specialized on its own, and the provider may be one of the attributes by which a part is split.
/// Here a specialization holds for the whole table, so that the result is a full-domain
/// generalization like that of every other search, and comparable with the optimum. Where the paper
/// chooses by a privacy fitness score, this search chooses by the job's objective.
///
/// Reference: Goryczka, Xiong, Fung, "m-Privacy for collaborative data publishing", TKDE 26(10),
/// 2014, doi:10.1109/TKDE.2013.18.
pub fn provider_aware<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>) -> Stop {
    descend(evaluator).unwrap_or_else(|stop| stop)
}

fn descend<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>) -> Result<Stop, Stop> {
    super::bound_whole_lattice(evaluator)?;
    let lattice = evaluator.problem().lattice();
    let mut node = lattice.highest.clone();
    let mut open: Vec<usize> = (0..lattice.attributes()).collect();
    loop {
        open.retain(|&attribute| node[attribute] > lattice.lowest[attribute]);
        let finer: Vec<Node> =
            open.iter().map(|&attribute| node.with(attribute, node[attribute] - 1)).collect();
        let evaluations = evaluator.evaluate_all(&finer)?;
        let steps = open.iter().copied().zip(finer).zip(evaluations);
        let kept: Vec<((usize, Node), Evaluation)> = steps.filter(|(_, found)| found.is_feasible()).collect();
        open = kept.iter().map(|((attribute, _), _)| *attribute).collect();
        let best = kept.into_iter().min_by(|((_, a), of_a), ((_, b), of_b)| {
            rounded(of_a.loss).total_cmp(&rounded(of_b.loss)).then_with(|| a.cmp(b))
        });
        match best {
            Some(((_, finer), _)) => node = finer,
            None => return Ok(Stop::Converged),
        }
    }
}

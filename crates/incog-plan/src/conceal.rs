//! Drawing a release among those nearly as good as the best, so that nobody can reason from its
//! being the best.

use crate::{Concealed, Plan, ReleaseProblem};
use incog_data::Levels;
use incog_search::exact::within;
use incog_search::{Node, Stop, rounded};
use std::collections::HashSet;

/// Nodes that are looked at for candidates. Counted, so that what is drawn does not depend on the
/// machine.
const MOST_LOOKS: u64 = 10_000;

/// Draws the release from those with one level per column that are allowed and within a share
/// `within` of the best, in the place of the best one that a search found. A plan of another kind
/// is returned as it is.
///
/// The candidates are the nodes of the lattice, each with the most of every class that the models
/// allow; the best may be better than the one the search found. Each gets a hash from its levels,
/// and the smallest hash wins: where hashes are even, each candidate is drawn with the same
/// probability, and another table with nearly the same candidates nearly always gets the same
/// levels, so that a series of releases does not tell the best by and by.
///
/// `is_over` ends it early; whoever says that has to throw the plan away.
pub fn conceal(
    problem: &ReleaseProblem,
    plan: Plan,
    share: f64,
    tie_break_hash: &dyn Fn(&Levels) -> u64,
    is_over: &(dyn Fn() -> bool + Sync),
) -> Plan {
    let Some(own) = plan.recoding.levels().map(|levels| Node::from(levels.to_vec())) else { return plan };
    let found = problem.signed(plan.value);
    let near = within(problem, limit(found, share), MOST_LOOKS, is_over);
    let mut candidates = near.nodes;
    // Not all nodes may have been looked at.
    let is_among = candidates.iter().any(|(node, _)| *node == own);
    if !is_among {
        candidates.push((own.clone(), found));
    }
    let best = candidates.iter().map(|(_, loss)| *loss).fold(found, f64::min);
    let limit = rounded(limit(best, share));
    candidates.retain(|(_, loss)| rounded(*loss) <= limit);
    let drawn = candidates.iter().map(|(node, _)| node);
    let Some(drawn) = drawn.min_by_key(|node| (tie_break_hash(&Levels::from(node.to_vec())), *node)).cloned()
    else {
        return plan;
    };
    // What a search keeps of classes beside the most would tell which node it found.
    let (recoding, value) = match drawn == own && !is_among {
        true => (plan.recoding.clone(), plan.value),
        false => {
            let classes = problem.classes(&Levels::from(drawn.to_vec()));
            (classes.recoding(), problem.metric().value(&classes))
        }
    };
    let concealed = Concealed {
        within: share,
        candidates: candidates.len() as u64,
        coarser: coarser(&candidates),
        is_complete: near.is_complete,
        best: problem.signed(best),
        price: distance(problem.signed(value), best),
        stopped: plan.stopped,
    };
    Plan {
        recoding,
        value,
        evaluations: plan.evaluations + near.looks,
        stopped: match plan.stopped {
            Stop::Proved | Stop::Converged => Stop::Drawn,
            other => other,
        },
        gap: plan.upper_bound.map(|bound| distance(bound, value)),
        concealed: Some(concealed),
        ..plan
    }
}

/// The largest loss of a candidate.
fn limit(best: f64, share: f64) -> f64 {
    best + share * best.abs()
}

/// How far one number is from another, as a share of the latter.
fn distance(from: f64, base: f64) -> f64 {
    if rounded(from) == rounded(base) {
        return 0.0;
    }
    (from - base).abs() / base.abs().max(f64::MIN_POSITIVE)
}

/// How many of these nodes have another of them one level below in one column.
fn coarser(candidates: &[(Node, f64)]) -> u64 {
    let all: HashSet<&Node> = candidates.iter().map(|(node, _)| node).collect();
    let has_finer = |node: &Node| {
        let falls = |&attribute: &usize| node[attribute] > 0;
        let mut finer = (0..node.len()).filter(falls).map(|at| node.with(at, node[at] - 1));
        finer.any(|finer| all.contains(&finer))
    };
    candidates.iter().filter(|(node, _)| has_finer(node)).count() as u64
}

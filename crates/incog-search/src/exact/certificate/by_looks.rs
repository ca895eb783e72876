//! A certificate from what the highest corners of boxes cannot keep.

use super::written::Written;
use super::{Certificate, NoCertificate};
use crate::exact::boxes::{OpenBox, choose_split, roll_up};
use crate::{Evaluator, LatticeProblem, Node, rounded};
use std::sync::Arc;

/// A box, and the node above it that its bound was seen from.
struct Seen<P: LatticeProblem> {
    open: OpenBox<P>,
    from: Arc<Node>,
}

/// Cuts boxes until each of them has the bound, the lower part of each cut first.
pub(super) fn certify<P: LatticeProblem>(
    evaluator: &mut Evaluator<'_, P>,
    bound: f64,
    mut written: Written,
) -> Result<Certificate, NoCertificate> {
    let problem = evaluator.problem();
    evaluator.remaining()?;
    let (open, _) = OpenBox::whole(problem);
    evaluator.count(1);
    let mut disallowed: Vec<Arc<Node>> = Vec::new();
    let mut boxes = vec![Seen { from: Arc::new(open.highest.clone()), open }];
    while let Some(seen) = boxes.pop() {
        if let Some(node) = disallowed.iter().find(|node| seen.open.highest.is_below_or_equal(node)) {
            written.below(node)?;
            continue;
        }
        match close(evaluator, bound, seen)? {
            Closed::Disallowed(node) => {
                let node = Arc::new(grown(evaluator, &node)?);
                written.below(&node)?;
                disallowed.push(node);
            }
            Closed::Below(node) => written.below(&node)?,
            Closed::Open(seen) => {
                let open = roll_up(problem, seen.open, &[]);
                let Some((attribute, level)) = choose_split(problem, &open) else {
                    return Err(NoCertificate::NoBound);
                };
                written.cut(attribute, level + 1)?;
                let (lower, upper) = open.parts(attribute, level);
                boxes.extend([upper, lower].map(|open| Seen { open, from: Arc::clone(&seen.from) }));
            }
        }
    }
    Ok(written.end())
}

enum Closed<P: LatticeProblem> {
    Disallowed(Arc<Node>),
    Below(Arc<Node>),
    Open(Seen<P>),
}

/// Looks at the highest corner where what was seen from above is not enough.
fn close<P: LatticeProblem>(
    evaluator: &mut Evaluator<'_, P>,
    bound: f64,
    mut seen: Seen<P>,
) -> Result<Closed<P>, NoCertificate> {
    let problem = evaluator.problem();
    let reaches = |open: &OpenBox<P>| rounded(open.bound_at(problem, &open.lowest, &[])) >= bound;
    if reaches(&seen.open) {
        return Ok(Closed::Below(seen.from));
    }
    if *seen.from != seen.open.highest {
        evaluator.remaining()?;
        let look = problem.look(&seen.open.ground, &seen.open.highest);
        evaluator.count(1);
        seen.from = Arc::new(seen.open.highest.clone());
        seen.open.view = Arc::new(look.view);
        if !look.evaluation.is_feasible() {
            return Ok(Closed::Disallowed(seen.from));
        }
        if reaches(&seen.open) {
            return Ok(Closed::Below(seen.from));
        }
    }
    Ok(Closed::Open(seen))
}

/// A disallowed node raised as far as it stays disallowed, one attribute after the other: more boxes lie below it.
fn grown<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>, node: &Node) -> Result<Node, NoCertificate> {
    let highest = evaluator.problem().lattice().highest.clone();
    let mut node = node.clone();
    for attribute in 0..node.len() {
        let (mut low, mut high) = (node[attribute], highest[attribute]);
        while low < high {
            let middle = high - (high - low) / 2;
            let is_disallowed = !evaluator.evaluate(&node.with(attribute, middle))?.is_feasible();
            if is_disallowed { low = middle } else { high = middle - 1 }
        }
        node[attribute] = low;
    }
    Ok(node)
}

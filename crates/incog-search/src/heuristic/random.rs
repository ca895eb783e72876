//! Nodes drawn at random: the baseline that every other search has to beat.

use super::bound_whole_lattice;
use crate::{Evaluator, LatticeProblem, Node, Stop};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256StarStar;

/// Nodes evaluated at a time: enough to keep all cores busy, few enough to end close to a time
/// limit.
const BATCH: u64 = 64;

/// Evaluates the highest node and `evaluations - 1` nodes drawn uniformly, with repetition, from
/// the lattice. KGEN calls this competitor "random".
///
/// Works for every model and objective. Always ends with [`Stop::Budget`], or with whatever ended
/// it earlier.
pub fn random<P: LatticeProblem>(evaluator: &mut Evaluator<'_, P>, evaluations: u64, seed: u64) -> Stop {
    let lattice = evaluator.problem().lattice();
    let mut rng = Xoshiro256StarStar::seed_from_u64(seed);
    let mut left = evaluations.saturating_sub(1);
    if let Err(stop) = bound_whole_lattice(evaluator) {
        return stop;
    }
    while left > 0 {
        let size = left.min(BATCH);
        let batch: Vec<Node> = (0..size).map(|_| draw(&lattice.lowest, &lattice.highest, &mut rng)).collect();
        if let Err(stop) = evaluator.evaluate_all(&batch) {
            return stop;
        }
        left -= size;
    }
    Stop::Budget
}

/// A node between two others, every level equally likely.
pub(super) fn draw(lowest: &Node, highest: &Node, rng: &mut Xoshiro256StarStar) -> Node {
    let levels = lowest.iter().zip(highest.iter()).map(|(&low, &high)| rng.random_range(low..=high));
    levels.collect::<Vec<u8>>().into()
}

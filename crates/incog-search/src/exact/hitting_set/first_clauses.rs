//! The first good nodes and the first clauses, before any box is looked at.

use super::knowledge::Knowledge;
use super::moves::Moves;
use crate::{Evaluator, LatticeProblem, Stop};

/// Descents from the highest node.
const DESCENTS: usize = 8;
/// Times the best node is changed and lowered again without success before that ends.
const FRUITLESS_CHANGES: usize = 24;
/// Dives, at most, and how many without a new clause end them.
const DIVES: usize = 60;
const FRUITLESS_DIVES: usize = 12;

/// How far the beginning has come.
#[derive(Debug, Default)]
pub(in crate::exact) struct Beginning {
    descents: usize,
    fruitless_changes: usize,
    dives: usize,
    fruitless_dives: usize,
}

impl Beginning {
    /// A step of looking for good nodes; `false` after the last one.
    pub fn find_good_nodes<P: LatticeProblem>(
        &mut self,
        moves: &mut Moves<'_>,
        evaluator: &mut Evaluator<'_, P>,
        known: &Knowledge,
    ) -> Result<bool, Stop> {
        if self.descents < DESCENTS {
            self.descents += 1;
            let highest = moves.whole.highest.clone();
            moves.lower(evaluator, known, highest)?;
        } else if self.fruitless_changes < FRUITLESS_CHANGES {
            let is_better = moves.change_best(evaluator, known)?;
            self.fruitless_changes = if is_better { 0 } else { self.fruitless_changes + 1 };
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    /// A step of looking for clauses after that; `false` after the last one.
    pub fn find_first_clauses<P: LatticeProblem>(
        &mut self,
        moves: &mut Moves<'_>,
        evaluator: &mut Evaluator<'_, P>,
        known: &mut Knowledge,
    ) -> Result<bool, Stop> {
        if self.dives == DIVES || self.fruitless_dives == FRUITLESS_DIVES {
            return Ok(false);
        }
        let slice = moves.whole().slice.clone();
        let is_new = moves.dive(evaluator, known, &slice)?;
        self.dives += 1;
        self.fruitless_dives = if is_new { 0 } else { self.fruitless_dives + 1 };
        Ok(true)
    }
}

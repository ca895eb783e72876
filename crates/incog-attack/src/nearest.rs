//! The released records that are nearest to somebody.

use crate::bound::{Bound, Group};
use crate::gower::Distances;
use crate::kinds::Kinds;

/// Kinds of records that are looked at together, so that their distances stay in the fastest memory.
const BLOCK: usize = 2048;

/// Looks for nearest records by some columns.
pub(crate) struct Neighbours<'a> {
    columns: Vec<&'a Bound<'a>>,
    distances: Vec<Distances<'a>>,
    pub kinds: Kinds,
}

/// All kinds that are nearest.
pub(crate) struct Nearest {
    /// Ascending.
    pub kinds: Vec<u32>,
    /// How far they are away.
    pub distance: u64,
}

impl<'a> Neighbours<'a> {
    pub fn by(columns: Vec<&'a Bound<'a>>) -> Self {
        let distances = columns.iter().map(|bound| Distances::of(bound)).collect();
        let kinds = Kinds::of(&columns);
        Self { columns, distances, kinds }
    }

    /// Those nearest to a record of a group.
    pub fn of(&self, group: Group, row: u32) -> Nearest {
        let from = |(bound, distances): (&&Bound<'_>, &Distances<'_>)| {
            distances.from(bound.codes(group)[row as usize])
        };
        let tables: Vec<Vec<u64>> = self.columns.iter().zip(&self.distances).map(from).collect();
        let mut nearest = Nearest { kinds: Vec::new(), distance: u64::MAX };
        let all = self.kinds.records.len();
        let mut sums = [0u64; BLOCK];
        for start in (0..all).step_by(BLOCK) {
            let sums = &mut sums[..BLOCK.min(all - start)];
            sums.fill(0);
            for (table, codes) in tables.iter().zip(&self.kinds.codes) {
                sums.iter_mut().zip(&codes[start..]).for_each(|(sum, &code)| *sum += table[code as usize]);
            }
            for (kind, &sum) in (start as u32..).zip(&*sums) {
                if sum < nearest.distance {
                    nearest = Nearest { kinds: Vec::new(), distance: sum };
                }
                if sum == nearest.distance {
                    nearest.kinds.push(kind);
                }
            }
        }
        nearest
    }
}

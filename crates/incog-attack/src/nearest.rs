//! The released records that are nearest to somebody.

use crate::gower::Distances;
use crate::kinds::Kinds;
use crate::matched_column::{Cohort, MatchedColumn};
use std::cmp::Ordering;

/// Kinds of records that are looked at together. They are sorted by their codes, so those of a
/// block are mostly alike in the columns that come first, and all of them are often too far away
/// after a few columns.
const BLOCK: usize = 64;

/// Codes of a column from which on distances are worked out where they are needed, and not for all
/// codes at once.
const MANY: usize = 256;

/// Looks for nearest records by some columns.
pub(crate) struct Neighbours<'a> {
    columns: Vec<&'a MatchedColumn<'a>>,
    distances: Vec<Distances<'a>>,
    pub kinds: Kinds,
    /// The kinds sorted by their codes; columns with few codes come first.
    order: Vec<u32>,
    /// The columns in that order, each with the codes of the sorted kinds.
    sorted: Vec<(usize, Vec<u32>)>,
}

/// All kinds that are nearest.
pub(crate) struct Nearest {
    /// Ascending.
    pub kinds: Vec<u32>,
    /// How far they are away.
    pub distance: u64,
}

impl<'a> Neighbours<'a> {
    pub fn by(columns: Vec<&'a MatchedColumn<'a>>) -> Self {
        let distances = columns.iter().map(|bound| Distances::new(bound)).collect();
        let kinds = Kinds::from_columns(&columns);
        let mut places: Vec<usize> = (0..columns.len()).collect();
        places.sort_by_key(|&place| columns[place].release.column.dictionary.len());
        let mut order: Vec<u32> = (0..kinds.records.len() as u32).collect();
        let code = |kind: u32, place: &usize| kinds.codes[*place][kind as usize];
        order.sort_by(|&a, &b| {
            let codes = places.iter().map(|place| code(a, place).cmp(&code(b, place)));
            codes.fold(Ordering::Equal, Ordering::then)
        });
        let sorted = places
            .iter()
            .map(|place: &usize| (*place, order.iter().map(|&kind| code(kind, place)).collect()))
            .collect();
        Self { columns, distances, kinds, order, sorted }
    }

    /// Those nearest to a record of a group.
    pub fn nearest(&self, group: Cohort, row: u32) -> Nearest {
        let value = |place: usize| self.columns[place].codes(group).at(row as usize);
        let table = |(place, distances): (usize, &Distances<'_>)| match distances.codes() {
            MANY.. => Vec::new(),
            _ => distances.from(value(place)),
        };
        let tables: Vec<Vec<u64>> = self.distances.iter().enumerate().map(table).collect();
        let mut nearest = Nearest { kinds: Vec::new(), distance: u64::MAX };
        let mut sums = [0u64; BLOCK];
        for (kinds, start) in self.order.chunks(BLOCK).zip((0..).step_by(BLOCK)) {
            let sums = &mut sums[..kinds.len()];
            sums.fill(0);
            let is_near = self.sorted.iter().all(|(place, codes)| {
                let (distances, value, table) = (&self.distances[*place], value(*place), &tables[*place]);
                let of_kinds = sums.iter_mut().zip(&codes[start..]);
                match distances.codes() {
                    MANY.. => of_kinds.for_each(|(sum, &code)| *sum += distances.between(value, code)),
                    _ => of_kinds.for_each(|(sum, &code)| *sum += table[code as usize]),
                }
                sums.iter().min().is_some_and(|least| *least <= nearest.distance)
            });
            if is_near {
                nearest.take(kinds, sums);
            }
        }
        nearest.kinds.sort_unstable();
        nearest
    }
}

impl Nearest {
    /// Takes those of some kinds that are as near as the nearest, or nearer.
    fn take(&mut self, kinds: &[u32], distances: &[u64]) {
        for (&kind, &distance) in kinds.iter().zip(distances) {
            if distance < self.distance {
                *self = Self { kinds: Vec::new(), distance };
            }
            if distance == self.distance {
                self.kinds.push(kind);
            }
        }
    }
}

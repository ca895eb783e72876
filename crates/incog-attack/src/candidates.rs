//! The released records whose labels fit somebody, and what they say of her.

use crate::bound::{Bound, Group};
use crate::kinds::Kinds;
use crate::scene::Scene;
use std::collections::BTreeMap;

/// Released records by what is known, with what they say in a sensitive column.
pub(crate) struct Candidates<'a> {
    known: Vec<&'a Bound<'a>>,
    kinds: Kinds,
    /// For each kind the sensitive codes with how many records have them.
    said: Vec<BTreeMap<u32, u64>>,
}

impl<'a> Candidates<'a> {
    /// `sensitive` has the code of each released row.
    pub fn of(scene: &'a Scene<'a>, sensitive: &[u32]) -> Self {
        let known: Vec<&Bound<'_>> = scene.known.iter().map(|&place| &scene.columns[place]).collect();
        let kinds = Kinds::of(&known);
        let mut said = vec![BTreeMap::new(); kinds.records.len()];
        for (&kind, &code) in kinds.of_row.iter().zip(sensitive) {
            *said[kind as usize].entry(code).or_default() += 1;
        }
        Self { known, kinds, said }
    }

    /// What all records that fit somebody say, each sensitive code with how many; nothing where none fits.
    pub fn about(&self, group: Group, row: u32) -> BTreeMap<u32, u64> {
        let fits = |bound: &&Bound<'_>| {
            let value = bound.codes(group)[row as usize];
            bound.release.meanings.iter().map(|meaning| meaning.has(value)).collect()
        };
        let fits: Vec<Vec<bool>> = self.known.iter().map(fits).collect();
        let mut said = BTreeMap::new();
        for (kind, of_kind) in self.said.iter().enumerate() {
            let mut columns = fits.iter().zip(&self.kinds.codes);
            if columns.all(|(fits, codes)| fits[codes[kind] as usize]) {
                of_kind.iter().for_each(|(&code, &count)| *said.entry(code).or_default() += count);
            }
        }
        said
    }
}

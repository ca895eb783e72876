//! The released records whose labels fit somebody, and what they say of her.

use crate::kinds::Kinds;
use crate::matched_column::{Cohort, MatchedColumn};
use incog_data::NarrowCodes;
use std::collections::BTreeMap;

/// Released records by what is known, with what they say in a sensitive column.
pub(crate) struct Candidates<'a> {
    known: Vec<&'a MatchedColumn<'a>>,
    kinds: Kinds,
    /// For each kind the sensitive codes with how many records have them.
    said: Vec<BTreeMap<u32, u64>>,
}

impl<'a> Candidates<'a> {
    /// By the known columns of a release; `sensitive` has the code of each of its rows.
    pub fn new(known: Vec<&'a MatchedColumn<'a>>, sensitive: &NarrowCodes) -> Self {
        let kinds = Kinds::from_columns(&known);
        let mut said = vec![BTreeMap::new(); kinds.records.len()];
        for (&kind, code) in kinds.of_row.iter().zip(sensitive) {
            *said[kind as usize].entry(code).or_default() += 1;
        }
        Self { known, kinds, said }
    }

    /// The kinds that fit somebody, ascending.
    pub fn fitting(&self, group: Cohort, row: u32) -> Vec<u32> {
        let fits = |bound: &&MatchedColumn<'_>| {
            let value = bound.codes(group).at(row as usize);
            bound.release.meanings.iter().map(|meaning| meaning.has(value)).collect()
        };
        let fits: Vec<Vec<bool>> = self.known.iter().map(fits).collect();
        let all_fit = |kind: &u32| {
            let mut columns = fits.iter().zip(&self.kinds.codes);
            columns.all(|(fits, codes)| fits[codes[*kind as usize] as usize])
        };
        (0..self.said.len() as u32).filter(all_fit).collect()
    }

    /// Whether somebody fits one kind.
    pub fn fits(&self, kind: u32) -> impl Fn(Cohort, u32) -> bool + '_ {
        let columns = self.known.iter().zip(&self.kinds.codes);
        let meanings: Vec<_> = columns
            .map(|(bound, codes)| (bound, &bound.release.meanings[codes[kind as usize] as usize]))
            .collect();
        move |group, row| {
            meanings.iter().all(|(bound, meaning)| meaning.has(bound.codes(group).at(row as usize)))
        }
    }

    /// The code of a kind in a known column.
    pub fn label(&self, kind: u32, column: usize) -> u32 {
        self.kinds.codes[column][kind as usize]
    }

    /// Of each kind the sensitive codes with how many records have them.
    pub fn classes(&self) -> impl Iterator<Item = &BTreeMap<u32, u64>> {
        self.said.iter()
    }

    /// Those of them that have no coarser label than another of them in all columns.
    pub fn finest(&self, kinds: &[u32]) -> Vec<u32> {
        let is_finer =
            |one: u32, other: u32| one != other && self.is_within(one, other) && !self.is_within(other, one);
        kinds.iter().copied().filter(|&kind| !kinds.iter().any(|&other| is_finer(other, kind))).collect()
    }

    /// Whether the labels of a kind stand for nothing that those of another do not.
    fn is_within(&self, one: u32, other: u32) -> bool {
        self.known.iter().zip(&self.kinds.codes).all(|(bound, codes)| {
            let (one, other) = (codes[one as usize], codes[other as usize]);
            let meanings = &bound.release.meanings;
            one == other || meanings[one as usize].is_within(&meanings[other as usize], bound.values.len())
        })
    }

    /// What some kinds say, each sensitive code with how many records.
    pub fn said_by(&self, kinds: &[u32]) -> BTreeMap<u32, u64> {
        let mut said = BTreeMap::new();
        for (&code, &count) in kinds.iter().flat_map(|&kind| &self.said[kind as usize]) {
            *said.entry(code).or_default() += count;
        }
        said
    }

    /// What all records that fit somebody say; nothing where none fits.
    pub fn about(&self, group: Cohort, row: u32) -> BTreeMap<u32, u64> {
        self.said_by(&self.fitting(group, row))
    }
}

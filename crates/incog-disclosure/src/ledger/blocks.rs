//! People who came together and look alike in every release.

use super::parts::PartLimits;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// People who came together and look alike in every release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Block {
    /// The level of each quasi-identifier.
    pub levels: Vec<u8>,
    /// Its label in each.
    pub labels: Vec<String>,
    /// By digest, the cells of a person as they were when she came, in the order of
    /// [`LedgerTerms::cells`](super::line::LedgerTerms::cells); `None` for a missing value.
    pub people: BTreeMap<String, Vec<Option<String>>>,
}

impl Block {
    /// Who leaves of a block whose `leavers` are no longer in the table as they were: all of them
    /// where any part of that size meets the limits, and so does what is left; nobody otherwise.
    /// Where their time `is_over`, the whole block.
    pub fn parting(&self, leavers: &BTreeSet<String>, limits: PartLimits, is_over: bool) -> BTreeSet<String> {
        let all: Vec<&Vec<Option<String>>> = self.people.values().collect();
        let stay = all.len() - leavers.len();
        let stay_alone = stay == 0 || limits.are_met_by_any(stay, &all);
        if stay_alone && limits.are_met_by_any(leavers.len(), &all) {
            return leavers.clone();
        }
        if is_over { self.people.keys().cloned().collect() } else { BTreeSet::new() }
    }
}

/// The blocks of the people who are in the releases.
#[derive(Debug, Clone, Default)]
pub struct Blocks {
    all: Vec<Block>,
    block_of: BTreeMap<String, usize>,
}

impl Blocks {
    /// All blocks, those without people included.
    pub fn all(&self) -> &[Block] {
        &self.all
    }

    /// The number of the block of a person.
    pub fn of_person(&self, digest: &str) -> Option<usize> {
        self.block_of.get(digest).copied()
    }

    /// How many people are in the releases.
    pub fn people(&self) -> usize {
        self.block_of.len()
    }

    pub(super) fn add(&mut self, block: &Block) {
        let place = self.all.len();
        self.block_of.extend(block.people.keys().map(|digest| (digest.clone(), place)));
        self.all.push(block.clone());
    }

    pub(super) fn remove(&mut self, digest: &str) {
        if let Some(place) = self.block_of.remove(digest) {
            self.all[place].people.remove(digest);
        }
    }
}

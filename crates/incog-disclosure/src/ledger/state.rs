//! What follows from the lines of a ledger.

use super::blocks::{Block, Blocks};
use super::line::{LedgerRun, LedgerTerms};
use super::parts::PartLimits;
use crate::job::LedgerJob;
use std::collections::{BTreeMap, BTreeSet};

/// Where a person of a table stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// She is in the releases, in this block, and has its labels.
    Stays(usize),
    /// She is in the releases, and has other labels now.
    Changed,
    /// She left the releases, or fit no class when she came.
    Gone,
    /// She was never in a release.
    New,
    /// She was never in a release, and has a value without a place among the labels of the series.
    WithoutPlace,
}

/// Who is in the releases of a series, who was, and who waits.
#[derive(Debug, Clone, Default)]
pub struct LedgerState {
    /// The people who are in the releases.
    pub blocks: Blocks,
    /// The people who were, or fit no class when they came, and do not come back.
    pub gone: BTreeSet<String>,
    /// People whose records stay without them, with the run in which that was first seen.
    pub leavers: BTreeMap<String, u64>,
    /// People who wait, with the run in which they were first seen.
    pub waiting: BTreeMap<String, u64>,
    /// Runs so far.
    pub runs: u64,
    /// The run in which incog last looked for classes of newcomers, from 1.
    pub last_cohort: u64,
}

impl LedgerState {
    /// Adds what a run did.
    pub fn apply(&mut self, run: &LedgerRun) {
        self.runs += 1;
        run.admitted.iter().for_each(|block| self.blocks.add(block));
        for digest in &run.left {
            self.blocks.remove(digest);
            self.gone.insert(digest.clone());
        }
        self.gone.extend(run.refused.iter().cloned());
        self.leavers.clone_from(&run.leavers);
        self.waiting.clone_from(&run.waiting);
        if run.is_cohort {
            self.last_cohort = self.runs;
        }
    }

    /// Whether newcomers have waited long enough, so that incog looks for classes of them in the
    /// next run: always where nobody has come before.
    pub fn is_cohort_due(&self, max_delay: u64) -> bool {
        self.last_cohort == 0 || self.runs + 1 - self.last_cohort > max_delay
    }

    /// Where a person of a table stands, who has the labels of a block, or not.
    pub fn standing(&self, digest: &str, has_labels: impl Fn(usize) -> bool) -> Standing {
        match self.blocks.of_person(digest) {
            Some(block) if has_labels(block) => Standing::Stays(block),
            Some(_) => Standing::Changed,
            None if self.gone.contains(digest) => Standing::Gone,
            None => Standing::New,
        }
    }

    /// Whether a person who may leave does so in a run in which these blocks come: not where one of
    /// them has the labels of hers.
    pub fn leaves_beside(&self, digest: &str, coming: &[Block]) -> bool {
        let block = self.blocks.of_person(digest).map(|block| &self.blocks.all()[block]);
        block.is_some_and(|block| coming.iter().all(|other| other.labels != block.labels))
    }

    /// The people who leave the releases in the next run, given those whose records stay without
    /// them and since when.
    pub fn partings(
        &self,
        leavers: &BTreeMap<String, u64>,
        limits: PartLimits,
        told: &LedgerJob,
    ) -> BTreeSet<String> {
        if told.is_m_invariant {
            return self.parting_classes(leavers, told.max_stale);
        }
        let mut of_block: BTreeMap<usize, BTreeSet<String>> = BTreeMap::new();
        for digest in leavers.keys() {
            if let Some(block) = self.blocks.of_person(digest) {
                of_block.entry(block).or_default().insert(digest.clone());
            }
        }
        let run = self.runs + 1;
        let mut parting = BTreeSet::new();
        for (block, of_block) in of_block {
            let first = of_block.iter().map(|digest| leavers[digest]).min().unwrap_or(run);
            let is_over = told.max_stale.is_some_and(|most| run.saturating_sub(first) >= most);
            parting.extend(self.blocks.all()[block].parting(&of_block, limits, is_over));
        }
        parting
    }
}

impl LedgerState {
    /// Whether the class of a block that comes keeps its sensitive values: it has nobody yet, or
    /// all values of the block.
    pub fn keeps_values(&self, coming: &Block, sensitive: usize) -> bool {
        let same = self.blocks.all().iter().filter(|block| block.labels == coming.labels);
        let there: Vec<&Vec<Option<String>>> = same.flat_map(|block| block.people.values()).collect();
        there.is_empty()
            || (0..sensitive).all(|column| {
                let values: BTreeSet<&Option<String>> = there.iter().map(|cells| &cells[column]).collect();
                coming.people.values().all(|cells| values.contains(&cells[column]))
            })
    }

    /// The people of all classes of which everybody has left, or somebody so long ago: where a
    /// class keeps its values, none of its records goes alone.
    fn parting_classes(&self, leavers: &BTreeMap<String, u64>, max_stale: Option<u64>) -> BTreeSet<String> {
        let mut classes: BTreeMap<&[String], Vec<&String>> = BTreeMap::new();
        for block in self.blocks.all() {
            classes.entry(&block.labels).or_default().extend(block.people.keys());
        }
        let parting = classes.values().filter(|people| {
            let left: Vec<u64> = people.iter().filter_map(|digest| leavers.get(*digest).copied()).collect();
            let stale = left.iter().min().map(|first| self.runs + 1 - first);
            left.len() == people.len() || stale.zip(max_stale).is_some_and(|(stale, most)| stale >= most)
        });
        parting.flatten().map(|digest| (*digest).clone()).collect()
    }
}

impl LedgerTerms {
    /// What each group that comes or goes has at least.
    pub fn limits(&self) -> PartLimits {
        PartLimits { k: self.k, l: self.l, sensitive: self.sensitive.len() }
    }

    /// The columns of the cells of a person: those that are published as they are, the sensitive
    /// ones first, and then the quasi-identifiers.
    pub fn cells(&self) -> impl Iterator<Item = &String> {
        let known = self.quasi_identifiers.iter().map(|column| &column.name);
        self.sensitive.iter().chain(&self.insensitive).chain(known)
    }

    /// Whether these blocks have the columns of the series.
    pub(super) fn describes(&self, blocks: &[Block]) -> bool {
        let (labels, cells) = (self.quasi_identifiers.len(), self.cells().count());
        blocks.iter().all(|block| {
            let has_labels = block.labels.len() == labels && block.levels.len() == labels;
            has_labels && block.people.values().all(|person| person.len() == cells)
        })
    }

    /// How many of these columns are published as they are.
    pub fn published_cells(&self) -> usize {
        self.sensitive.len() + self.insensitive.len()
    }
}

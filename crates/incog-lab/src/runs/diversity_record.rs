//! The diversity of a search's population, kept at a few moments.

use super::trace::Diversity;
use incog_search::evolutionary::Snapshot;
use std::collections::{BTreeMap, BTreeSet};

/// Moments kept a run.
const MOMENTS: u64 = 120;

/// Collects the diversity of a population, or of several on islands.
pub(super) struct Diary {
    /// Evaluations between two moments.
    step: u64,
    /// Sums over the islands, by moment and then by island, so that a later generation of an island
    /// in the same step replaces the earlier one.
    moments: BTreeMap<u64, BTreeMap<usize, (f64, f64)>>,
}

impl Diary {
    /// For a search with this many evaluations.
    pub fn new(evaluations: Option<u64>) -> Self {
        Self {
            step: evaluations.unwrap_or(MOMENTS * 1_000).div_ceil(MOMENTS).max(1),
            moments: BTreeMap::new(),
        }
    }

    /// Notes what a population looks like after a generation.
    pub fn note(&mut self, snapshot: &Snapshot) {
        let islands = self.moments.entry(snapshot.evaluations / self.step).or_default();
        islands.insert(snapshot.island, (snapshot.diversity_of_levels, snapshot.diversity_of_records));
    }

    /// The diversities in the order of the evaluations, starting with the step by which every
    /// island has reported; an island that did not report in a step counts with its last values.
    pub fn finish(&self) -> Vec<Diversity> {
        let all: BTreeSet<&usize> = self.moments.values().flat_map(BTreeMap::keys).collect();
        let mut islands: BTreeMap<usize, (f64, f64)> = BTreeMap::new();
        let at = |(&moment, spoken): (&u64, &BTreeMap<usize, (f64, f64)>)| {
            islands.extend(spoken);
            let (levels, records) =
                islands.values().fold((0.0, 0.0), |(levels, records), one| (levels + one.0, records + one.1));
            let diversity = Diversity { evaluations: (moment + 1) * self.step, levels, records };
            (islands.len() == all.len()).then_some(diversity)
        };
        self.moments.iter().filter_map(at).collect()
    }
}

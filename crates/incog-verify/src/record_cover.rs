//! Whether the records of a local recoding can be those of the input.
//!
//! A label may overlap with others, so the labels of a released record do not determine which
//! record of the input it is. What is shown is that all of them can be different records of the
//! input: there is a flow from the released records to those of the input whose values are below
//! their labels, in which nothing is left over.

use super::local::ReadLabels;
use super::matching::{CommonColumn, alike};
use super::own_k::{AskedSizes, ClassSizes};
use super::quasi_identifier::BoundAttribute;
use incog_audit::{Codes, Grouping};
use incog_data::{Column, NarrowCodes};
use std::collections::{HashMap, VecDeque};

/// A quasi-identifier of both tables.
pub(super) struct LocalColumn<'a> {
    pub bound: &'a BoundAttribute,
    pub read: &'a ReadLabels,
    pub input: &'a Column,
    pub released: &'a Column,
}

/// How many released records are left over when each has to be a different record of the input,
/// with values below its labels and, in the `plain` columns, with the same values.
///
/// With `own_k`, also in a class that has as many records as it asks for.
pub(super) fn left_over(
    columns: &[LocalColumn<'_>],
    plain: &[&CommonColumn],
    rows: (usize, usize),
    own_k: Option<&OwnKOfBoth<'_>>,
) -> u64 {
    let (sources, wanted) = of_both(columns, plain, rows, own_k);
    let kinds = wanted.of_plain.iter().zip(&sources.of_plain);
    kinds
        .map(|(wanted, sources)| {
            let mut covered = covered(columns, wanted, sources);
            if let Some(both) = own_k {
                both.leave_those_that_fit(&mut covered, wanted, sources);
            }
            let count = |kinds: &[EqualRecords]| kinds.iter().map(|kind| kind.records).collect();
            Flow::new(count(wanted), count(sources), covered).left_over()
        })
        .sum()
}

/// The kinds of records of the input and of the release.
pub(super) fn of_both(
    columns: &[LocalColumn<'_>],
    plain: &[&CommonColumn],
    rows: (usize, usize),
    own_k: Option<&OwnKOfBoth<'_>>,
) -> (EqualGroups, EqualGroups) {
    let plain = alike(plain, rows);
    let (of_input, of_release) = plain.of_row.split_at(rows.0);
    let of_sources = columns.iter().map(|column| column.input).chain(own_k.map(|both| &both.asked.of_input));
    let of_wanted = columns.iter().map(|column| column.released).chain(own_k.map(|both| &both.sizes.column));
    let sources = EqualGroups::new(of_sources, of_input, plain.len());
    let wanted = EqualGroups::new(of_wanted, of_release, plain.len());
    (sources, wanted)
}

/// What the records of the input ask for, and the sizes of the released classes.
pub(super) struct OwnKOfBoth<'a> {
    pub asked: &'a AskedSizes,
    pub sizes: ClassSizes,
}

impl OwnKOfBoth<'_> {
    fn leave_those_that_fit(
        &self,
        covered: &mut [Vec<u32>],
        wanted: &[EqualRecords],
        sources: &[EqualRecords],
    ) {
        for (covered, kind) in covered.iter_mut().zip(wanted) {
            let size = self.sizes.of_record[kind.row as usize];
            covered.retain(|&source| self.asked.fits(sources[source as usize].row, size));
        }
    }
}

/// Records that are equal in all columns.
#[derive(Clone, Copy)]
pub(super) struct EqualRecords {
    /// The first of them.
    pub row: u32,
    /// How many there are.
    pub records: u64,
}

/// The kinds of records of a table, by what they have in the plain columns.
pub(super) struct EqualGroups {
    pub of_plain: Vec<Vec<EqualRecords>>,
    /// For each record the first that is equal to it.
    pub first_of_row: Vec<u32>,
}

impl EqualGroups {
    fn new<'a>(columns: impl Iterator<Item = &'a Column>, plain: &[u32], values: usize) -> Self {
        let in_plain: NarrowCodes = plain.iter().copied().collect();
        let columns: Vec<&Column> = columns.collect();
        let mut codes = vec![Codes { of_row: &in_plain, values }];
        codes.extend(columns.into_iter().map(Codes::from));
        let grouping = Grouping::by(&codes, plain.len());
        let mut kinds: Vec<Option<EqualRecords>> = vec![None; grouping.len()];
        for (row, &kind) in (0u32..).zip(&grouping.of_row) {
            kinds[kind as usize].get_or_insert(EqualRecords { row, records: 0 }).records += 1;
        }
        let first = |&kind: &u32| grouping.representatives[kind as usize];
        let first_of_row = grouping.of_row.iter().map(first).collect();
        let mut of_plain = vec![Vec::new(); values];
        kinds.into_iter().flatten().for_each(|kind| of_plain[plain[kind.row as usize] as usize].push(kind));
        Self { of_plain, first_of_row }
    }
}

/// For each kind of released records, the kinds of the input they may be.
pub(super) fn covered(
    columns: &[LocalColumn<'_>],
    wanted: &[EqualRecords],
    sources: &[EqualRecords],
) -> Vec<Vec<u32>> {
    let words = sources.len().div_ceil(64);
    let below: Vec<HashMap<u32, Vec<u64>>> =
        columns.iter().map(|column| below(column, wanted, sources, words)).collect();
    let of_kind = |kind: &EqualRecords| {
        let mut all = vec![u64::MAX; words];
        for (column, below) in columns.iter().zip(&below) {
            let below = &below[&column.released.codes.at(kind.row as usize)];
            all.iter_mut().zip(below).for_each(|(all, below)| *all &= below);
        }
        (0..sources.len() as u32)
            .filter(|&source| all[source as usize / 64] >> (source % 64) & 1 == 1)
            .collect()
    };
    wanted.iter().map(of_kind).collect()
}

/// For each code of a released column, the kinds of the input that are below its label, one bit
/// each.
fn below(
    column: &LocalColumn<'_>,
    wanted: &[EqualRecords],
    sources: &[EqualRecords],
    words: usize,
) -> HashMap<u32, Vec<u64>> {
    let mut with_leaf: HashMap<u32, Vec<u32>> = HashMap::new();
    for (number, kind) in (0u32..).zip(sources) {
        let leaf = column.bound.qid.leaf_of[column.input.codes.at(kind.row as usize) as usize];
        with_leaf.entry(leaf).or_default().push(number);
    }
    let mut below = HashMap::new();
    for kind in wanted {
        let code = column.released.codes.at(kind.row as usize);
        below.entry(code).or_insert_with(|| {
            let mut bits = vec![0u64; words];
            let leaves = column.read.values(code).iter();
            let kinds = leaves.filter_map(|leaf| with_leaf.get(leaf)).flatten();
            kinds.for_each(|&number| bits[number as usize / 64] |= 1 << (number % 64));
            bits
        });
    }
    below
}

/// A largest flow from kinds that want records to kinds that have them (Edmonds and Karp 1972:
/// along shortest ways).
struct Flow {
    /// Records that each kind still wants.
    wants: Vec<u64>,
    /// Records that each kind still has.
    has: Vec<u64>,
    /// For each kind that wants records: where it may take them, and how many it has taken there.
    edges: Vec<Vec<(u32, u64)>>,
    /// For each kind that has records: which kinds may take them, and the place among that kind's
    /// edges.
    takers: Vec<Vec<(usize, usize)>>,
}

/// A step of an augmenting path: a kind takes records along one of its edges, and the kind before
/// it gives up as many there.
#[derive(Clone, Copy)]
struct Step {
    taker: usize,
    edge: usize,
}

impl Flow {
    fn new(wants: Vec<u64>, has: Vec<u64>, covered: Vec<Vec<u32>>) -> Self {
        let mut takers = vec![Vec::new(); has.len()];
        for (taker, sources) in covered.iter().enumerate() {
            let edges = sources.iter().enumerate();
            edges.for_each(|(edge, &source)| takers[source as usize].push((taker, edge)));
        }
        let edges =
            covered.into_iter().map(|sources| sources.into_iter().map(|source| (source, 0)).collect());
        Self { wants, has, edges: edges.collect(), takers }
    }

    /// How much is still wanted when as much as possible has been taken.
    fn left_over(mut self) -> u64 {
        self.take_what_is_free();
        for taker in 0..self.wants.len() {
            while self.wants[taker] > 0 {
                let Some(way) = self.way_from(taker) else { break };
                self.take_along(&way);
            }
        }
        self.wants.iter().sum()
    }

    /// Those with the fewest choices first.
    fn take_what_is_free(&mut self) {
        let mut order: Vec<usize> = (0..self.wants.len()).collect();
        order.sort_by_key(|&taker| self.edges[taker].len());
        for taker in order {
            for (source, taken) in &mut self.edges[taker] {
                let amount = self.wants[taker].min(self.has[*source as usize]);
                *taken += amount;
                self.wants[taker] -= amount;
                self.has[*source as usize] -= amount;
            }
        }
    }

    /// A shortest way to a kind that still has records: each step takes where the next one gives
    /// up.
    fn way_from(&self, taker: usize) -> Option<Vec<Step>> {
        let mut reached_by: Vec<Option<Step>> = vec![None; self.has.len()];
        // For each kind the source at which it gives up.
        let mut gives_at: Vec<Option<u32>> = vec![None; self.wants.len()];
        let mut queue = VecDeque::from([taker]);
        while let Some(from) = queue.pop_front() {
            for (edge, &(source, _)) in self.edges[from].iter().enumerate() {
                if reached_by[source as usize].is_some() {
                    continue;
                }
                reached_by[source as usize] = Some(Step { taker: from, edge });
                if self.has[source as usize] > 0 {
                    return Some(self.trace_back(taker, source, &reached_by, &gives_at));
                }
                for &(other, place) in &self.takers[source as usize] {
                    if other != taker && gives_at[other].is_none() && self.edges[other][place].1 > 0 {
                        gives_at[other] = Some(source);
                        queue.push_back(other);
                    }
                }
            }
        }
        None
    }

    fn trace_back(
        &self,
        taker: usize,
        end: u32,
        reached_by: &[Option<Step>],
        gives_at: &[Option<u32>],
    ) -> Vec<Step> {
        let (mut way, mut source) = (Vec::new(), Some(end));
        while let Some(step) = source.and_then(|source| reached_by[source as usize]) {
            way.push(step);
            source = if step.taker == taker { None } else { gives_at[step.taker] };
        }
        way.reverse();
        way
    }

    /// Moves as much as every step of a way allows.
    fn take_along(&mut self, way: &[Step]) {
        let source = |flow: &Self, step: &Step| flow.edges[step.taker][step.edge].0 as usize;
        let given_up: Vec<(usize, usize)> = way
            .windows(2)
            .filter_map(|pair| {
                let at = source(self, &pair[0]);
                self.takers[at].iter().find(|(other, _)| *other == pair[1].taker).copied()
            })
            .collect();
        let end = source(self, &way[way.len() - 1]);
        let amounts = given_up.iter().map(|&(other, edge)| self.edges[other][edge].1);
        let amount = amounts.chain([self.wants[way[0].taker], self.has[end]]).min().unwrap_or(0);
        given_up.iter().for_each(|&(other, edge)| self.edges[other][edge].1 -= amount);
        way.iter().for_each(|step| self.edges[step.taker][step.edge].1 += amount);
        self.wants[way[0].taker] -= amount;
        self.has[end] -= amount;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// By Hall's theorem: the most that a set of kinds wants beyond what its sources have.
    fn left_over_of_sets(wants: &[u64], has: &[u64], covered: &[Vec<u32>]) -> u64 {
        let of_set = |set: u32| {
            let members = || (0..wants.len()).filter(move |taker| set >> taker & 1 == 1);
            let wanted: u64 = members().map(|taker| wants[taker]).sum();
            let sources =
                (0..has.len() as u32).filter(|source| members().any(|taker| covered[taker].contains(source)));
            wanted.saturating_sub(sources.map(|source| has[source as usize]).sum())
        };
        (0..1u32 << wants.len()).map(of_set).max().unwrap_or(0)
    }

    proptest! {
        #[test]
        fn as_much_as_possible_is_taken(
            wants in proptest::collection::vec(0u64..5, 1..6),
            has in proptest::collection::vec(0u64..5, 1..6),
            edges in any::<u32>(),
        ) {
            let of_taker = |taker: usize| {
                (0..has.len() as u32).filter(|source| edges >> (taker as u32 * 5 + source) & 1 == 1).collect()
            };
            let covered: Vec<Vec<u32>> = (0..wants.len()).map(of_taker).collect();
            let expected = left_over_of_sets(&wants, &has, &covered);
            prop_assert_eq!(Flow::new(wants, has, covered).left_over(), expected);
        }
    }
}

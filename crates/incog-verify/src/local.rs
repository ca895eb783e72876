//! Quasi-identifiers of a local recoding, whose labels may be of any level.

use super::quasi_identifier::BoundAttribute;
use incog_audit::{Attribute, ReleasedLabel};
use incog_data::{Column, NamedLabel, ReleasedLabels};
use incog_disclosure::job::HierarchySource;
use std::collections::{HashSet, VecDeque};

/// A released quasi-identifier whose labels were read one by one.
pub(super) struct ReadLabels {
    /// For each code of the released column what it stands for; nothing for codes that no record
    /// has.
    of_code: Vec<NamedLabel>,
    is_exact: bool,
}

impl ReadLabels {
    /// Reads a released column. `as_made` says that labels are those of the hierarchy of all
    /// values. `None` when some cells are no labels.
    pub fn new(bound: &BoundAttribute, input: &Column, released: &Column, as_made: bool) -> Option<Self> {
        let used = released.used();
        let labels = released.dictionary.iter().zip(&used).filter(|(_, used)| **used);
        let labels: Vec<&str> = labels.map(|(label, _)| label).collect();
        let rows: Vec<u64> = released.counts().into_iter().filter(|rows| *rows > 0).collect();
        let hierarchy = &bound.qid.hierarchy;
        let released = ReleasedLabels { labels: &labels, rows: &rows, invented: 0, least: bound.least };
        let named = match &bound.source {
            HierarchySource::Made(spec) if !as_made => spec.named_labels(hierarchy, input, &released)?,
            HierarchySource::Made(spec) => {
                spec.named_labels_of_all(hierarchy, &bound.all_values(input), &labels)?
            }
            _ => NamedLabel::of_hierarchy(hierarchy, &labels)?,
        };
        let mut named = named.into_iter();
        let of_code = used
            .iter()
            .map(|used| if *used { named.next().unwrap_or_default() } else { NamedLabel::default() });
        let is_named = matches!(&bound.source, HierarchySource::Made(spec) if spec.names_groups_by_bounds());
        Some(Self { of_code: of_code.collect(), is_exact: as_made || !is_named })
    }

    /// Whether it is known of each label which values may have it, and not only which lie within
    /// its bounds.
    pub fn is_exact(&self) -> bool {
        self.is_exact
    }

    /// The values, as the hierarchy numbers them, that records with a code of the released column
    /// may have.
    pub fn values(&self, code: u32) -> &[u32] {
        &self.of_code[code as usize].values
    }

    /// Whether every label can be of a level that the job allows.
    pub fn are_allowed(&self, bound: &BoundAttribute) -> bool {
        let is_allowed = |level: u8| (bound.qid.min_level..=bound.qid.max_level).contains(&level);
        let mut used = self.of_code.iter().filter(|named| !named.groups.is_empty());
        used.all(|named| named.groups.iter().any(|(level, _)| is_allowed(*level)))
    }

    /// Whether each label is of one level of the hierarchy of all values.
    pub fn are_of_one_level(&self) -> bool {
        self.of_code.iter().all(|named| named.groups.len() <= 1)
    }

    /// Whether each text stands for only one set of values in the hierarchy of all values.
    pub fn stand_for_one_group(&self, bound: &BoundAttribute) -> bool {
        let hierarchy = &bound.qid.hierarchy;
        let leaves = |&(level, group): &(u8, u32)| hierarchy.leaves(level.into(), group);
        let is_one = |named: &NamedLabel| {
            // Two groups of one level have no value in common, and groups are in the order of their
            // levels.
            if named.groups.windows(2).any(|pair| pair[0].0 == pair[1].0) {
                return false;
            }
            let mut leaves = named.groups.iter().map(leaves);
            leaves.next().is_none_or(|first| leaves.all(|other| other == first))
        };
        self.of_code.iter().all(is_one)
    }

    /// The codes of the input's column that are published if all of every label is.
    pub fn may_be_published(&self, bound: &BoundAttribute, input: &Column) -> Vec<bool> {
        let mut of_leaf = vec![false; bound.qid.hierarchy.values()];
        let leaves = self.of_code.iter().flat_map(|named| &named.values);
        leaves.for_each(|&leaf| of_leaf[leaf as usize] = true);
        (0..input.dictionary.len()).map(|code| of_leaf[bound.qid.leaf_of[code] as usize]).collect()
    }

    /// The lowest levels that the labels may have, of which `published` makes a hierarchy with all
    /// labels of the released column; the lowest of all where none has them all. Bounds of a group
    /// may be read as those of a smaller one, as long as it is not known whose values they are.
    pub fn published_levels<P>(
        &self,
        released: &Column,
        published: impl Fn(&[u8]) -> P,
        labels: impl Fn(&P) -> HashSet<String>,
    ) -> P {
        let mut left: Vec<VecDeque<u8>> = self.of_code.iter().map(levels_of).collect();
        let lowest = published(&first_levels(&left));
        if self.are_of_one_level() {
            return lowest;
        }
        let mut tried: Option<P> = None;
        loop {
            let there = labels(tried.as_ref().unwrap_or(&lowest));
            let codes = released.dictionary.iter().enumerate().filter(|(code, _)| !left[*code].is_empty());
            let missing: Vec<usize> =
                codes.filter(|(_, label)| !there.contains(*label)).map(|(code, _)| code).collect();
            if missing.is_empty() {
                return tried.unwrap_or(lowest);
            }
            for code in missing {
                left[code].pop_front();
                if left[code].is_empty() {
                    return lowest;
                }
            }
            tried = Some(published(&first_levels(&left)));
        }
    }

    /// The cells as groups of the hierarchy of all values, each of the lowest level it may have.
    pub fn measured<'a>(&self, bound: &'a BoundAttribute, released: &'a Column) -> Attribute<'a> {
        let label = |named: &NamedLabel| {
            let &(level, label) = named.groups.first()?;
            Some(ReleasedLabel { level: level.into(), label })
        };
        let label_of = self.of_code.iter().map(label).collect();
        Attribute::of_labels(bound.qid.weight, None, &bound.qid.hierarchy, &released.codes, label_of)
    }
}

/// The levels that a label may have, ascending.
fn levels_of(named: &NamedLabel) -> VecDeque<u8> {
    let mut levels: Vec<u8> = named.groups.iter().map(|(level, _)| *level).collect();
    levels.dedup();
    levels.into()
}

/// The first level of each label, ascending; the level of values where there is no label.
fn first_levels(left: &[VecDeque<u8>]) -> Vec<u8> {
    let mut levels: Vec<u8> = left.iter().filter_map(|levels| levels.front().copied()).collect();
    levels.sort_unstable();
    levels.dedup();
    if levels.is_empty() { vec![0] } else { levels }
}

//! A quasi-identifier of a release, read without knowing which records were published.

use super::matching::CommonColumn;
use incog_audit::{Attribute, ReleasedLabel};
use incog_data::{
    Column, Hierarchy, HierarchySpec, NamedGroups, NarrowCodes, Publish, PublishedValues, QuasiIdentifier,
    ReleasedLabels, Table,
};
use incog_disclosure::DisclosureError;
use incog_disclosure::hierarchy::ResolvedHierarchies;
use incog_disclosure::job::{ColumnJob, HierarchySource};
use incog_disclosure::published::{ShownValues, attribute, parents};
use std::collections::BTreeMap;

/// A quasi-identifier of the input.
pub(super) struct BoundAttribute {
    /// The column bound to the hierarchy made of the whole input.
    pub qid: QuasiIdentifier,
    /// Where that comes from.
    pub source: HierarchySource,
    /// Whether the job asks for that hierarchy.
    pub given: bool,
    /// How many people of the input have each code of the column.
    pub people: Vec<u64>,
    /// How many people have a value before it may name a group.
    pub least: u64,
}

impl BoundAttribute {
    /// Binds a column of the input to its hierarchy.
    pub fn new(
        wanted: &ColumnJob,
        settled: &ResolvedHierarchies,
        input: &Column,
        people: Vec<u64>,
        least: u64,
    ) -> Result<Self, DisclosureError> {
        let name = &input.name;
        // ResolvedHierarchies are all quasi-identifiers that the input has, and this is one of its
        // columns.
        let (hierarchy, source) = (settled.hierarchies[name].clone(), settled.sources[name].clone());
        let mut qid = QuasiIdentifier::new(input, hierarchy)?;
        let range = (wanted.min_level.unwrap_or(0), wanted.max_level.unwrap_or(qid.hierarchy.height()));
        qid = qid.with_level_range(range.0, range.1)?;
        qid.weight = wanted.weight;
        Ok(Self { qid, source, given: wanted.hierarchy.is_some(), people, least })
    }

    /// All values of the column, as if all were published.
    pub fn all_values<'c>(&self, input: &'c Column) -> PublishedValues<'c> {
        PublishedValues::new(input, self.people.iter().copied().map(Some).collect(), self.least)
    }

    /// Whether the cells are written as this level is when the records of their groups are
    /// published, as far as the cells tell which these are.
    fn is_written_as(
        &self,
        level: u8,
        groups: &CommonColumn,
        table: &Table,
        input: &Column,
        released: &Column,
    ) -> bool {
        let mut label_of = vec![None; groups.values()];
        let cells = groups.of_release().zip(&released.codes);
        cells.for_each(|(group, label)| label_of[group as usize] = Some(released.dictionary.get(label)));
        let labels: BTreeMap<u32, &str> = (0u32..)
            .zip(&input.codes)
            .filter_map(|(row, code)| Some((code, label_of[groups.of_input(row) as usize]?)))
            .collect();
        let shown = ShownValues {
            used: (0..input.dictionary.len() as u32).map(|code| labels.contains_key(&code)).collect(),
            people: self.people.clone(),
            least: self.least,
            parents: parents(&self.source, table, None),
            cells: None,
            whole: false,
        };
        let published = attribute(&self.qid, &self.source, self.given, &[level], input, &shown);
        let is_label = |(&code, label): (&u32, &&str)| {
            let leaf = published.hierarchy.find(input.dictionary.get(code));
            let level = published.level().map(usize::from);
            leaf.zip(level).is_some_and(|(leaf, level)| published.hierarchy.label(level, leaf) == *label)
        };
        labels.iter().all(is_label)
    }
}

/// A released quasi-identifier whose labels were read as groups of one level of its hierarchy.
pub(super) struct ReadLevel {
    /// The level in that hierarchy; where the labels can be of several levels, one that the job
    /// allows.
    pub level: u8,
    /// Whether the labels are those of this level alone.
    pub certain: bool,
    /// Both tables in common codes: the groups of the level.
    pub column: CommonColumn,
    /// The other readings: levels that the job allows and these may be labels of, each with its
    /// column. A level may have several, as bounds may lie around several groups.
    others: Vec<(u8, CommonColumn)>,
    /// How often another reading was taken.
    turns: usize,
}

impl ReadLevel {
    /// Whether these may be labels of this level.
    pub fn may_be(&self, level: u8) -> bool {
        self.level == level || self.others.iter().any(|&(other, _)| other == level)
    }

    /// Takes the next reading. False when that is the first one again.
    pub fn turn(&mut self) -> bool {
        if let Some((level, column)) = self.others.first_mut() {
            std::mem::swap(&mut self.level, level);
            std::mem::swap(&mut self.column, column);
            self.others.rotate_left(1);
        }
        self.turns = (self.turns + 1) % (self.others.len() + 1);
        self.turns > 0
    }

    /// The cells as groups of the level.
    pub fn measured<'a>(&'a self, bound: &'a BoundAttribute) -> Attribute<'a> {
        let level = usize::from(self.level);
        let labels = 0..bound.qid.hierarchy.labels(level).len() as u32;
        // The last code is that of what was not published.
        let label_of = labels.map(|label| Some(ReleasedLabel { level, label })).chain([None]).collect();
        let (weight, codes) = (bound.qid.weight, self.column.of_release().collect::<NarrowCodes>());
        Attribute::of_labels(weight, Some(level), &bound.qid.hierarchy, codes, label_of)
    }

    /// Whether there are others.
    pub fn can_turn(&self) -> bool {
        !self.others.is_empty()
    }

    /// How often another reading was taken since the first.
    pub fn turns(&self) -> usize {
        self.turns
    }

    /// Takes the reading that so many turns lead to.
    pub fn turn_to(&mut self, turns: usize) {
        while self.turns != turns {
            self.turn();
        }
    }
}

/// The hierarchy in which a report counts levels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum LevelHierarchy {
    /// That of the whole input, whose labels the release has, as nothing was suppressed.
    Everything,
    /// That of the whole input, of which the release shows what is published: an internal report.
    OfWhole,
    /// That of the published values.
    OfPublished,
}

/// Why a quasi-identifier cannot be read.
pub(super) enum Unread {
    /// The report has no level for it, or one that its hierarchy does not have.
    NoLevel,
    /// Some cells are no labels of that level.
    NotOfLevel,
}

/// A quasi-identifier in the input and in the release.
pub(super) struct BoundColumn<'a> {
    pub bound: &'a BoundAttribute,
    pub input: &'a Table,
    /// The column of the input.
    pub original: &'a Column,
    pub records: &'a Table,
    /// The column of the release.
    pub released: &'a Column,
}

/// What a report says of the level of a quasi-identifier.
pub(super) struct LevelClaim {
    pub level: Option<u8>,
    pub hierarchy: LevelHierarchy,
    /// The number of noisy records in the release.
    pub invented: u64,
}

/// Reads a released column as groups of the level that the report claims.
pub(super) fn read_level(column: &BoundColumn<'_>, claim: &LevelClaim) -> Result<ReadLevel, Unread> {
    let BoundColumn { bound, input: table, original: input, released, .. } = *column;
    let LevelClaim { level: claimed, hierarchy: told, invented } = *claim;
    let BoundAttribute { qid, source, given, .. } = bound;
    let claimed = claimed.ok_or(Unread::NoLevel)?;
    let height = qid.hierarchy.height() as u8;
    if claimed > height {
        return Err(Unread::NoLevel);
    }
    let used = released.used();
    let labels: Vec<&str> =
        released.dictionary.iter().zip(&used).filter(|(_, used)| **used).map(|(label, _)| label).collect();
    let rows: Vec<u64> = released.counts().into_iter().filter(|rows| *rows > 0).collect();
    let at = |level: u8| match (told, source) {
        (LevelHierarchy::Everything, HierarchySource::Made(spec)) => {
            let all = bound.all_values(input);
            let named = spec.named_groups_of_all(&qid.hierarchy, &all, level.into(), &labels);
            named.into_iter().collect()
        }
        (LevelHierarchy::Everything, _) => plain(&qid.hierarchy, level, &labels).into_iter().collect(),
        _ => {
            let labels = ReleasedLabels { labels: &labels, rows: &rows, invented, least: bound.least };
            named(source, &qid.hierarchy, input, level, &labels)
        }
    };
    let is_claimed = |level: u8, named: &NamedGroups| match named.published_level {
        // The report tells the lowest level with these labels.
        _ if !given => claimed <= u8::from(level > 0),
        Some(found) => claimed <= found,
        None => true,
    };
    let mut found: Vec<(u8, NamedGroups)> = match told {
        LevelHierarchy::Everything | LevelHierarchy::OfWhole => {
            at(claimed).into_iter().map(|named| (claimed, named)).collect()
        }
        LevelHierarchy::OfPublished => (0..=height)
            .flat_map(|level| at(level).into_iter().map(move |named| (level, named)))
            .filter(|(level, named)| is_claimed(*level, named))
            .collect(),
    };
    // A value may look like the root; labels that all look like it are the root's, unless groups
    // below it look like it, too, as the middles of open intervals do.
    let root = qid.hierarchy.labels(height.into()).get(0);
    let reads_as_root = claimed > 0 && labels.iter().all(|label| *label == root);
    let has_such_groups = found.iter().any(|(level, _)| has_group_like_root(&qid.hierarchy, *level));
    if reads_as_root && !has_such_groups && found.last().is_some_and(|(level, _)| *level == height) {
        found.drain(..found.len() - 1);
    }
    // The report tells the root of them, but records may have competed for their places at the
    // level of such a value.
    let may_be_a_value = || reads_as_root && (0..height).any(|level| !at(level).is_empty());
    let is_one_level = found.first().map(|(level, _)| level) == found.last().map(|(level, _)| level);
    let is_one_way = found.len() == 1 || !has_middles(source);
    let certain =
        is_one_level && is_one_way && (matches!(told, LevelHierarchy::Everything) || !may_be_a_value());
    let is_allowed = |level: u8| (qid.min_level..=qid.max_level).contains(&level);
    match found.iter().any(|(level, _)| is_allowed(*level)) {
        true => found.retain(|(level, _)| is_allowed(*level)),
        false => found.truncate(1),
    }
    let in_common = |(level, named): (u8, NamedGroups)| {
        let mut groups = named.group_of_label.into_iter();
        let of_release: Vec<u32> =
            used.iter().map(|used| if *used { groups.next().unwrap_or(0) } else { 0 }).collect();
        let count = qid.hierarchy.labels(level.into()).len();
        // Behind the groups one of its own for what was not published, which no row of the release
        // is in.
        let group = |code: u32| match named.not_published.binary_search(&qid.leaf_of[code as usize]) {
            Ok(_) => count as u32,
            Err(_) => qid.label_code(level, code),
        };
        let of_input = input.codes.iter().map(group).collect();
        (level, CommonColumn::grouped(of_input, count + 1, released, &of_release))
    };
    let mut others: Vec<(u8, CommonColumn)> = found.into_iter().map(in_common).collect();
    // Labels may read as those of a level at which they would be written in another way.
    if others.len() > 1 {
        others.sort_by_cached_key(|(level, groups)| {
            !bound.is_written_as(*level, groups, table, input, released)
        });
    }
    if others.is_empty() {
        return Err(Unread::NotOfLevel);
    }
    let (level, column) = others.remove(0);
    Ok(ReadLevel { level, certain, column, others, turns: 0 })
}

/// Whether labels are middles of bounds that follow from who is published.
fn has_middles(source: &HierarchySource) -> bool {
    const MIDPOINT: Publish = Publish::Midpoint;
    match source {
        HierarchySource::Made(HierarchySpec::Ranges(ranges)) => ranges.publish == MIDPOINT,
        HierarchySource::Made(HierarchySpec::Intervals(intervals)) => intervals.publish == MIDPOINT,
        _ => false,
    }
}

/// Whether a level below the root has a group that is written like the root, of values that are
/// not.
fn has_group_like_root(hierarchy: &Hierarchy, level: u8) -> bool {
    let (root, level) = (hierarchy.root_label(), usize::from(level));
    let is_like_root = |leaf| hierarchy.label(level, leaf) == root && hierarchy.label(0, leaf) != root;
    level < hierarchy.height() && (0..hierarchy.values() as u32).any(is_like_root)
}

fn named(
    source: &HierarchySource,
    hierarchy: &Hierarchy,
    input: &Column,
    level: u8,
    released: &ReleasedLabels<'_>,
) -> Vec<NamedGroups> {
    match source {
        HierarchySource::Made(spec) => spec.named_groups(hierarchy, input, level.into(), released),
        HierarchySource::Tree(_) | HierarchySource::File(_) => {
            plain(hierarchy, level, released.labels).into_iter().collect()
        }
    }
}

/// Labels as a level of the hierarchy has them.
fn plain(hierarchy: &Hierarchy, level: u8, labels: &[&str]) -> Option<NamedGroups> {
    let known = hierarchy.labels(level.into()).iter().zip(0..);
    let code_of: std::collections::HashMap<&str, u32> = known.collect();
    let group_of_label = labels.iter().map(|label| code_of.get(label).copied()).collect::<Option<_>>()?;
    Some(NamedGroups { group_of_label, published_level: Some(level), ..NamedGroups::default() })
}

//! A quasi-identifier as a release shows it.

use crate::job::HierarchySource;
use crate::job::Terms;
use crate::published::declared_hierarchy::{looks_like_the_root, of_tree, with_shown_domain};
use crate::report::{LevelShare, PublicAttribute, RecodingKind};
use incog_audit::{Attribute, criteria, required_k};
use incog_data::{
    Column, CountedTable, Hierarchy, HierarchySpec, PublishedHierarchy, PublishedValues, QuasiIdentifier,
    RecordCounts, Table,
};
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

/// A quasi-identifier whose labels, levels and domain are made from published values, or are
/// stated.
pub struct PublishedAttribute {
    /// Its name.
    pub name: String,
    /// The hierarchy of the published values; all of it when it is stated.
    pub hierarchy: Arc<Hierarchy>,
    /// The levels of the plan that published records have, ascending, each with the level of
    /// `hierarchy` that shows it.
    pub levels: Vec<(u8, u8)>,
    /// Whether the hierarchy is shown as it was made, of all values.
    pub as_made: bool,
    /// Whether the hierarchy is derived from no record: a file, a tree, an order of values.
    pub stated: bool,
    /// Importance in the utility.
    pub weight: f64,
}

impl PublishedAttribute {
    /// The released column, as it is measured.
    pub fn measured<'a>(&'a self, recoding: RecodingKind, released: &'a Column) -> Attribute<'a> {
        match (recoding, self.level()) {
            (RecodingKind::Microaggregation, _) => {
                Attribute::aggregated(self.weight, &self.hierarchy, released)
            }
            (RecodingKind::Global, Some(level)) => {
                Attribute::new(self.weight, level.into(), &self.hierarchy, released)
            }
            _ => Attribute::by_label(self.weight, &self.hierarchy, released),
        }
    }

    /// The released column, as a public report describes it.
    pub fn told(
        &self,
        recoding: RecodingKind,
        released: &Column,
        counts: RecordCounts<'_>,
    ) -> PublicAttribute {
        let records = || self.measured(recoding, released).with_counts(counts).records_by_level().into_iter();
        let share = |(level, records): (usize, u64)| LevelShare { level: level as u8, records };
        PublicAttribute {
            level: self.level().filter(|_| recoding == RecodingKind::Global),
            by_level: if recoding == RecodingKind::Local {
                records().map(share).collect()
            } else {
                Vec::new()
            },
            levels: (recoding != RecodingKind::Microaggregation).then(|| self.hierarchy.height() as u32 + 1),
            stated: self.stated,
        }
    }

    /// The level of `hierarchy` at which all published records have it; `None` when they have
    /// several.
    pub fn level(&self) -> Option<u8> {
        match self.levels.as_slice() {
            [(_, shown)] => Some(*shown),
            _ => None,
        }
    }
}

/// Whether a public report may tell that this is how a hierarchy was made where the job gives none.
/// An order of words is a list, which it withholds of every job; to say that there is one would
/// only ask for a job that has it.
pub fn tells_how_made(source: &HierarchySource) -> bool {
    !source.is_stated()
}

/// What is published of a column.
pub struct ShownValues {
    /// Which of its codes.
    pub used: Vec<bool>,
    /// How many published people have each of them.
    pub people: Vec<u64>,
    /// How many people have a value before it may name a group.
    pub least: u64,
    /// The values of the columns above it that published rows have, where its hierarchy is made of
    /// other columns.
    pub parents: Option<HashSet<String>>,
    /// Its cells, where each is a label of any level.
    pub cells: Option<HashSet<String>>,
    /// Whether no record is suppressed of those that the hierarchies were made from: then there is
    /// no record about which a hierarchy could reveal anything, except of values that are all
    /// released as `*`: one that the job does not give would tell their spread.
    pub whole: bool,
}

impl ShownValues {
    fn values<'c>(&self, column: &'c Column) -> PublishedValues<'c> {
        let people = self.used.iter().zip(&self.people).map(|(used, people)| used.then_some(*people));
        PublishedValues::new(column, people.collect(), self.least)
    }
}

/// How many people have a value before it may name a group: as many as a model asks for, and always
/// more than one.
pub fn least_people(terms: &Terms, original: CountedTable<'_>) -> u64 {
    required_k(&criteria(&terms.demand(original.table()), original)).max(2)
}

/// How many people have each value of a column in these rows: those that `unit` names, all who are
/// missing there as one, or the records.
pub fn people_by_code(
    column: &Column,
    unit: Option<&Column>,
    counts: RecordCounts<'_>,
    rows: &[u32],
) -> Vec<u64> {
    let mut people = vec![0; column.dictionary.len()];
    let Some(unit) = unit else {
        let records = rows.iter().map(|&row| (column.codes.at(row as usize), counts.at(row as usize)));
        records.for_each(|(code, records)| people[code as usize] += records);
        return people;
    };
    let person = |row: u32| unit.one_missing(unit.codes.at(row as usize));
    let pairs: HashSet<(u32, u32)> =
        rows.iter().map(|&row: &u32| (column.codes.at(row as usize), person(row))).collect();
    pairs.into_iter().for_each(|(code, _)| people[code as usize] += 1);
    people
}

/// The values that published rows have in the columns a hierarchy is made of; of all rows when it
/// is not known which are.
pub fn parents(source: &HierarchySource, table: &Table, rows: Option<&[u32]>) -> Option<HashSet<String>> {
    let HierarchySource::Made(HierarchySpec::Columns(above)) = source else { return None };
    let columns = above.columns.iter().filter_map(|name| table.column(name));
    let values = columns.flat_map(|column| {
        let used = rows.map_or_else(|| vec![true; column.dictionary.len()], |rows| used_codes(column, rows));
        let values = column.dictionary.iter().zip(used).filter(|(_, used)| *used);
        values.map(|(value, _)| value.to_owned()).collect::<Vec<_>>()
    });
    Some(values.collect())
}

/// A quasi-identifier of which `shown` is published at `levels`, ascending. `given` says whether
/// the job states its hierarchy.
pub fn attribute(
    qid: &QuasiIdentifier,
    source: &HierarchySource,
    given: bool,
    levels: &[u8],
    column: &Column,
    shown: &ShownValues,
) -> PublishedAttribute {
    let is_published = |code: u32| shown.used[code as usize];
    let of_root = [qid.hierarchy.height() as u8];
    let decided = levels;
    let is_root = given && source.is_stated() && looks_like_the_root(qid, levels, &shown.used);
    let levels = if is_root { &of_root } else { levels };
    // Not all cells are the root.
    let show_values = levels.iter().any(|&level| usize::from(level) < qid.hierarchy.height());
    let as_made = shown.whole && (given || tells_how_made(source) && show_values);
    let (stated, published) = match source {
        _ if as_made => (source.is_stated(), Some((with_names(source, qid, column, shown), levels.to_vec()))),
        HierarchySource::File(_) => {
            let lowest = |&level: &u8| {
                PublishedHierarchy::stated_level(&qid.hierarchy, column, level.into(), is_published)
            };
            (true, Some((qid.hierarchy.clone(), levels.iter().map(lowest).collect())))
        }
        HierarchySource::Tree(tree) => (true, shared(publish_tree(tree, qid, levels, column, shown))),
        HierarchySource::Made(spec) => {
            (given && spec.is_stated(), shared(publish(spec, given, qid, levels, column, shown)))
        }
    };
    // Where nothing is published there is nothing to reveal.
    let (hierarchy, shown_at) = published.unwrap_or_else(|| (qid.hierarchy.clone(), vec![0; levels.len()]));
    let hierarchy = match given {
        true => with_shown_domain(hierarchy, source, column, &wide(&shown_at), shown.cells.as_ref()),
        false => hierarchy,
    };
    PublishedAttribute {
        name: qid.name.clone(),
        hierarchy,
        levels: decided.iter().copied().zip(shown_at).collect(),
        as_made,
        stated,
        weight: qid.weight,
    }
}

/// A hierarchy of which all values are published, with names for groups that have none of their
/// own.
fn with_names(
    source: &HierarchySource,
    qid: &QuasiIdentifier,
    column: &Column,
    shown: &ShownValues,
) -> Arc<Hierarchy> {
    let named = match source {
        HierarchySource::Made(spec) => spec.with_names(&qid.hierarchy, &shown.values(column)),
        HierarchySource::File(_) | HierarchySource::Tree(_) => None,
    };
    named.map_or_else(|| qid.hierarchy.clone(), Arc::new)
}

fn shared(published: Option<PublishedHierarchy>) -> Option<(Arc<Hierarchy>, Vec<u8>)> {
    published.map(|published| (Arc::new(published.hierarchy), published.levels))
}

fn publish_tree(
    tree: &BTreeMap<String, String>,
    qid: &QuasiIdentifier,
    levels: &[u8],
    column: &Column,
    shown: &ShownValues,
) -> Option<PublishedHierarchy> {
    of_tree(tree)?.publish(&qid.hierarchy, &wide(levels), &shown.values(column))
}

fn publish(
    spec: &HierarchySpec,
    given: bool,
    qid: &QuasiIdentifier,
    levels: &[u8],
    column: &Column,
    shown: &ShownValues,
) -> Option<PublishedHierarchy> {
    let (made, levels) = (&qid.hierarchy, wide(levels));
    let values = shown.values(column);
    if !given {
        return spec.publish_levels(made, &levels, &values);
    }
    // What is above a value may be known from suppressed rows alone.
    let is_told = |level: usize, code: u32| {
        let (value, label) = (column.dictionary.get(code), qid.label(level as u8, code));
        shown.parents.as_ref().is_none_or(|parents| parents.contains(label)) || label == value
    };
    let published: Vec<u32> = (0..column.dictionary.len() as u32).filter(|&code| values.has(code)).collect();
    let mut below_root = levels.iter().filter(|&&level| level < made.height());
    if below_root.any(|&level| !published.iter().all(|&code| is_told(level, code))) {
        return spec.publish_bounds(made, &levels, &values);
    }
    spec.publish(made, &levels, &values)
}

fn wide(levels: &[u8]) -> Vec<usize> {
    levels.iter().map(|&level| level.into()).collect()
}

/// Which codes of a column the rows have.
pub fn used_codes(column: &Column, rows: &[u32]) -> Vec<bool> {
    let mut used = vec![false; column.dictionary.len()];
    rows.iter().for_each(|&row| used[column.codes.at(row as usize) as usize] = true);
    used
}

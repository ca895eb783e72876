//! A quasi-identifier of a release, read without knowing which records were published.

use super::matching::CommonColumn;
use crate::IncogError;
use crate::job::{ColumnJob, HierarchySource};
use crate::report::Audience;
use incog_data::{Column, Hierarchy, NamedGroups, QuasiIdentifier};
use std::sync::Arc;

/// A released quasi-identifier whose labels were read as groups of its hierarchy.
pub(super) struct ReadAttribute {
    /// The column bound to the hierarchy made of the whole input.
    pub qid: QuasiIdentifier,
    /// Where that comes from.
    pub source: HierarchySource,
    /// The level in that hierarchy.
    pub level: u8,
    /// Both tables in common codes: the groups of the level.
    pub column: CommonColumn,
}

/// Why a quasi-identifier cannot be read.
pub(super) enum Unread {
    /// The report has no level for it, or one that its hierarchy has not.
    NoLevel,
    /// Some cells are no labels of that level.
    NotOfLevel,
}

/// Reads a released column as groups of the level that the report claims: a level of the published hierarchy in a public report, of
/// the whole one in an internal report.
pub(super) fn read_attribute(
    wanted: &ColumnJob,
    source: HierarchySource,
    hierarchy: Arc<Hierarchy>,
    (input, released): (&Column, &Column),
    claimed: Option<u8>,
    audience: Audience,
) -> Result<Result<ReadAttribute, Unread>, IncogError> {
    let mut qid = QuasiIdentifier::new(input, hierarchy)?;
    let range = (wanted.min_level.unwrap_or(0), wanted.max_level.unwrap_or(qid.hierarchy.height()));
    qid = qid.with_level_range(range.0, range.1)?;
    qid.weight = wanted.weight;
    let Some(claimed) = claimed else { return Ok(Err(Unread::NoLevel)) };
    let height = qid.hierarchy.height() as u8;
    if claimed > height {
        return Ok(Err(Unread::NoLevel));
    }
    let mut used = vec![false; released.dictionary.len()];
    released.codes.iter().for_each(|&code| used[code as usize] = true);
    let labels: Vec<&str> = released.dictionary.iter().zip(&used).filter(|(_, used)| **used).map(|(label, _)| label).collect();
    let at = |level: u8| named(&source, &qid.hierarchy, input, level, &labels);
    let is_claimed = |level: u8, named: &NamedGroups| match named.published_level {
        Some(found) => found == claimed,
        None => level == claimed || level == height,
    };
    let found = match audience {
        Audience::Internal => at(claimed).map(|named| (claimed, named)),
        Audience::Public => (0..=height).find_map(|level| {
            at(level).filter(|named| is_claimed(level, named)).map(|named| (level, named))
        }),
    };
    let Some((level, named)) = found else { return Ok(Err(Unread::NotOfLevel)) };
    let mut groups = named.group_of_label.into_iter();
    let of_release: Vec<u32> = used.iter().map(|used| if *used { groups.next().unwrap_or(0) } else { 0 }).collect();
    let of_input = input.codes.iter().map(|&code| qid.label_code(level, code)).collect();
    let count = qid.hierarchy.labels(level.into()).len();
    let column = CommonColumn::grouped(of_input, count, released, &of_release);
    Ok(Ok(ReadAttribute { qid, source, level, column }))
}

fn named(
    source: &HierarchySource,
    hierarchy: &Hierarchy,
    input: &Column,
    level: u8,
    labels: &[&str],
) -> Option<NamedGroups> {
    let level = usize::from(level);
    match source {
        HierarchySource::Made(spec) => spec.named_groups(hierarchy, input, level, labels),
        HierarchySource::File(_) | HierarchySource::Tree(_) => {
            let code_of: std::collections::HashMap<&str, u32> = hierarchy.labels(level).iter().zip(0..).collect();
            let group_of_label = labels.iter().map(|label| code_of.get(label).copied()).collect::<Option<_>>()?;
            Some(NamedGroups { group_of_label, published_level: Some(level as u8) })
        }
    }
}

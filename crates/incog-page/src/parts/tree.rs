//! A hierarchy as a tree.

use incog::drawings::grouped;
use incog_data::QuasiIdentifier;
use serde::Serialize;
use std::collections::BTreeMap;

/// Most branches of a node that are drawn.
const MOST_BRANCHES: usize = 24;

/// A label with what it stands for.
#[derive(Serialize)]
pub struct TreeRow {
    label: String,
    level: usize,
    /// Whether it may have another name.
    named: bool,
    /// Whether there is a group above that is not the root.
    moved: bool,
    records: String,
    open: bool,
    below: Vec<TreeRow>,
    more: usize,
}

/// The tree of a hierarchy from its root down, with the records of each label. Labels that are the
/// same from one level to the next are drawn once.
pub fn tree(qid: &QuasiIdentifier, counts: &[u64]) -> Vec<TreeRow> {
    let all: Vec<(u32, u64)> = (0u32..).zip(counts.iter().copied()).filter(|(_, count)| *count > 0).collect();
    below(qid, qid.hierarchy.height(), &all).0
}

/// The nodes of the labels that these codes have at a level, and how many are not drawn.
fn below(qid: &QuasiIdentifier, level: usize, codes: &[(u32, u64)]) -> (Vec<TreeRow>, usize) {
    let mut by_label: BTreeMap<u32, Vec<(u32, u64)>> = BTreeMap::new();
    for &(code, count) in codes {
        by_label.entry(qid.label_code(level as u8, code)).or_default().push((code, count));
    }
    let more = by_label.len().saturating_sub(MOST_BRANCHES);
    let drawn = by_label.values().take(MOST_BRANCHES).map(|codes| node(qid, level, codes));
    (drawn.collect(), more)
}

fn node(qid: &QuasiIdentifier, level: usize, codes: &[(u32, u64)]) -> TreeRow {
    let label = codes.first().map_or(String::new(), |(code, _)| qid.label(level as u8, *code).to_owned());
    let records = codes.iter().map(|(_, count)| count).sum();
    let (below, more) = match level.checked_sub(1) {
        None => (Vec::new(), 0),
        Some(lower) => {
            let (rows, more) = below(qid, lower, codes);
            unless_same(&label, rows, more)
        }
    };
    let height = qid.hierarchy.height();
    let open = level == height;
    let (named, moved) = (0 < level && level < height, level + 1 < height);
    TreeRow { label, level, named, moved, records: grouped(records), open, below, more }
}

/// What stands below, without a single branch of the same label.
fn unless_same(label: &str, mut rows: Vec<TreeRow>, more: usize) -> (Vec<TreeRow>, usize) {
    match rows.as_mut_slice() {
        [only] if only.label == label => (std::mem::take(&mut only.below), only.more),
        _ => (rows, more),
    }
}

/// The labels of each level but the lowest and the root, in which a label one level below can go.
pub fn groups(qid: &QuasiIdentifier) -> Vec<Vec<String>> {
    let labels = |level: usize| qid.hierarchy.labels(level).iter().map(str::to_owned).collect();
    (0..qid.hierarchy.height()).map(|level| if level == 0 { Vec::new() } else { labels(level) }).collect()
}

//! Hierarchies: for each value its labels at level 0 (the value), 1, ... up to one root.

use crate::Refused;
use crate::heap::*;
use crate::reading::order::sort;
use crate::reading::table::{CodedColumn, split};
use crate::trees::intervals::{self, IntervalRule};
use crate::trees::rule::HierarchyRule;

/// A hierarchy that nests: values with one label have one label at every level above.
#[derive(Debug, Clone)]
pub(crate) struct LabelTree {
    /// The values it knows.
    pub values: Vec<String>,
    /// By level and value: the number of the label.
    pub labels: Vec<Vec<usize>>,
    /// By level and number of the label: its text.
    pub texts: Vec<Vec<String>>,
    /// By level and number of the label: how many values it stands for.
    pub leaves: Vec<Vec<usize>>,
}

fn broken(column: &str) -> Refused {
    Refused::Hierarchy { column: column.to_owned() }
}

impl LabelTree {
    /// Each row has a value, and behind it its labels from level 1 to the root.
    pub fn new(column: &str, rows: &BTreeMap<String, Vec<String>>) -> Result<Self, Refused> {
        let height = rows.values().next().map_or(0, Vec::len);
        if height == 0 || rows.values().any(|labels| labels.len() != height) {
            return Err(broken(column));
        }
        let values: Vec<String> = rows.keys().cloned().collect();
        let mut made = Self { values, labels: vec![], texts: vec![], leaves: vec![] };
        for level in 0..=height {
            let (mut places, mut texts, mut leaves, mut labels) = (BTreeMap::new(), vec![], vec![], vec![]);
            for (value, row) in rows {
                let text = if level == 0 { value } else { &row[level - 1] };
                let next = texts.len();
                let label = *places.entry(text).or_insert(next);
                if label == next {
                    texts.push(text.clone());
                    leaves.push(0);
                }
                leaves[label] += 1;
                labels.push(label);
            }
            let below = made.labels.last().into_iter().flatten();
            let edges: BTreeSet<_> = below.zip(&labels).collect();
            if level > 0 && edges.len() != made.texts[level - 1].len() {
                return Err(broken(column));
            }
            made.labels.push(labels);
            made.texts.push(texts);
            made.leaves.push(leaves);
        }
        if made.texts[height].len() == 1 { Ok(made) } else { Err(broken(column)) }
    }

    /// The highest level.
    pub fn height(&self) -> usize {
        self.labels.len() - 1
    }

    /// A hierarchy file: one row a value, one column a level. A first row whose last label no other
    /// row has is a header.
    pub fn from_file(column: &str, bytes: &[u8]) -> Result<Self, Refused> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = core::str::from_utf8(bytes).map_err(|_| broken(column))?;
        let counts =
            [',', '\t', ';'].map(|mark| (text.lines().filter(|line| line.contains(mark)).count(), mark));
        let delimiter = counts.into_iter().max_by_key(|(lines, _)| *lines).map_or(';', |(_, mark)| mark);
        let mut lines = split(text, delimiter, '"');
        let roots: BTreeSet<_> = lines.iter().skip(1).map(|row| row.last().cloned()).collect();
        if roots.len() == 1 && lines.first().is_some_and(|first| !roots.contains(&first.last().cloned())) {
            lines.remove(0);
        }
        let mut rows = BTreeMap::new();
        for line in lines {
            let (value, labels) = line.split_first().ok_or_else(|| broken(column))?;
            let labels = labels.to_vec();
            let before = rows.insert(value.clone(), labels.clone());
            if before.is_some_and(|before| before != labels) {
                return Err(broken(column));
            }
        }
        Self::new(column, &rows)
    }

    /// The hierarchy that a rule of a job makes of the values of a column.
    pub fn build(rule: &HierarchyRule, column: &CodedColumn) -> Result<Self, Refused> {
        let missing = column.missing.and_then(|code| column.values.get(code));
        let mut present: Vec<String> =
            column.values.iter().filter(|value| Some(*value) != missing).cloned().collect();
        let is_ordered = sort(&mut present);
        let between: Option<Vec<Vec<String>>> = match rule {
            HierarchyRule::Flat => Some(present.iter().map(|_| vec![]).collect()),
            HierarchyRule::Mask { is_right, mark, keep } => {
                Some(masks(&present, *is_right, *mark, keep.as_ref()))
            }
            HierarchyRule::Intervals(rule) => intervals::labels(rule, &present),
            HierarchyRule::Ranges { levels, is_interval } => {
                let rule = IntervalRule::doubling(*levels, &present, *is_interval);
                rule.and_then(|rule| intervals::labels(&rule, &present))
            }
            HierarchyRule::Fanout(fanout) => is_ordered.then(|| neighbours(&present, *fanout)),
            HierarchyRule::Elsewhere => None,
        };
        let between = between.ok_or_else(|| Refused::NeedsHierarchy { column: column.name.clone() })?;
        let levels = between.first().map_or(0, Vec::len);
        fn with_root(labels: Vec<String>) -> Vec<String> {
            labels.into_iter().chain([String::from("*")]).collect()
        }
        let mut rows: BTreeMap<String, Vec<String>> =
            present.into_iter().zip(between.into_iter().map(with_root)).collect();
        if let Some(missing) = missing {
            rows.insert(missing.clone(), with_root(vec![missing.clone(); levels]));
        }
        Self::new(&column.name, &rows)
    }
}

/// The first characters of each value (the last ones, unless `is_right`), and marks.
fn masks(values: &[String], is_right: bool, mark: char, keep: Option<&Vec<usize>>) -> Vec<Vec<String>> {
    let length = values.iter().map(|value| value.chars().count()).max().unwrap_or(0);
    let usual: Vec<usize> = (1..length).rev().collect();
    let keep = keep.unwrap_or(&usual);
    let mut found = vec![];
    for value in values {
        let all = value.chars().count();
        let of_value = keep.iter().map(|&kept| {
            let marks = mark.to_string().repeat(length.saturating_sub(kept.min(all)));
            let skipped = if is_right { 0 } else { all.saturating_sub(kept) };
            let shown: String = value.chars().skip(skipped).take(kept).collect();
            if is_right { shown + &marks } else { marks + &shown }
        });
        found.push(of_value.collect());
    }
    found
}

/// Groups of `fanout`, `fanout^2`, ... neighbours, named by their first and last.
fn neighbours(values: &[String], fanout: usize) -> Vec<Vec<String>> {
    let powers = core::iter::successors(Some(fanout), |size| size.checked_mul(fanout));
    let sizes: Vec<usize> = powers.take_while(|size| fanout > 1 && *size < values.len()).collect();
    let mut found = vec![];
    for at in 0..values.len() {
        let of_value = sizes.iter().map(|&size| {
            let first = at / size * size;
            let last = (first + size - 1).min(values.len() - 1);
            if first == last { values[first].clone() } else { format!("{}..{}", values[first], values[last]) }
        });
        found.push(of_value.collect());
    }
    found
}

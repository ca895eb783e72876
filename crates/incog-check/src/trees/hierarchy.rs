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

impl LabelTree {
    /// Each row has a value, and behind it its labels from level 1 to the root.
    pub fn new(column: &str, rows: &BTreeMap<String, Vec<String>>) -> Result<Self, Refused> {
        let broken = || Refused::Hierarchy { column: column.to_owned() };
        let height = rows.values().next().map_or(0, Vec::len);
        if height == 0 || rows.values().any(|labels| labels.len() != height) {
            return Err(broken());
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
            let edges = made
                .labels
                .last()
                .map_or(0, |below: &Vec<usize>| below.iter().zip(&labels).collect::<BTreeSet<_>>().len());
            if level > 0 && edges != made.texts[level - 1].len() {
                return Err(broken());
            }
            made.labels.push(labels);
            made.texts.push(texts);
            made.leaves.push(leaves);
        }
        if made.texts[height].len() == 1 { Ok(made) } else { Err(broken()) }
    }

    /// The highest level.
    pub fn height(&self) -> usize {
        self.labels.len() - 1
    }

    /// A hierarchy file: one row a value, one column a level. A first row whose last label no other
    /// row has is a header.
    pub fn from_file(column: &str, bytes: &[u8]) -> Result<Self, Refused> {
        let broken = || Refused::Hierarchy { column: column.to_owned() };
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let text = core::str::from_utf8(bytes).map_err(|_| broken())?;
        let lines_with = |mark: char| text.lines().filter(|line| line.contains(mark)).count();
        let mut delimiter = ';';
        for mark in ['\t', ','] {
            if lines_with(mark) > lines_with(delimiter) {
                delimiter = mark;
            }
        }
        let mut lines = split(text, delimiter, '"');
        let root = |row: &Vec<String>| row.last().cloned();
        let roots: BTreeSet<_> = lines.iter().skip(1).map(root).collect();
        if roots.len() == 1 && lines.first().is_some_and(|first| !roots.contains(&root(first))) {
            lines.remove(0);
        }
        let mut rows = BTreeMap::new();
        for line in lines {
            let (value, labels) = line.split_first().ok_or_else(broken)?;
            let labels = labels.to_vec();
            let before = rows.insert(value.clone(), labels.clone());
            if before.is_some_and(|before| before != labels) {
                return Err(broken());
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
        let with_root = |labels: Vec<String>| labels.into_iter().chain([String::from("*")]).collect();
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
    let one = |value: &String, kept: usize| {
        let all = value.chars().count();
        let marks = || mark.to_string().repeat(length.saturating_sub(kept.min(all)));
        match is_right {
            true => value.chars().take(kept).collect::<String>() + &marks(),
            false => marks() + &value.chars().skip(all.saturating_sub(kept)).collect::<String>(),
        }
    };
    values.iter().map(|value| keep.iter().map(|&kept| one(value, kept)).collect()).collect()
}

/// Groups of `fanout`, `fanout^2`, ... neighbours, named by their first and last.
fn neighbours(values: &[String], fanout: usize) -> Vec<Vec<String>> {
    let powers = core::iter::successors(Some(fanout), |size| size.checked_mul(fanout));
    let sizes: Vec<usize> = powers.take_while(|size| fanout > 1 && *size < values.len()).collect();
    let label = |at: usize, size: usize| {
        let first = at / size * size;
        let last = (first + size - 1).min(values.len() - 1);
        if first == last { values[first].clone() } else { format!("{}..{}", values[first], values[last]) }
    };
    (0..values.len()).map(|at| sizes.iter().map(|&size| label(at, size)).collect()).collect()
}

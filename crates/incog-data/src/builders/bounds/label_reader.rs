//! Which groups of a hierarchy names by bounds stand for, without knowing which values are
//! published.

mod middle_groups;

use super::assignment::Assignment;
use super::label_text::{UNBOUNDED, without_ordinal};
use super::{GroupNames, PublishedValues};
use crate::builders::order::NaturalOrder;
use crate::builders::{Publish, ReleasedLabels};
use crate::{Column, Hierarchy};
use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

/// Reads names by bounds as groups of a hierarchy of a column.
pub(in super::super) struct LabelReader<'a> {
    made: &'a Hierarchy,
    publish: Publish,
    order: NaturalOrder,
    missing: HashMap<&'a str, u32>,
    /// Rows of the input that have each leaf.
    rows: Vec<u64>,
    /// Leaves by size, by their characters, and as bands, as far as they are any of these.
    by_number: Vec<(f64, u32)>,
    by_text: Vec<(&'a str, u32)>,
    by_band: Vec<(&'a str, u32)>,
    names: GroupNames<'a>,
}

/// A label as two texts and an ordinal.
struct Parts<'l> {
    lower: &'l str,
    upper: &'l str,
    ordinal: u64,
}

impl<'a> LabelReader<'a> {
    /// For the hierarchy that was made of the values of `column` and perhaps of others.
    pub fn new(made: &'a Hierarchy, column: &'a Column, publish: Publish, least: u64) -> Self {
        let counts = column.counts();
        let mut rows = vec![0; made.values()];
        let codes = column.dictionary.iter().zip(&counts);
        codes.filter_map(|(text, count)| Some((made.find(text)?, count))).for_each(|(leaf, count)| {
            rows[leaf as usize] += count;
        });
        let missing = column.missing.iter().map(|&code| column.dictionary.get(code));
        let missing: HashMap<&str, u32> = missing.filter_map(|text| Some((text, made.find(text)?))).collect();
        let leaves: Vec<(&str, u32)> =
            made.labels(0).iter().zip(0..).filter(|(text, _)| !missing.contains_key(text)).collect();
        let texts: Vec<&str> = leaves.iter().map(|(text, _)| *text).collect();
        let number = |&(text, leaf): &(&str, u32)| Some((text.trim().parse::<f64>().ok()?, leaf));
        let mut by_number: Vec<(f64, u32)> = leaves.iter().filter_map(number).collect();
        by_number.sort_by(|a, b| a.0.total_cmp(&b.0));
        let (mut by_text, mut by_band) = (leaves.clone(), leaves);
        by_text.sort_unstable();
        by_band.retain(|(text, _)| NaturalOrder::Band.holds([*text; 3]));
        by_band.sort_by(|a, b| NaturalOrder::Band.compare(a.0, b.0));
        let people = counts.iter().map(|count| Some(*count)).collect();
        let published = PublishedValues::new(column, people, least);
        let names = GroupNames::new(&published, &published.values(), publish);
        let order = NaturalOrder::from_values(&texts);
        Self { made, publish, order, missing, rows, by_number, by_text, by_band, names }
    }

    /// The group of `level` that each label is the name of, in each way to give each its own.
    pub fn groups(&self, level: usize, released: &ReleasedLabels<'_>) -> Vec<Vec<u32>> {
        let mut assignment = Assignment::default();
        for (label, &rows) in released.labels.iter().zip(released.rows) {
            let leaves = self.leaves(label);
            let mut of_group: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
            for leaf in leaves {
                of_group.entry(self.made.label_code(level, leaf)).or_default().push(leaf);
            }
            let is_possible = |(group, leaves): (u32, Vec<u32>)| {
                let there: u64 = leaves.iter().map(|leaf| self.rows[*leaf as usize]).sum();
                let is_large_enough = there.saturating_add(released.invented) >= rows;
                (is_large_enough && leaves.len() >= self.least_leaves(label))
                    .then(|| (group, self.is_named(&leaves, label)))
            };
            assignment.add(self.key(label), of_group.into_iter().filter_map(is_possible));
        }
        let mut place = vec![u32::MAX; self.made.labels(level).len()];
        let leaves = self.in_order().chain(self.missing.values().copied());
        for (at, leaf) in (0..).zip(leaves) {
            let first = &mut place[self.made.label_code(level, leaf) as usize];
            *first = (*first).min(at);
        }
        assignment.ways(|group| place[group as usize])
    }

    /// The values that records with this label may have.
    pub fn leaves(&self, label: &str) -> Vec<u32> {
        if let Some(&leaf) = self.missing.get(label) {
            return vec![leaf];
        }
        let is_number = label.parse::<f64>().is_ok();
        if without_ordinal(label).0 == UNBOUNDED || self.publish == Publish::Midpoint && is_number {
            return self.in_order().collect();
        }
        let mut found: Vec<u32> = self.made.find(label).into_iter().collect();
        for parts in Parts::ways(label) {
            found.extend(self.by_size(&parts).into_iter().flatten().map(|(_, leaf)| *leaf));
            if self.order != NaturalOrder::Number {
                found.extend(self.by_characters(&parts).iter().map(|(_, leaf)| *leaf));
            }
            if self.order >= NaturalOrder::Band {
                found.extend(self.as_bands(&parts).iter().map(|(_, leaf)| *leaf));
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// How many values a group must have whose name this is: only a value names itself.
    pub fn least_leaves(&self, label: &str) -> usize {
        let is_value = self.made.find(label).is_some();
        let is_number = label.parse::<f64>().is_ok();
        if is_value || is_number { 1 } else { 2 }
    }

    fn in_order(&self) -> impl Iterator<Item = u32> {
        let text_of = |leaf: u32| self.made.labels(0).get(leaf);
        let mut leaves: Vec<(&str, u32)> = self.by_text.clone();
        match self.order {
            NaturalOrder::Number => {
                leaves = self.by_number.iter().map(|(_, leaf)| (text_of(*leaf), *leaf)).collect()
            }
            NaturalOrder::Band => leaves.clone_from(&self.by_band),
            NaturalOrder::Time | NaturalOrder::Text => {}
        }
        leaves.into_iter().map(|(_, leaf)| leaf)
    }

    fn by_size(&self, parts: &Parts<'_>) -> Option<&[(f64, u32)]> {
        let (lower, upper) = (parts.lower.parse::<f64>().ok()?, parts.upper.parse::<f64>().ok()?);
        let begin = self.by_number.partition_point(|(number, _)| *number < lower);
        let end = self.by_number.partition_point(|(number, _)| *number <= upper);
        self.by_number.get(begin..end)
    }

    fn by_characters(&self, parts: &Parts<'_>) -> &[(&'a str, u32)] {
        let (lower, upper) = parts.text_keys();
        let begin = self.by_text.partition_point(|(text, _)| *text < lower);
        let end = self.by_text.partition_point(|(text, _)| *text <= upper.as_str());
        self.by_text.get(begin..end).unwrap_or(&[])
    }

    fn as_bands(&self, parts: &Parts<'_>) -> &[(&'a str, u32)] {
        let (begin, end) = self.band_places(parts);
        self.by_band.get(begin..end).unwrap_or(&[])
    }

    fn band_places(&self, parts: &Parts<'_>) -> (usize, usize) {
        let compare = |text: &str, bound: &str| NaturalOrder::Band.compare(text, bound);
        let begin = match parts.lower {
            "" => 0,
            lower => self.by_band.partition_point(|(text, _)| compare(text, lower) == Ordering::Less),
        };
        let end = match parts.upper {
            "" => self.by_band.len(),
            upper => self.by_band.partition_point(|(text, _)| compare(text, upper) != Ordering::Greater),
        };
        (begin, end)
    }

    /// Whether these values would have this name, were all of them published.
    fn is_named(&self, leaves: &[u32], label: &str) -> bool {
        let mut members: Vec<&'a str> = leaves.iter().map(|leaf| self.made.labels(0).get(*leaf)).collect();
        if members.len() < 2 {
            return members.first() == Some(&label);
        }
        self.names.sort(&mut members);
        self.names.text(&self.names.bounds(&members)) == without_ordinal(label).0
    }

    /// What labels are sorted by in the order of their groups.
    fn key(&self, label: &str) -> Option<(f64, String, f64, String, u64)> {
        if self.missing.contains_key(label) {
            return None;
        }
        let is_unbounded = without_ordinal(label).0 == UNBOUNDED;
        let open = || Parts { lower: "", upper: "", ordinal: without_ordinal(label).1.unwrap_or(0) };
        let parts = if is_unbounded { open() } else { Parts::ways(label).next()? };
        let number = |text: &str, open: f64| if text.is_empty() { Some(open) } else { text.parse().ok() };
        match self.order {
            NaturalOrder::Number => {
                let lower = number(parts.lower, f64::NEG_INFINITY)?;
                let upper = number(parts.upper, f64::INFINITY)?;
                Some((lower, String::new(), upper, String::new(), parts.ordinal))
            }
            NaturalOrder::Band => {
                let (begin, end) = self.band_places(&parts);
                Some((begin as f64, String::new(), end as f64, String::new(), parts.ordinal))
            }
            NaturalOrder::Time | NaturalOrder::Text => {
                let (lower, upper) = parts.text_keys();
                Some((0.0, lower.to_owned(), 0.0, upper, parts.ordinal))
            }
        }
    }
}

impl<'l> Parts<'l> {
    /// The ways to take a label apart, those with an ordinal first.
    fn ways(label: &'l str) -> impl Iterator<Item = Self> {
        let (name, ordinal) = without_ordinal(label);
        let whole = ordinal.is_some().then_some((label, 0));
        let texts = [Some((name, ordinal.unwrap_or(0))), whole];
        texts.into_iter().flatten().flat_map(|(text, ordinal)| {
            let dots: Vec<(usize, &str)> = text.match_indices("..").collect();
            let cut = move |(place, dots): (usize, &str)| (&text[..place], &text[place + dots.len()..]);
            let one = dots.is_empty().then_some((text, text));
            let pairs = dots.into_iter().map(cut).chain(one);
            pairs.map(move |(lower, upper)| Self { lower, upper, ordinal })
        })
    }

    /// Texts from the first to the second have these bounds; a beginning stands for all that begins
    /// with it.
    fn text_keys(&self) -> (&'l str, String) {
        let beginning = |text: &'l str| text.strip_suffix('*').filter(|beginning| !beginning.is_empty());
        let lower = beginning(self.lower).unwrap_or(self.lower);
        let is_of_time = |text: &str| {
            matches!(text.len(), 4 | 7) && text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-')
        };
        let upper = match beginning(self.upper) {
            Some(beginning) => format!("{beginning}{}", char::MAX),
            None if self.upper.is_empty() || is_of_time(self.upper) => format!("{}{}", self.upper, char::MAX),
            None => self.upper.to_owned(),
        };
        (lower, upper)
    }
}

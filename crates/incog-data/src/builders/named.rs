//! Which group of a hierarchy a published label stands for.

use super::middles::{NumbersOfGroups, Span};
use super::order::NaturalOrder;
use super::published::level_shown;
use super::{Fanout, HierarchySpec, Intervals, Order, Publish, ROOT, Ranges, Values};
use crate::{Column, Hierarchy};
use std::collections::{HashMap, HashSet};

/// The groups that published labels stand for, given the hierarchy they were published from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NamedGroups {
    /// For each label, its group at the hierarchy's level.
    pub group_of_label: Vec<u32>,
    /// The level as the published hierarchy counts it, if the labels show that.
    pub published_level: Option<u8>,
    /// Values, as the hierarchy numbers them, that were not published, or the labels would tell: one that names the first and
    /// the last published value of its group, or their middle, would name them, and a mask would be as long as they are.
    pub not_published: Vec<u32>,
}

impl HierarchySpec {
    /// Reads published `labels` (see [`HierarchySpec::publish`]) as groups of `level` of the hierarchy `made` of
    /// `column`, without knowing which values were published. `None` when they cannot be labels of that level.
    pub fn named_groups(
        &self,
        made: &Hierarchy,
        column: &Column,
        level: usize,
        labels: &[&str],
    ) -> Option<NamedGroups> {
        let plain = |made: &Hierarchy| by_label(made, made, level, level, labels);
        let all = Values::of(column);
        let found = match self {
            Self::Tree(_) | Self::Fanout(Fanout { order: Order::Given(_), .. }) => return plain(made),
            Self::Date(_) | Self::Codes(_) | Self::Countries(_) | Self::Columns(_) | Self::Flat => {
                plain(made)
            }
            Self::Intervals(intervals) => interval_styles(column, intervals)
                .into_iter()
                .find_map(|values| by_label(made, &self.build_from(&values).ok()?, level, level, labels)),
            Self::Mask(_) => lengths(&all).find_map(|length| {
                let is_short = |code| column.dictionary.get(code).chars().count() <= length;
                let published = self
                    .build_from(&Values::of_codes(column, |code| column.is_missing(code) || is_short(code)));
                let published = published.ok()?;
                let shown = level_shown(made, &published, level)?;
                let named = by_label(made, &published, level, shown, labels)?;
                // The root and missing values are written the same whatever the lengths are.
                let tells =
                    level < made.height() && !labels.iter().all(|label| all.missing().contains(label));
                let published_level = named.published_level.filter(|_| tells);
                Some(NamedGroups { published_level, ..named })
            }),
            Self::Fanout(_) | Self::Ranges(_) => None,
        };
        found.or_else(|| match self.is_told_by_middles() {
            true => by_middles(made, column, level, labels),
            false => by_ends(made, column, level, labels),
        })
    }
}

/// What a published label of any level may stand for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NamedLabel {
    /// The groups it may be in the hierarchy of all values, each by its level and its number there, from the lowest
    /// level up.
    pub groups: Vec<(u8, u32)>,
    /// The values, as the hierarchy numbers them, that records with this label may have.
    pub values: Vec<u32>,
}

impl NamedLabel {
    /// The same with every list in order, and nothing twice.
    fn in_order(mut self) -> Self {
        self.groups.sort_unstable();
        self.groups.dedup();
        self.values.sort_unstable();
        self.values.dedup();
        self
    }

    /// What may be either.
    fn or(mut self, other: Self) -> Self {
        self.groups.extend(other.groups);
        self.values.extend(other.values);
        self.in_order()
    }

    /// What each label stands for in a hierarchy whose labels are published as they are; `None` when some label is not
    /// one of them.
    pub fn of_hierarchy(hierarchy: &Hierarchy, labels: &[&str]) -> Option<Vec<Self>> {
        of_any_level(hierarchy, hierarchy, labels)
    }
}

impl HierarchySpec {
    /// Reads published `labels`, each of which may be of any level, as groups of the hierarchy `made` of `column`,
    /// without knowing which values were published. `None` when some label stands for nothing.
    pub fn named_labels(
        &self,
        made: &Hierarchy,
        column: &Column,
        labels: &[&str],
    ) -> Option<Vec<NamedLabel>> {
        let styles: Vec<Option<Hierarchy>> = match self {
            Self::Intervals(intervals) => {
                interval_styles(column, intervals).iter().map(|values| self.build_from(values).ok()).collect()
            }
            Self::Mask(_) => {
                let of_length = |length: usize| {
                    let is_short = |code| column.dictionary.get(code).chars().count() <= length;
                    let of_codes = |code| column.is_missing(code) || is_short(code);
                    self.build_from(&Values::of_codes(column, of_codes)).ok()
                };
                lengths(&Values::of(column)).map(of_length).collect()
            }
            Self::Fanout(Fanout { order: Order::Natural, .. }) | Self::Ranges(_) => Vec::new(),
            _ => vec![Some(made.clone())],
        };
        let styles = styles.iter().flatten().filter_map(|published| of_any_level(made, published, labels));
        let ends = (!self.is_stated()).then(|| match self.is_told_by_middles() {
            true => middles_of_any_level(made, labels),
            false => ends_of_any_level(made, column, labels),
        });
        // It is not known which values are published, and so neither is how their labels are written.
        styles
            .chain(ends.flatten())
            .reduce(|some, others| some.into_iter().zip(others).map(|(one, other)| one.or(other)).collect())
    }
}

impl HierarchySpec {
    /// Whether a group is told by the number in the middle between its first and its last published value.
    fn is_told_by_middles(&self) -> bool {
        let (Self::Intervals(Intervals { publish, .. }) | Self::Ranges(Ranges { publish, .. })) = self else {
            return false;
        };
        *publish == Publish::Midpoint
    }
}

/// The same by the middle of the first and the last published value of each group.
fn by_middles(made: &Hierarchy, column: &Column, level: usize, labels: &[&str]) -> Option<NamedGroups> {
    if level == made.height() {
        return by_ends(made, column, level, labels);
    }
    let numbers = NumbersOfGroups::of(made, level);
    let missing = made.find(ROOT).map(|leaf| made.label_code(level, leaf));
    let group = |label: &&str| if *label == ROOT { missing } else { numbers.group_around(label) };
    let groups = labels.iter().map(group).collect::<Option<Vec<u32>>>()?;
    // The values of a group are looked through for its label, of which it has one.
    let named = one_label_each(groups, level, labels)?;
    let of_numbers = labels.iter().filter(|label| **label != ROOT);
    let spans = of_numbers.map(|label| numbers.around(label)).collect::<Option<Vec<Span>>>()?;
    let span_of: HashMap<u32, Span> = spans.into_iter().map(|span| (span.group, span)).collect();
    let not_published = numbers.outside(&span_of);
    Some(NamedGroups { not_published, ..named })
}

/// What each label stands for, if it is the middle of some values of a group, a missing value, or the root.
fn middles_of_any_level(made: &Hierarchy, labels: &[&str]) -> Option<Vec<NamedLabel>> {
    let levels: Vec<NumbersOfGroups<'_>> =
        (0..made.height()).map(|level| NumbersOfGroups::of(made, level)).collect();
    let missing = made.find(ROOT);
    let of_label = |label: &&str| {
        let mut named = NamedLabel::default();
        if *label == ROOT {
            let of_missing =
                |leaf| (0..made.height()).map(move |level| (level as u8, made.label_code(level, leaf)));
            named.groups.extend(missing.into_iter().flat_map(of_missing));
            named.groups.push((made.height() as u8, 0));
            named.values.extend(0..made.values() as u32);
        } else {
            for (level, numbers) in (0u8..).zip(&levels) {
                let Some(span) = numbers.around(label) else { continue };
                named.groups.push((level, span.group));
                named.values.extend(numbers.within(&span));
            }
        }
        (!named.groups.is_empty()).then(|| named.in_order())
    };
    labels.iter().map(of_label).collect()
}

/// What each label stands for where it stands in `published`.
fn of_any_level(made: &Hierarchy, published: &Hierarchy, labels: &[&str]) -> Option<Vec<NamedLabel>> {
    let mut named: HashMap<&str, NamedLabel> = HashMap::new();
    let leaves: Vec<(u32, u32)> = (0..published.values() as u32)
        .map(|leaf| Some((leaf, made.find(published.labels(0).get(leaf))?)))
        .collect::<Option<_>>()?;
    for level in 0..=made.height() {
        let Some(shown) = level_shown(made, published, level) else { continue };
        for &(leaf, of_made) in &leaves {
            let named = named.entry(published.label(shown, leaf)).or_default();
            named.groups.push((level as u8, made.label_code(level, of_made)));
            named.values.push(of_made);
        }
    }
    labels.iter().map(|label| named.remove(label).map(NamedLabel::in_order)).collect()
}

/// The order of all values of a hierarchy but the missing ones of its column.
fn order_of(made: &Hierarchy, column: &Column) -> NaturalOrder {
    let missing: HashSet<&str> = column.missing.iter().map(|&code| column.dictionary.get(code)).collect();
    let present: Vec<&str> = made.labels(0).iter().filter(|value| !missing.contains(value)).collect();
    NaturalOrder::of(&present)
}

/// The values in each group of a level.
fn members(made: &Hierarchy, level: usize) -> Vec<Vec<u32>> {
    let mut members = vec![Vec::new(); made.labels(level).len()];
    (0..made.values() as u32).for_each(|leaf| members[made.label_code(level, leaf) as usize].push(leaf));
    members
}

/// What each label stands for, if it is a value, names the first and the last value of a group, or is the root.
fn ends_of_any_level(made: &Hierarchy, column: &Column, labels: &[&str]) -> Option<Vec<NamedLabel>> {
    let order = order_of(made, column);
    let members: Vec<Vec<Vec<u32>>> = (0..made.height()).map(|level| members(made, level)).collect();
    let of_ends = |first_value: &str, last_value: &str| {
        let (first, last) = (made.find(first_value)?, made.find(last_value)?);
        let in_one = |level: &usize| made.label_code(*level, first) == made.label_code(*level, last);
        let levels: Vec<usize> = (0..made.height()).filter(in_one).collect();
        let group_of = |level: usize| made.label_code(level, first);
        let highest = *levels.last()?;
        let in_group = members[highest][group_of(highest) as usize].iter().copied();
        let is_between =
            |leaf: &u32| order.may_be_between(first_value, made.labels(0).get(*leaf), last_value);
        Some(NamedLabel {
            groups: levels.iter().map(|&level| (level as u8, group_of(level))).collect(),
            values: in_group.filter(is_between).collect(),
        })
    };
    let root = made.labels(made.height()).get(0);
    let of_label = |label: &&str| {
        let mut dots = label.match_indices("..");
        let named = of_ends(label, label);
        let named = named.or_else(|| {
            dots.find_map(|(place, dots)| of_ends(&label[..place], &label[place + dots.len()..]))
        });
        let mut named = named.unwrap_or_default();
        if *label == root {
            named.groups.push((made.height() as u8, 0));
            named.values.extend(0..made.values() as u32);
        }
        (!named.groups.is_empty()).then(|| named.in_order())
    };
    labels.iter().map(of_label).collect()
}

/// The values that decide how intervals are written: all, whole numbers, whole numbers in intervals that are
/// not negative.
fn interval_styles<'a>(column: &'a Column, intervals: &Intervals) -> [Values<'a>; 3] {
    let number = |code: u32| column.dictionary.get(code).trim().parse::<i64>().ok();
    let missing = |code: u32| column.is_missing(code);
    let width = intervals.widths.last().copied().unwrap_or(1.0);
    let begin = |number: i64| intervals.origin + ((number as f64 - intervals.origin) / width).floor() * width;
    let is_open_below = |number: i64| intervals.bottom.is_some_and(|bottom| (number as f64) < bottom);
    [
        Values::of_codes(column, |_| true),
        Values::of_codes(column, |code| missing(code) || number(code).is_some()),
        Values::of_codes(column, |code| {
            missing(code) || number(code).is_some_and(|number| begin(number) >= 0.0 || is_open_below(number))
        }),
    ]
}

/// Lengths of masked values, longest first.
fn lengths(values: &Values<'_>) -> impl Iterator<Item = usize> + use<> {
    let mut lengths: Vec<usize> = values.present().iter().map(|value| value.chars().count()).collect();
    lengths.sort_unstable_by(|a, b| b.cmp(a));
    lengths.dedup();
    lengths.into_iter().chain([0])
}

/// Labels that stand in `published` at the level `shown`: the group of any value below. Whoever tries the hierarchies of more values before
/// those of fewer knows that the values which `published` lacks were not published, or the labels would be those of more.
fn by_label(
    made: &Hierarchy,
    published: &Hierarchy,
    level: usize,
    shown: usize,
    labels: &[&str],
) -> Option<NamedGroups> {
    if level > made.height() || shown > published.height() {
        return None;
    }
    let (mut group_of, mut is_published) = (HashMap::new(), vec![false; made.values()]);
    for (leaf, value) in (0u32..).zip(published.labels(0).iter()) {
        let of_made = made.find(value)?;
        group_of.insert(published.label(shown, leaf), made.label_code(level, of_made));
        is_published[of_made as usize] = true;
    }
    let group_of_label = labels.iter().map(|label| group_of.get(label).copied()).collect::<Option<_>>()?;
    let not_published = (0u32..).zip(is_published).filter(|(_, is)| !is).map(|(leaf, _)| leaf).collect();
    Some(NamedGroups { group_of_label, published_level: Some(shown as u8), not_published })
}

/// Labels that name the first and the last value of a group, or its only one.
fn by_ends(made: &Hierarchy, column: &Column, level: usize, labels: &[&str]) -> Option<NamedGroups> {
    if level == made.height() {
        let root = made.labels(level).get(0);
        let all_root = labels.iter().all(|label| *label == root);
        return all_root.then(|| NamedGroups {
            group_of_label: vec![0; labels.len()],
            published_level: Some(1),
            ..NamedGroups::default()
        });
    }
    let ends = labels.iter().map(|label| ends(made, level, label)).collect::<Option<Vec<_>>>()?;
    let group_of_label = ends.iter().map(|(leaf, ..)| made.label_code(level, *leaf)).collect();
    let named = one_label_each(group_of_label, level, labels)?;
    let ends: HashMap<u32, _> = named.group_of_label.iter().copied().zip(ends).collect();
    let order = order_of(made, column);
    let is_outside = |(leaf, value): &(u32, &str)| {
        let ends = ends.get(&made.label_code(level, *leaf));
        ends.is_some_and(|(_, first, last)| !order.may_be_between(first, value, last))
    };
    let values = (0u32..).zip(made.labels(0).iter());
    let not_published = values.filter(is_outside).map(|(leaf, _)| leaf).collect();
    Some(NamedGroups { not_published, ..named })
}

/// The first and the last value that a label of a level names, behind the number of the first.
fn ends<'a>(made: &Hierarchy, level: usize, label: &'a str) -> Option<(u32, &'a str, &'a str)> {
    let alone = made.find(label).map(|leaf| (leaf, label, label));
    alone.or_else(|| {
        label.match_indices("..").find_map(|(place, dots)| {
            let (first, last) = (&label[..place], &label[place + dots.len()..]);
            let (leaf, other) = (made.find(first)?, made.find(last)?);
            let in_one = made.label_code(level, leaf) == made.label_code(level, other);
            in_one.then_some((leaf, first, last))
        })
    })
}

/// The groups of these labels at a level, if no group has two of them.
fn one_label_each(group_of_label: Vec<u32>, level: usize, labels: &[&str]) -> Option<NamedGroups> {
    let mut label_of_group = HashMap::new();
    let pairs = group_of_label.iter().zip(labels);
    if pairs.into_iter().any(|(group, label)| *label_of_group.entry(*group).or_insert(label) != label) {
        return None;
    }
    Some(NamedGroups { group_of_label, published_level: Some(u8::from(level > 0)), ..NamedGroups::default() })
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::Mask;
    use super::super::column;
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn published_labels_are_read_as_the_groups_they_were_made_of(
            numbers in proptest::collection::btree_set(-40i32..4000, 1..20),
            hide in 0u32..u32::MAX,
            missing: bool,
        ) {
            let specs = [
                HierarchySpec::Fanout(Fanout { fanout: 2, order: Order::Natural }),
                HierarchySpec::Ranges(Ranges { levels: 4, ..Ranges::default() }),
                HierarchySpec::Mask(Mask::default()),
                HierarchySpec::Intervals(Intervals { widths: vec![5.0, 20.0], origin: 0.0, ..Intervals::default() }),
                HierarchySpec::Intervals(Intervals { widths: vec![10.0], origin: 5.0, ..Intervals::default() }),
                HierarchySpec::Flat,
            ];
            let mut values: Vec<String> = numbers.iter().map(i32::to_string).collect();
            values.extend(missing.then(String::new));
            let is_published = |code: u32| code == 0 || hide >> (code % 32) & 1 == 0;
            let forms = |spec: HierarchySpec| Publish::ALL.map(|publish| (spec.clone().published_as(publish), publish));
            for (spec, publish) in &specs.into_iter().flat_map(forms).collect::<Vec<_>>() {
                let raw = column(&values);
                let column = match publish.is_numeric() && !matches!(spec, HierarchySpec::Fanout(_) | HierarchySpec::Mask(_)) {
                    true => spec.plain_values(raw).unwrap(),
                    false => raw,
                };
                let made = spec.build_from(&Values::of(&column)).unwrap();
                for level in 0..=made.height() {
                    let published = spec.publish(&made, &column, &[level], is_published).unwrap();
                    let shown = published.levels[0];
                    let codes: Vec<u32> = (0..column.dictionary.len() as u32).filter(|&code| is_published(code)).collect();
                    let leaf = |h: &Hierarchy, code: u32| h.find(column.dictionary.get(code)).unwrap();
                    let labels: Vec<&str> =
                        codes.iter().map(|&code| published.hierarchy.label(shown.into(), leaf(&published.hierarchy, code))).collect();
                    let named = spec.named_groups(&made, &column, level, &labels).unwrap();
                    let groups: Vec<u32> = codes.iter().map(|&code| made.label_code(level, leaf(&made, code))).collect();
                    prop_assert_eq!(&named.group_of_label, &groups, "{:?} at {}", spec, level);
                    let none_is_lost = codes.iter().all(|&code| !named.not_published.contains(&leaf(&made, code)));
                    prop_assert!(none_is_lost, "{:?} at {}", spec, level);
                    prop_assert!(named.published_level.is_none_or(|found| found >= shown), "{:?} at {}", spec, level);
                }
            }
        }
    }
}

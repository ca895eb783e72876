//! Which group of a hierarchy a published label stands for.

use super::bounds::LabelReader;
use super::published_values::level_shown;
use super::{HierarchySpec, Intervals, PublishedValues, Values};
use crate::{Column, Hierarchy};
use std::collections::{BTreeMap, HashMap};

/// The most ways in which middles are read, and the rows of the table that all ways have together.
const MOST_MIDDLES: usize = 256;
const MOST_ROWS: usize = 5_000_000;

/// The distinct labels of a released column.
#[derive(Debug, Clone, Copy)]
pub struct ReleasedLabels<'a> {
    /// The labels.
    pub labels: &'a [&'a str],
    /// How many rows of the release have each.
    pub rows: &'a [u64],
    /// How many rows of the release may be no records of the table.
    pub invented: u64,
    /// How many people have a value before it may be a bound of a name.
    pub least: u64,
}

/// The groups that published labels stand for, given the hierarchy they were published from.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NamedGroups {
    /// For each label, its group at the hierarchy's level.
    pub group_of_label: Vec<u32>,
    /// The level as the published hierarchy counts it, if the labels show that.
    pub published_level: Option<u8>,
    /// Values, as the hierarchy numbers them, that were not published, or the labels would tell:
    /// bounds would lie around them, and a mask would be as long as they are.
    pub not_published: Vec<u32>,
}

impl HierarchySpec {
    /// Reads published `labels` (see [`HierarchySpec::publish`]) as groups of `level` of the
    /// hierarchy `made` of `column`, without knowing which values were published. Bounds may lie
    /// around several groups: the likeliest way to read them comes first. There is none when they
    /// cannot be labels of that level.
    pub fn named_groups(
        &self,
        made: &Hierarchy,
        column: &Column,
        level: usize,
        released: &ReleasedLabels<'_>,
    ) -> Vec<NamedGroups> {
        let found = self.by_style(made, column, level, released.labels);
        if self.is_stated() || found.is_some() {
            return found.into_iter().collect();
        }
        self.by_bounds(made, column, level, released)
    }

    /// Reads labels that are no bounds, in the style that the published values may give them.
    fn by_style(
        &self,
        made: &Hierarchy,
        column: &Column,
        level: usize,
        labels: &[&str],
    ) -> Option<NamedGroups> {
        let plain = |made: &Hierarchy| by_label(made, made, level, level, labels);
        let all = Values::from_column(column);
        match self {
            stated if stated.is_stated() => plain(made),
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
            Self::Tree(_) | Self::Fanout(_) | Self::Ranges(_) => None,
        }
    }

    /// Reads `labels` as those of `level` of the hierarchy `made`, where all values of `column` are
    /// published.
    pub fn named_groups_of_all(
        &self,
        made: &Hierarchy,
        published: &PublishedValues<'_>,
        level: usize,
        labels: &[&str],
    ) -> Option<NamedGroups> {
        let named = self.with_names(made, published);
        by_label(made, named.as_ref().unwrap_or(made), level, level, labels)
    }

    /// Labels that are names by bounds, in each way to read them.
    fn by_bounds(
        &self,
        made: &Hierarchy,
        column: &Column,
        level: usize,
        released: &ReleasedLabels<'_>,
    ) -> Vec<NamedGroups> {
        if level == made.height() {
            let all_root = released.labels.iter().all(|label| *label == made.root_label());
            let root = || NamedGroups {
                group_of_label: vec![0; released.labels.len()],
                published_level: Some(1),
                ..NamedGroups::default()
            };
            return all_root.then(root).into_iter().collect();
        }
        let reader = LabelReader::new(made, column, self.form(), released.least);
        let most = (MOST_ROWS / column.codes.len().max(1)).clamp(2, MOST_MIDDLES);
        let mut ways = reader.groups_of_middles(level, released, most);
        let others = reader.groups(level, released).into_iter();
        others.for_each(|way| {
            if !ways.contains(&way) {
                ways.push(way)
            }
        });
        let named = |group_of_label: Vec<u32>| NamedGroups {
            not_published: outside_bounds(made, level, released.labels, &group_of_label, &reader),
            published_level: Some(u8::from(level > 0)),
            group_of_label,
        };
        ways.into_iter().map(named).collect()
    }
}

/// The values of the groups that labels are read as which lie outside the bounds that these tell.
fn outside_bounds(
    made: &Hierarchy,
    level: usize,
    labels: &[&str],
    group_of_label: &[u32],
    reader: &LabelReader<'_>,
) -> Vec<u32> {
    let mut is_between = vec![false; made.values()];
    let mut is_read = vec![false; made.labels(level).len()];
    for (label, &group) in labels.iter().zip(group_of_label) {
        is_read[group as usize] = true;
        let leaves = reader.leaves(label).into_iter();
        let of_group = leaves.filter(|leaf| made.label_code(level, *leaf) == group);
        of_group.for_each(|leaf| is_between[leaf as usize] = true);
    }
    let is_outside =
        |leaf: &u32| is_read[made.label_code(level, *leaf) as usize] && !is_between[*leaf as usize];
    (0..made.values() as u32).filter(is_outside).collect()
}

/// What a published label of any level may stand for.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NamedLabel {
    /// The groups it may be in the hierarchy of all values, each by its level and its number there,
    /// from the lowest level up.
    pub groups: Vec<(u8, u32)>,
    /// The values, as the hierarchy numbers them, that records with this label may have.
    pub values: Vec<u32>,
}

impl NamedLabel {
    /// Sorts every list and removes duplicates.
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

    /// What each label stands for in a hierarchy whose labels are published as they are; `None`
    /// when some label is not one of them.
    pub fn of_hierarchy(hierarchy: &Hierarchy, labels: &[&str]) -> Option<Vec<Self>> {
        of_any_level(hierarchy, hierarchy, labels)
    }
}

impl HierarchySpec {
    /// Reads published `labels`, each of which may be of any level, as groups of the hierarchy
    /// `made` of `column`, without knowing which values were published. `None` when some label
    /// stands for nothing.
    pub fn named_labels(
        &self,
        made: &Hierarchy,
        column: &Column,
        released: &ReleasedLabels<'_>,
    ) -> Option<Vec<NamedLabel>> {
        let labels = released.labels;
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
                lengths(&Values::from_column(column)).map(of_length).collect()
            }
            by_bounds if by_bounds.names_groups_by_bounds() => Vec::new(),
            _ => vec![Some(made.clone())],
        };
        let styles = styles.iter().flatten().filter_map(|published| of_any_level(made, published, labels));
        let reader = || LabelReader::new(made, column, self.form(), released.least);
        let bounds = (!self.is_stated()).then(|| bounds_of_any_level(made, &reader(), labels));
        // It is not known which values are published, and so neither is how their labels are
        // written.
        styles
            .chain(bounds.flatten())
            .reduce(|some, others| some.into_iter().zip(others).map(|(one, other)| one.or(other)).collect())
    }
}

impl HierarchySpec {
    /// Reads `labels` of any level of the hierarchy `made`, where all values of its column are
    /// published.
    pub fn named_labels_of_all(
        &self,
        made: &Hierarchy,
        published: &PublishedValues<'_>,
        labels: &[&str],
    ) -> Option<Vec<NamedLabel>> {
        let named = self.with_names(made, published);
        of_any_level(made, named.as_ref().unwrap_or(made), labels)
    }
}

/// What each label stands for, if it is a value, tells bounds of a group, or is the root.
fn bounds_of_any_level(
    made: &Hierarchy,
    reader: &LabelReader<'_>,
    labels: &[&str],
) -> Option<Vec<NamedLabel>> {
    let of_label = |label: &&str| {
        let mut named = NamedLabel::default();
        let (leaves, least) = (reader.leaves(label), reader.least_leaves(label));
        for level in 0..made.height() {
            let mut sizes: BTreeMap<u32, usize> = BTreeMap::new();
            leaves.iter().for_each(|leaf| *sizes.entry(made.label_code(level, *leaf)).or_default() += 1);
            let groups = sizes.into_iter().filter(|(_, size)| *size >= least);
            named.groups.extend(groups.map(|(group, _)| (level as u8, group)));
        }
        named.values = leaves;
        if *label == made.root_label() {
            named.groups.push((made.height() as u8, 0));
            named.values.extend(0..made.values() as u32);
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

/// The values that decide how intervals are written: all, whole numbers, whole numbers in intervals
/// that are not negative.
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

/// Labels that stand in `published` at the level `shown`: the group of any value below. Whoever
/// tries the hierarchies of more values before those of fewer knows that the values which
/// `published` lacks were not published, or the labels would be those of more.
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

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::{Fanout, Mask, Order, Publish, Ranges, column};
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    /// Publishes some of these numbers under each specification and level, and reads the labels.
    fn check(numbers: &BTreeSet<i32>, hide: u32, missing: bool) -> Result<(), TestCaseError> {
        let specs = [
            HierarchySpec::Fanout(Fanout { fanout: 2, order: Order::Natural }),
            HierarchySpec::Ranges(Ranges { levels: 4, ..Ranges::default() }),
            HierarchySpec::Mask(Mask::default()),
            HierarchySpec::Intervals(Intervals {
                widths: vec![5.0, 20.0],
                origin: 0.0,
                ..Intervals::default()
            }),
            HierarchySpec::Intervals(Intervals { widths: vec![10.0], origin: 5.0, ..Intervals::default() }),
            HierarchySpec::Flat,
        ];
        let twice =
            numbers.iter().enumerate().flat_map(|(place, number)| vec![number.to_string(); 1 + place % 2]);
        let mut values: Vec<String> = twice.collect();
        values.extend(missing.then(String::new));
        let is_published = |code: u32| code == 0 || hide >> (code % 32) & 1 == 0;
        let forms =
            |spec: HierarchySpec| Publish::ALL.map(|publish| (spec.clone().published_as(publish), publish));
        for (spec, publish) in &specs.into_iter().flat_map(forms).collect::<Vec<_>>() {
            let raw = column(&values);
            let column = match publish.is_numeric()
                && !matches!(spec, HierarchySpec::Fanout(_) | HierarchySpec::Mask(_))
            {
                true => spec.plain_values(raw).unwrap(),
                false => raw,
            };
            let made = spec.build_from(&Values::from_column(&column)).unwrap();
            for level in 0..=made.height() {
                let counts = column.counts();
                let people = |code: u32| is_published(code).then(|| counts[code as usize]);
                let people = (0..column.dictionary.len() as u32).map(people).collect();
                let values = PublishedValues::new(&column, people, 2);
                let published = spec.publish(&made, &[level], &values).unwrap();
                let shown = published.levels[0];
                let codes: Vec<u32> =
                    (0..column.dictionary.len() as u32).filter(|&code| is_published(code)).collect();
                let leaf = |h: &Hierarchy, code: u32| h.find(column.dictionary.get(code)).unwrap();
                let label =
                    |code: u32| published.hierarchy.label(shown.into(), leaf(&published.hierarchy, code));
                let mut rows_of: BTreeMap<&str, u64> = BTreeMap::new();
                codes
                    .iter()
                    .for_each(|&code| *rows_of.entry(label(code)).or_default() += counts[code as usize]);
                let labels: Vec<&str> = rows_of.keys().copied().collect();
                let rows: Vec<u64> = rows_of.values().copied().collect();
                let released = ReleasedLabels { labels: &labels, rows: &rows, invented: 0, least: 2 };
                let ways = spec.named_groups(&made, &column, level, &released);
                let named = ways.first().unwrap();
                let groups = |named: &NamedGroups| -> HashMap<&str, u32> {
                    labels.iter().copied().zip(named.group_of_label.iter().copied()).collect()
                };
                let all = |code: u32| made.label_code(level, leaf(&made, code));
                let all_groups: BTreeSet<u32> = (0..column.dictionary.len() as u32).map(all).collect();
                let is_way_right = |way: &NamedGroups| {
                    let group_of = groups(way);
                    codes
                        .iter()
                        .all(|&code| group_of[label(code)] == made.label_code(level, leaf(&made, code)))
                };
                let is_right = is_way_right(named);
                // Other ways are listed where labels have few candidates, and of middles as
                // many as there is room for.
                let are_all = ways.len() > 1 && ways.len() < MOST_MIDDLES;
                prop_assert!(
                    !are_all || ways.iter().any(is_way_right),
                    "{:?} at {}: {:?}",
                    spec,
                    level,
                    labels
                );
                // Where no record of a group is published, bounds may lie around two of them.
                let is_certain = !spec.names_groups_by_bounds() || all_groups.len() == labels.len();
                prop_assert!(is_right || !is_certain, "{:?} at {}: {:?}", spec, level, labels);
                let none_is_lost =
                    codes.iter().all(|&code| !named.not_published.contains(&leaf(&made, code)));
                prop_assert!(none_is_lost || !is_right, "{:?} at {}", spec, level);
                prop_assert!(
                    named.published_level.is_none_or(|found| found >= shown),
                    "{:?} at {}",
                    spec,
                    level
                );
            }
        }
        Ok(())
    }

    proptest! {
        #[test]
        fn published_labels_are_read_as_the_groups_they_were_made_of(
            numbers in proptest::collection::btree_set(-40i32..4000, 1..20),
            hide in 0u32..u32::MAX,
            missing: bool,
        ) {
            check(&numbers, hide, missing)?;
        }
    }

    /// Of the groups `2000..3001 (1)` and `2000..3001 (2)` only the second would have that name if
    /// all its values were published: both labels asked for it, and the first was given it.
    #[test]
    fn labels_that_differ_in_their_ordinals_are_in_the_order_of_their_groups() {
        let numbers = (0..12).chain([2001, 2002, 2500, 2501, 3000, 3001]).collect();
        for missing in [false, true] {
            check(&numbers, 226_795_520, missing).unwrap();
        }
    }
}

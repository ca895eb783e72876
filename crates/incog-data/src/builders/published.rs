//! What a hierarchy shows when only some of the values it was made for are published.

use super::{Fanout, HierarchySpec, Order, Values};
use crate::{Column, Hierarchy};

/// A hierarchy as a release shows it: labels, levels and domain follow from the values that are published,
/// and from nothing else.
///
/// A hierarchy that is made from a column tells of every value of the column: a group `adams..miller` names its
/// first and last value, a masked code is as long as the longest one. Where records are suppressed, that would tell
/// about them. The published form makes every label again from the published values; which values stand together does
/// not change.
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedHierarchy {
    /// The hierarchy of the published values. Of a stated hierarchy all values, published or not.
    pub hierarchy: Hierarchy,
    /// For each level of the hierarchy it was made from its level in this one.
    pub level_of: Vec<u8>,
}

impl HierarchySpec {
    /// Whether the labels and the domain are stated, so that they follow from no record: a tree, or an order of
    /// values. All others are made from the values of a column.
    pub fn is_stated(&self) -> bool {
        matches!(self, Self::Tree(_) | Self::Fanout(Fanout { order: Order::Given(_), .. }))
    }

    /// What is published of the hierarchy that this made of `column`, when of its values only those are
    /// published whose code `is_published`. `None` when there is none.
    ///
    /// Intervals and masks are made again for the published values, a masked value as long as the longest published one. Groups of
    /// neighbours (`fanout` in natural order, `ranges`) are named by their first and last published value, and levels
    /// that no longer tell published values apart fall together. Dates, dependent columns and flat hierarchies keep their labels.
    ///
    /// ```
    /// use incog_data::{ColumnBuilder, Fanout, HierarchySpec, Order, Values};
    /// let mut builder = ColumnBuilder::new("name");
    /// for name in ["adams", "baker", "cole", "doe"] { builder.push(name); }
    /// let column = builder.finish(&[]);
    /// let spec = HierarchySpec::Fanout(Fanout { fanout: 3, order: Order::Natural });
    /// let made = spec.build_from(&Values::of(&column)).unwrap();
    /// assert_eq!(made.label(1, 0), "adams..cole");
    /// let published = spec.publish(&made, &column, |code| column.dictionary.get(code) != "cole").unwrap();
    /// assert_eq!(published.hierarchy.label(1, 0), "adams..baker");
    /// ```
    pub fn publish(
        &self,
        made: &Hierarchy,
        column: &Column,
        is_published: impl Fn(u32) -> bool,
    ) -> Option<PublishedHierarchy> {
        let values = Values::of_codes(column, &is_published);
        if values.present().is_empty() && values.missing().is_empty() {
            return None;
        }
        let published = match self {
            Self::Tree(_) | Self::Fanout(Fanout { order: Order::Given(_), .. }) => Some(made.clone()),
            Self::Intervals(_) | Self::Mask(_) => self.build_from(&values).ok(),
            Self::Date(_) | Self::Columns(_) | Self::Flat => restrict(made, &values, by_label),
            Self::Fanout(_) | Self::Ranges(_) => None,
        };
        let height = made.height();
        let aligned = published.and_then(|published| {
            // Only masks change their height: what was masked beyond the longest published value.
            let fewer = height.checked_sub(published.height())?;
            let level_of = |level: usize| if level == height { level - fewer } else { level.saturating_sub(fewer) };
            let levels: Vec<u8> = (0..=height).map(|level| level_of(level) as u8).collect();
            Some(PublishedHierarchy { hierarchy: published, level_of: levels })
        });
        aligned
            .filter(|published| published.groups_as(made, &values))
            .or_else(|| neighbours(made, &values))
    }
}

impl PublishedHierarchy {
    /// The hierarchy as it is: nothing of it follows from the data.
    pub fn stated(hierarchy: Hierarchy) -> Self {
        let level_of = (0..=hierarchy.height() as u8).collect();
        Self { hierarchy, level_of }
    }

    /// Whether at every level the same values stand together as in the hierarchy this was made from.
    fn groups_as(&self, made: &Hierarchy, values: &Values<'_>) -> bool {
        let pairs: Option<Vec<(u32, u32)>> =
            values.all().map(|value| Some((made.find(value)?, self.hierarchy.find(value)?))).collect();
        let Some(pairs) = pairs else { return false };
        self.level_of.iter().enumerate().all(|(level, &published)| {
            let mut both: Vec<(u32, u32)> = pairs
                .iter()
                .map(|&(a, b)| (made.label_code(level, a), self.hierarchy.label_code(published.into(), b)))
                .collect();
            both.sort_unstable();
            both.dedup();
            let distinct = |pick: fn(&(u32, u32)) -> u32| {
                let mut codes: Vec<u32> = both.iter().map(pick).collect();
                codes.sort_unstable();
                codes.dedup();
                codes.len()
            };
            both.len() == distinct(|pair| pair.0) && both.len() == distinct(|pair| pair.1)
        })
    }
}

/// The hierarchy of some of the values, a group named by `label` from its label and its members.
fn restrict(
    made: &Hierarchy,
    values: &Values<'_>,
    label: impl Fn(&str, &[&str]) -> String,
) -> Option<Hierarchy> {
    restrict_to(made, values, made.height(), label)
}

/// The same with only the levels below `until`, and the root.
fn restrict_to(
    made: &Hierarchy,
    values: &Values<'_>,
    until: usize,
    label: impl Fn(&str, &[&str]) -> String,
) -> Option<Hierarchy> {
    let of_value: Vec<(&str, u32)> =
        values.all().map(|value| Some((value, made.find(value)?))).collect::<Option<_>>()?;
    let mut rows: Vec<Vec<String>> = of_value.iter().map(|(value, _)| vec![(*value).to_owned()]).collect();
    for level in 1..until {
        let mut members: Vec<Vec<&str>> = vec![Vec::new(); made.labels(level).len()];
        of_value.iter().for_each(|(value, leaf)| members[made.label_code(level, *leaf) as usize].push(value));
        for (row, (_, leaf)) in rows.iter_mut().zip(&of_value) {
            let code = made.label_code(level, *leaf);
            row.push(label(made.labels(level).get(code), &members[code as usize]));
        }
    }
    let root = made.labels(made.height()).get(0);
    let rows = rows.iter().map(|row| row.iter().map(String::as_str).chain([root]).collect::<Vec<_>>());
    Hierarchy::new(rows).ok()
}

fn by_label(label: &str, _members: &[&str]) -> String {
    label.to_owned()
}

/// Groups named by their first and last published value. Levels between the first one at which all values that are not missing
/// stand together and the root fall together.
fn neighbours(made: &Hierarchy, values: &Values<'_>) -> Option<PublishedHierarchy> {
    let height = made.height();
    let together = (1..height).find(|&level| {
        let mut codes = values.present().iter().filter_map(|value| made.find(value));
        let first = codes.next().map(|leaf| made.label_code(level, leaf));
        first.is_none_or(|first| codes.all(|leaf| made.label_code(level, leaf) == first))
    });
    let until = together.map_or(height, |level| level + 1);
    let hierarchy = restrict_to(made, values, until, by_ends)?;
    let level_of = |level: usize| if level == height { until } else { level.min(until - 1) };
    let level_of = (0..=height).map(|level| level_of(level) as u8).collect();
    Some(PublishedHierarchy { hierarchy, level_of })
}

fn by_ends(_label: &str, members: &[&str]) -> String {
    match members {
        [first, .., last] => format!("{first}..{last}"),
        [one] => (*one).to_owned(),
        [] => String::new(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::{DateLevels, DateUnit, Intervals, Mask, Ranges};
    use super::*;
    use crate::ColumnBuilder;

    fn column(values: &[&str]) -> Column {
        let mut builder = ColumnBuilder::new("c");
        values.iter().for_each(|value| builder.push(value));
        builder.finish(&["", "?"])
    }

    /// The published rows of the hierarchy, and the levels, when `hidden` values are suppressed.
    fn published(spec: &HierarchySpec, values: &[&str], hidden: &[&str]) -> (Vec<String>, Vec<u8>) {
        let column = column(values);
        let made = spec.build_from(&Values::of(&column)).unwrap();
        let found = spec.publish(&made, &column, |code| !hidden.contains(&column.dictionary.get(code))).unwrap();
        let row = |value: &&str| {
            let code = found.hierarchy.find(value).unwrap();
            let labels = (0..=found.hierarchy.height()).map(|level| found.hierarchy.label(level, code));
            labels.collect::<Vec<_>>().join("|")
        };
        (values.iter().filter(|value| !hidden.contains(value)).map(row).collect(), found.level_of)
    }

    #[test]
    fn groups_name_published_values_only() {
        let spec = HierarchySpec::Fanout(Fanout { fanout: 2, order: Order::Natural });
        let (rows, levels) = published(&spec, &["a", "b", "c", "d", "e", "?"], &["b", "e"]);
        assert_eq!(rows, ["a|a|a..d|*", "c|c..d|a..d|*", "d|c..d|a..d|*", "?|?|?|*"]);
        assert_eq!(levels, [0, 1, 2, 3]);
        // With e gone, level 2 and the root tell the same apart, except for what is missing.
        let (rows, levels) = published(&spec, &["a", "b", "c", "d", "e"], &["c", "d", "e"]);
        assert_eq!((rows, levels), (vec!["a|a..b|*".to_owned(), "b|a..b|*".into()], vec![0, 1, 1, 2]));
    }

    #[test]
    fn ranges_name_published_values_only() {
        let spec = HierarchySpec::Ranges(Ranges { levels: 3 });
        let (rows, _) = published(&spec, &["1", "2", "7", "8", "900"], &["900"]);
        assert!(rows.iter().all(|row| !row.contains("900")), "{rows:?}");
        assert_eq!(rows[0], "1|1..8|*");
    }

    #[test]
    fn masks_are_as_long_as_the_longest_published_value() {
        let spec = HierarchySpec::Mask(Mask::default());
        let (rows, levels) = published(&spec, &["113", "12", "1234567"], &["1234567"]);
        assert_eq!(rows, ["113|11*|1**|*", "12|12*|1**|*"]);
        assert_eq!(levels, [0, 0, 0, 0, 0, 1, 2, 3]);
    }

    #[test]
    fn intervals_are_written_as_published_values_are() {
        let spec = HierarchySpec::Intervals(Intervals { widths: vec![5.0], origin: 0.0 });
        assert_eq!(published(&spec, &["31", "2.5"], &["2.5"]).0, ["31|30-34|*"]);
        assert_eq!(published(&spec, &["31", "-2"], &["-2"]).0, ["31|30-34|*"]);
        assert_eq!(published(&spec, &["31", "-2"], &[]).0, ["31|30..34|*", "-2|-5..-1|*"]);
    }

    #[test]
    fn stated_hierarchies_stand() {
        let order = Order::Given(["low", "mid", "high"].map(String::from).to_vec());
        let spec = HierarchySpec::Fanout(Fanout { fanout: 2, order });
        let (rows, levels) = published(&spec, &["low", "mid"], &["mid"]);
        assert_eq!((rows, levels), (vec!["low|low..mid|*".to_owned()], vec![0, 1, 2]));
    }

    #[test]
    fn nothing_published_has_no_hierarchy() {
        let column = column(&["a"]);
        let made = HierarchySpec::Flat.build_from(&Values::of(&column)).unwrap();
        assert_eq!(HierarchySpec::Flat.publish(&made, &column, |_| false), None);
    }

    #[test]
    fn a_value_that_looks_like_a_mask_keeps_its_group() {
        let spec = HierarchySpec::Mask(Mask::default());
        let (rows, levels) = published(&spec, &["12", "12*", "9999999"], &["9999999"]);
        // Both read 12***** where the long value is masked, so they stand together still.
        assert_eq!(rows[0].split('|').nth(levels[1].into()), rows[1].split('|').nth(levels[1].into()));
    }

    #[test]
    fn every_level_groups_published_values_as_before() {
        use proptest::prelude::*;
        let date = DateLevels { units: vec![DateUnit::Month, DateUnit::Year], format: None };
        let specs = [
            (HierarchySpec::Fanout(Fanout { fanout: 2, order: Order::Natural }), false),
            (HierarchySpec::Fanout(Fanout { fanout: 3, order: Order::Natural }), false),
            (HierarchySpec::Ranges(Ranges { levels: 4 }), false),
            (HierarchySpec::Mask(Mask::default()), false),
            (HierarchySpec::Intervals(Intervals { widths: vec![5.0, 20.0], origin: 0.0 }), false),
            (HierarchySpec::Flat, false),
            (HierarchySpec::Date(date), true),
        ];
        proptest!(|(numbers in proptest::collection::btree_set(0u32..4000, 1..20), hide in 0u32..u32::MAX, missing: bool)| {
            for (spec, is_date) in &specs {
                let text = |number: &u32| match is_date {
                    false => number.to_string(),
                    true => format!("{:04}-{:02}-01", 1900 + number % 200, 1 + number % 12),
                };
                let mut values: Vec<String> = numbers.iter().map(text).collect();
                values.extend(missing.then(String::new));
                let column = column(&values.iter().map(String::as_str).collect::<Vec<_>>());
                let made = spec.build_from(&Values::of(&column)).unwrap();
                let is_published = |code: u32| code == 0 || hide >> (code % 32) & 1 == 0;
                let found = spec.publish(&made, &column, is_published).unwrap();
                let values = Values::of_codes(&column, is_published);
                prop_assert!(found.groups_as(&made, &values), "{spec:?}");
                prop_assert_eq!(found.hierarchy.values(), values.all().count());
                // The same published values give the same hierarchy, whatever was suppressed beside them.
                let alone = spec.build_from(&values).ok().filter(|_| !matches!(spec, HierarchySpec::Fanout(_) | HierarchySpec::Ranges(_)));
                if let Some(alone) = alone {
                    prop_assert_eq!(&found.hierarchy, &alone);
                }
            }
        });
    }
}

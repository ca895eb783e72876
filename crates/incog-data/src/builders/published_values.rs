//! What a hierarchy shows when only some of the values it was made for are published.

use super::bounds::GroupNames;
use super::{Fanout, HierarchySpec, Intervals, Order, Publish, PublishedValues, Ranges, Values};
use crate::{Column, Hierarchy};

/// A hierarchy as a release shows it: labels, levels and domain are determined by the published
/// values, and by nothing else.
///
/// A hierarchy that is made from a column reveals something about every value of the column: where
/// a group of neighbours begins and ends, how long the longest masked code is. Where records are
/// suppressed, that would reveal something about them. The published form makes every label again
/// from the published values; which values are grouped together does not change. Groups of
/// neighbours are named by bounds that are nobody's own value: see [`PublishedValues`].
#[derive(Debug, Clone, PartialEq)]
pub struct PublishedHierarchy {
    /// The hierarchy of the published values. A stated hierarchy keeps all its values, published or
    /// not.
    pub hierarchy: Hierarchy,
    /// For each level of the release, the level here that shows it.
    pub levels: Vec<u8>,
}

impl HierarchySpec {
    /// Whether the labels and the domain are stated, so that they depend on no record: a tree, or
    /// an order of values. All other hierarchies are made from the values of a column.
    pub fn is_stated(&self) -> bool {
        matches!(self, Self::Tree(_) | Self::Fanout(Fanout { order: Order::Given(_), .. }))
    }

    /// Whether groups have no name but the bounds around their values: neighbours in natural order,
    /// and ranges.
    pub fn names_groups_by_bounds(&self) -> bool {
        matches!(self, Self::Ranges(_) | Self::Fanout(Fanout { order: Order::Natural, .. }))
    }

    /// What is published of the hierarchy that this specification made from a column, when only
    /// some of its values are published, at some of its `levels`, ascending. `None` when no value
    /// is published.
    ///
    /// Intervals and masks are made again for the published values, a masked value as long as the
    /// longest published one. Dates, codes, countries, dependent columns and flat hierarchies keep
    /// their labels. Where groups of neighbours (`fanout` in natural order, `ranges`) begin and end
    /// depends on values that may be suppressed, so only the levels of the release are shown: the
    /// value, its groups named by bounds around their published values, and the root.
    ///
    /// ```
    /// use incog_data::{ColumnBuilder, Fanout, HierarchySpec, Order, PublishedValues, Values};
    /// let mut builder = ColumnBuilder::new("name");
    /// for name in ["adams", "baker", "cole", "doe"] { builder.push(name); }
    /// let column = builder.finish(&[]);
    /// let spec = HierarchySpec::Fanout(Fanout { fanout: 3, order: Order::Natural });
    /// let made = spec.build_from(&Values::from_column(&column)).unwrap();
    /// // Five people have each name but cole, which is suppressed.
    /// let published = PublishedValues::new(&column, vec![Some(5), Some(5), None, Some(5)], 5);
    /// let shown = spec.publish(&made, &[1], &published).unwrap();
    /// assert_eq!(shown.hierarchy.label(1, 0), "adams..baker");
    /// ```
    pub fn publish(
        &self,
        made: &Hierarchy,
        levels: &[usize],
        published: &PublishedValues<'_>,
    ) -> Option<PublishedHierarchy> {
        let values = published.values();
        if values.present().is_empty() && values.missing().is_empty() {
            return None;
        }
        self.made_again(made, &values, levels).or_else(|| self.bounds_alone(made, &values, levels, published))
    }

    /// As [`publish`](Self::publish), with the groups of the levels named by bounds around their
    /// published values.
    pub fn publish_bounds(
        &self,
        made: &Hierarchy,
        levels: &[usize],
        published: &PublishedValues<'_>,
    ) -> Option<PublishedHierarchy> {
        self.bounds_alone(made, &published.values(), levels, published)
    }

    /// As [`publish`](Self::publish), for a hierarchy that the job did not ask for explicitly: how
    /// it is made, and how many levels it has, depends on all values, so only the levels of the
    /// release are shown.
    pub fn publish_levels(
        &self,
        made: &Hierarchy,
        levels: &[usize],
        published: &PublishedValues<'_>,
    ) -> Option<PublishedHierarchy> {
        let whole = self.publish(made, levels, published)?;
        let at_root = |level: usize| level == made.height();
        let shown = levels
            .iter()
            .zip(&whole.levels)
            .map(|(&level, &shown)| if at_root(level) { whole.hierarchy.height() } else { shown.into() });
        levels_alone(&whole.hierarchy, &published.values(), &shown.collect::<Vec<_>>(), &mut as_they_are)
    }

    /// The hierarchy `made` with all its levels, where all values are published: groups that have
    /// no name of their own are named by bounds around their values. `None` where every label
    /// stays.
    pub fn with_names(&self, made: &Hierarchy, published: &PublishedValues<'_>) -> Option<Hierarchy> {
        if !self.names_groups_by_bounds() {
            return None;
        }
        let values = published.values();
        let mut names = GroupNames::new(published, &values, self.form());
        let between: Vec<usize> = (1..made.height()).collect();
        restrict(made, &values, &between, &mut |groups| names.of_level(&members_of(groups)))
    }

    /// The hierarchy made again from the published values, if it groups them as `made` does.
    fn made_again(
        &self,
        made: &Hierarchy,
        values: &Values<'_>,
        levels: &[usize],
    ) -> Option<PublishedHierarchy> {
        let published = match self {
            // Stated values all count, missing ones only where they are published.
            stated if stated.is_stated() => self.build_from(values).ok(),
            Self::Tree(_) | Self::Intervals(_) | Self::Mask(_) => self.build_from(values).ok(),
            Self::Date(_) | Self::Codes(_) | Self::Countries(_) | Self::Columns(_) | Self::Flat => {
                let between: Vec<usize> = (1..made.height()).collect();
                restrict(made, values, &between, &mut as_they_are)
            }
            Self::Fanout(_) | Self::Ranges(_) => None,
        };
        let hierarchy = published?;
        let shown =
            |&level: &usize| Some(lowest_alike(&hierarchy, level_shown(made, &hierarchy, level)?, values));
        let shown = levels.iter().map(shown).collect::<Option<Vec<u8>>>()?;
        let again = PublishedHierarchy { hierarchy, levels: shown };
        again.groups_as(made, levels, values).then_some(again)
    }

    /// The levels of the release alone, their groups named by bounds around their published values.
    /// Groups of one value each are shown as the values themselves: a release does not distinguish
    /// the two.
    fn bounds_alone(
        &self,
        made: &Hierarchy,
        values: &Values<'_>,
        levels: &[usize],
        published: &PublishedValues<'_>,
    ) -> Option<PublishedHierarchy> {
        let mut names = GroupNames::new(published, values, self.form());
        let alone = levels_alone(made, values, levels, &mut |groups| names.of_level(&members_of(groups)))?;
        let at_values = alone.levels.iter().all(|&level| level == 0);
        let of_values = if at_values { self.made_again(made, values, &vec![0; levels.len()]) } else { None };
        of_values.or(Some(alone))
    }

    /// The form in which groups that are named by bounds are published.
    pub(super) fn form(&self) -> Publish {
        match self {
            Self::Intervals(Intervals { publish, .. }) | Self::Ranges(Ranges { publish, .. }) => *publish,
            _ => Publish::Label,
        }
    }
}

impl PublishedHierarchy {
    /// The level under which a stated hierarchy is reported: the lowest at which all that may stand
    /// behind the labels of the values of `column` whose code `is_published` have the labels that
    /// they have at `level`.
    pub fn stated_level(
        hierarchy: &Hierarchy,
        column: &Column,
        level: usize,
        is_published: impl Fn(u32) -> bool,
    ) -> u8 {
        lowest_alike(hierarchy, level, &Values::of_codes(column, is_published))
    }

    /// Whether the levels of the release group the same values together as `levels` of the
    /// hierarchy this was made from.
    fn groups_as(&self, made: &Hierarchy, levels: &[usize], values: &Values<'_>) -> bool {
        let mut pairs = levels.iter().zip(&self.levels);
        pairs
            .all(|(&level, &shown)| same_groups((made, level), (&self.hierarchy, shown.into()), values.all()))
    }
}

/// Whether two hierarchies have all of these values and group them the same way at a level of each.
pub(super) fn same_groups<'a>(
    a: (&Hierarchy, usize),
    b: (&Hierarchy, usize),
    values: impl Iterator<Item = &'a str>,
) -> bool {
    let code = |(hierarchy, level): (&Hierarchy, usize), value: &str| {
        Some(hierarchy.label_code(level, hierarchy.find(value)?))
    };
    let mut values = values.map(|value| Some((code(a, value)?, code(b, value)?)));
    let Some(mut both) = values.by_ref().collect::<Option<Vec<(u32, u32)>>>() else {
        return false;
    };
    both.sort_unstable();
    both.dedup();
    let distinct = |pick: fn(&(u32, u32)) -> u32| {
        let mut codes: Vec<u32> = both.iter().map(pick).collect();
        codes.sort_unstable();
        codes.dedup();
        codes.len()
    };
    both.len() == distinct(|pair| pair.0) && both.len() == distinct(|pair| pair.1)
}

/// The level of a hierarchy of published values that shows `level` of the hierarchy of all; `None`
/// when it has more levels than that. Only masks have fewer: what was masked beyond the longest
/// published value.
pub(super) fn level_shown(made: &Hierarchy, published: &Hierarchy, level: usize) -> Option<usize> {
    let fewer = made.height().checked_sub(published.height())?;
    Some(if level == made.height() { published.height() } else { level.saturating_sub(fewer) })
}

/// The lowest level at which all that may stand behind the labels of these values at `level` have
/// the same labels: a release does not distinguish the two. Were it the values alone, the level
/// would say which of a group they are: that all cells `north` are those of a value of that name.
fn lowest_alike(hierarchy: &Hierarchy, level: usize, values: &Values<'_>) -> u8 {
    let mut is_label = vec![false; hierarchy.labels(level).len()];
    let labels =
        values.all().filter_map(|value| hierarchy.find(value)).map(|leaf| hierarchy.label_code(level, leaf));
    labels.for_each(|label| is_label[label as usize] = true);
    let all = 0..hierarchy.values() as u32;
    let leaves: Vec<u32> = all.filter(|&leaf| is_label[hierarchy.label_code(level, leaf) as usize]).collect();
    let alike = |lower: &usize| {
        leaves.iter().all(|&leaf| hierarchy.label(*lower, leaf) == hierarchy.label(level, leaf))
    };
    (0..=level).find(alike).unwrap_or(level) as u8
}

/// A group of a level: its label, and its published values.
type LabelledGroup<'h, 'v> = (&'h str, Vec<&'v str>);

/// Makes the labels that the groups of a level have in a release.
type Naming<'n, 'v> = &'n mut dyn FnMut(&[LabelledGroup<'_, 'v>]) -> Vec<String>;

/// The value, the groups of some levels of a hierarchy, and the root; a level at which each group
/// is a single value counts as that of the values.
fn levels_alone<'v>(
    made: &Hierarchy,
    values: &Values<'v>,
    levels: &[usize],
    names: Naming<'_, 'v>,
) -> Option<PublishedHierarchy> {
    let is_between = |level: &usize| (1..made.height()).contains(level);
    let mut shows_values = |level: usize| {
        restrict(made, values, &[level], names).is_some_and(|shown| {
            let mut leaves = values.all().map(|value| (value, shown.find(value)));
            leaves.all(|(value, leaf)| leaf.is_some_and(|leaf| shown.label(1, leaf) == value))
        })
    };
    let mut between: Vec<usize> =
        levels.iter().copied().filter(is_between).filter(|&level| !shows_values(level)).collect();
    between.dedup();
    let hierarchy = restrict(made, values, &between, names)?;
    let shown = |&level: &usize| match between.iter().position(|&shown| shown == level) {
        Some(place) => place as u8 + 1,
        None if level >= made.height() && level > 0 => between.len() as u8 + 1,
        None => 0,
    };
    Some(PublishedHierarchy { levels: levels.iter().map(shown).collect(), hierarchy })
}

/// The value, some levels of a hierarchy, and the root, for some of its values; `names` makes the
/// labels of a level.
pub(super) fn restrict<'v>(
    made: &Hierarchy,
    values: &Values<'v>,
    levels: &[usize],
    names: Naming<'_, 'v>,
) -> Option<Hierarchy> {
    let of_value: Vec<(&str, u32)> =
        values.all().map(|value| Some((value, made.find(value)?))).collect::<Option<_>>()?;
    let mut rows: Vec<Vec<String>> = of_value.iter().map(|(value, _)| vec![(*value).to_owned()]).collect();
    for &level in levels {
        let mut place_of = vec![None; made.labels(level).len()];
        let mut groups: Vec<LabelledGroup<'_, 'v>> = Vec::new();
        for (value, leaf) in &of_value {
            let code = made.label_code(level, *leaf);
            let place = *place_of[code as usize].get_or_insert(groups.len());
            if place == groups.len() {
                groups.push((made.labels(level).get(code), Vec::new()));
            }
            groups[place].1.push(value);
        }
        let labels = names(&groups);
        for (row, (_, leaf)) in rows.iter_mut().zip(&of_value) {
            let place = place_of[made.label_code(level, *leaf) as usize];
            row.push(place.and_then(|place| labels.get(place).cloned()).unwrap_or_default());
        }
    }
    let root = made.labels(made.height()).get(0);
    let rows = rows.iter().map(|row| row.iter().map(String::as_str).chain([root]).collect::<Vec<_>>());
    Hierarchy::new(rows).ok()
}

/// The labels that the groups have.
pub(super) fn as_they_are(groups: &[LabelledGroup<'_, '_>]) -> Vec<String> {
    groups.iter().map(|(label, _)| (*label).to_owned()).collect()
}

fn members_of<'v>(groups: &[LabelledGroup<'_, 'v>]) -> Vec<Vec<&'v str>> {
    groups.iter().map(|(_, members)| members.clone()).collect()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::column;
    use super::super::{DateLevels, DateUnit, DependentColumns, Mask};
    use super::*;

    /// The published rows of the hierarchy, and the level, when `hidden` values are suppressed.
    fn published(spec: &HierarchySpec, values: &[&str], level: usize, hidden: &[&str]) -> (Vec<String>, u8) {
        let column = column(values);
        let made = spec.build_from(&Values::from_column(&column)).unwrap();
        let is_published = |code| !hidden.contains(&column.dictionary.get(code));
        let shown = PublishedValues::of_codes(&column, is_published);
        let found = spec.publish(&made, &[level], &shown).unwrap();
        let row = |value: &&str| {
            let code = found.hierarchy.find(value).unwrap();
            let labels = (0..=found.hierarchy.height()).map(|level| found.hierarchy.label(level, code));
            labels.collect::<Vec<_>>().join("|")
        };
        (values.iter().filter(|value| !hidden.contains(value)).map(row).collect(), found.levels[0])
    }

    #[test]
    fn groups_name_published_values_only() {
        let spec = HierarchySpec::Fanout(Fanout { fanout: 2, order: Order::Natural });
        let values = ["a", "b", "c", "d", "e", "?"];
        let at = |level| published(&spec, &values, level, &["b", "e"]);
        assert_eq!(at(0), (["a|*", "c|*", "d|*", "?|*"].map(String::from).into(), 0));
        assert_eq!(at(1), (["a|a|*", "c|c..d|*", "d|c..d|*", "?|?|*"].map(String::from).into(), 1));
        assert_eq!(at(2), (["a|a..d|*", "c|a..d|*", "d|a..d|*", "?|?|*"].map(String::from).into(), 1));
        assert_eq!(at(3), (["a|*", "c|*", "d|*", "?|*"].map(String::from).into(), 1));
    }

    #[test]
    fn ranges_name_published_values_only() {
        let spec = HierarchySpec::Ranges(Ranges { levels: 3, ..Ranges::default() });
        let (rows, _) = published(&spec, &["1", "2", "7", "8", "900"], 1, &["900"]);
        assert!(rows.iter().all(|row| !row.contains("900")), "{rows:?}");
        assert_eq!(rows[0], "1|1..8|*");
    }

    #[test]
    fn masks_are_as_long_as_the_longest_published_value() {
        let spec = HierarchySpec::Mask(Mask::default());
        let at = |level| published(&spec, &["113", "12", "1234567"], level, &["1234567"]);
        assert_eq!(at(5), (["113|11*|1**|*", "12|12*|1**|*"].map(String::from).into(), 1));
        assert_eq!([at(0).1, at(4).1, at(6).1, at(7).1], [0, 0, 2, 3]);
    }

    #[test]
    fn intervals_are_written_as_published_values_are() {
        let spec =
            HierarchySpec::Intervals(Intervals { widths: vec![5.0], origin: 0.0, ..Intervals::default() });
        assert_eq!(published(&spec, &["31", "2.5"], 1, &["2.5"]).0, ["31|30-34|*"]);
        assert_eq!(published(&spec, &["31", "-2"], 1, &["-2"]).0, ["31|30-34|*"]);
        assert_eq!(published(&spec, &["31", "-2"], 1, &[]).0, ["31|30..34|*", "-2|-5..-1|*"]);
    }

    #[test]
    fn groups_of_one_value_are_told_as_the_values() {
        let town = column(&["f1", "f2", "f3"]);
        let rows = [["f1", "north", "*"], ["f2", "north", "*"], ["f3", "south", "*"]];
        let made = Hierarchy::new(rows.map(Vec::from)).unwrap();
        let spec = HierarchySpec::Columns(DependentColumns { columns: vec!["county".into()] });
        let shown = |hidden| PublishedValues::of_codes(&town, move |code| code != hidden);
        let ends = |level, hidden| spec.publish_bounds(&made, &[level], &shown(hidden)).unwrap();
        let values = |hidden| spec.publish(&made, &[0], &shown(hidden)).unwrap();
        assert_eq!(ends(1, 0), values(0));
        assert_eq!((ends(1, 2).levels[0], ends(1, 2).hierarchy.label(1, 0)), (1, "f1..f2"));
    }

    #[test]
    fn intervals_are_written_as_if_there_were_no_other_width() {
        let spec = HierarchySpec::Intervals(Intervals {
            widths: vec![0.5, 1.0, 4.0],
            origin: 0.0,
            ..Intervals::default()
        });
        let values = ["8", "9", "2.5", "?"];
        let at = |level, hidden: &[&str]| {
            let column = column(&values);
            let made = spec.build_from(&Values::from_column(&column)).unwrap();
            let is_published = |code| !hidden.contains(&column.dictionary.get(code));
            let shown = PublishedValues::of_codes(&column, is_published);
            let found = spec.publish_levels(&made, &[level], &shown).unwrap();
            let label =
                |value| found.hierarchy.label(found.levels[0].into(), found.hierarchy.find(value).unwrap());
            (label("8").to_owned(), found.levels[0])
        };
        let alone = ["2.5"];
        assert_eq!(at(3, &alone), ("8-11".into(), 1));
        assert_eq!(at(2, &alone), ("8".into(), 0));
        assert_eq!(at(1, &alone), ("[8, 8.5)".into(), 1));
        assert_eq!(at(3, &[]), ("[8, 12)".into(), 1));
    }

    #[test]
    fn stated_hierarchies_stand() {
        let order = Order::Given(["low", "mid", "high"].map(String::from).to_vec());
        let spec = HierarchySpec::Fanout(Fanout { fanout: 2, order });
        let (rows, level) = published(&spec, &["low", "mid"], 1, &["mid"]);
        assert_eq!((rows, level), (vec!["low|low..mid|*".to_owned()], 1));
    }

    #[test]
    fn nothing_published_has_no_hierarchy() {
        let column = column(&["a"]);
        let made = HierarchySpec::Flat.build_from(&Values::from_column(&column)).unwrap();
        let nothing = PublishedValues::of_codes(&column, |_| false);
        assert_eq!(HierarchySpec::Flat.publish(&made, &[0], &nothing), None);
    }

    #[test]
    fn a_value_that_looks_like_a_mask_keeps_its_group() {
        let spec = HierarchySpec::Mask(Mask::default());
        let (rows, level) = published(&spec, &["12", "12*", "9999999"], 1, &["9999999"]);
        // Both read 12***** where the long value is masked, so they stand together still.
        assert_eq!(rows[0].split('|').nth(level.into()), rows[1].split('|').nth(level.into()));
    }

    #[test]
    fn every_level_groups_published_values_as_before() {
        use proptest::prelude::*;
        let date = DateLevels { units: vec![DateUnit::Month, DateUnit::Year], ..DateLevels::default() };
        let specs = [
            (HierarchySpec::Fanout(Fanout { fanout: 2, order: Order::Natural }), false),
            (HierarchySpec::Fanout(Fanout { fanout: 3, order: Order::Natural }), false),
            (HierarchySpec::Ranges(Ranges { levels: 4, ..Ranges::default() }), false),
            (HierarchySpec::Mask(Mask::default()), false),
            (
                HierarchySpec::Intervals(Intervals {
                    widths: vec![5.0, 20.0],
                    origin: 0.0,
                    ..Intervals::default()
                }),
                false,
            ),
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
                let made = spec.build_from(&Values::from_column(&column)).unwrap();
                let is_published = |code: u32| code == 0 || hide >> (code % 32) & 1 == 0;
                let values = Values::of_codes(&column, is_published);
                let people = |code: u32| is_published(code).then_some(u64::from(code % 3));
                let people = (0..column.dictionary.len() as u32).map(people).collect();
                let shown = PublishedValues::new(&column, people, 2);
                for level in 0..=made.height() {
                    let whole = spec.publish(&made, &[level], &shown).unwrap();
                    let alone = spec.publish_levels(&made, &[level], &shown).unwrap();
                    for found in [whole, alone] {
                        prop_assert!(found.groups_as(&made, &[level], &values), "{spec:?} at {level}");
                        prop_assert_eq!(found.hierarchy.values(), values.all().count());
                        prop_assert!(usize::from(found.levels[0]) <= found.hierarchy.height());
                    }
                }
            }
        });
    }
}

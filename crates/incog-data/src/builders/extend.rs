//! Extends a hierarchy of one table to another table of the same form.

use super::published_values::same_groups;
use super::{HierarchySpec, Values};
use crate::{Column, Hierarchy};

impl HierarchySpec {
    /// The hierarchy `made` from an earlier table, with those new values of `column` added that its
    /// rule places in the same groups.
    ///
    /// Intervals, ranges, masks, dates, codes and countries are rules: a number not seen before has
    /// its interval. How neighbours are grouped (`fanout`), and what a value belongs to in another
    /// column, is determined by the earlier table alone, so there every new value is left out. Also
    /// left out is a value that is longer than every masked one was, or that is not a number or not
    /// a date. A missing value stands by itself, however it is spelled.
    ///
    /// ```
    /// use incog_data::{ColumnBuilder, HierarchySpec, Intervals, Values};
    /// let column = |values: &[&str]| {
    ///     let mut builder = ColumnBuilder::new("age");
    ///     values.iter().for_each(|value| builder.push(value));
    ///     builder.finish(&[""])
    /// };
    /// let spec = HierarchySpec::Intervals(Intervals { widths: vec![10.0], origin: 0.0, ..Intervals::default() });
    /// let made = spec.build_from(&Values::from_column(&column(&["31", "47"]))).unwrap();
    /// let extended = spec.extended(&made, &column(&["35", "unknown"]));
    /// assert_eq!(extended.label(1, extended.find("35").unwrap()), "30-39");
    /// assert_eq!(extended.find("unknown"), None);
    /// ```
    pub fn extended(&self, made: &Hierarchy, column: &Column) -> Hierarchy {
        let known = Known::new(made);
        let spec = match self {
            Self::Ranges(ranges) => ranges.intervals(&known.values(column, |_| false)).ok(),
            Self::Intervals(_)
            | Self::Mask(_)
            | Self::Date(_)
            | Self::Codes(_)
            | Self::Countries(_)
            | Self::Flat => Some(self.clone()),
            Self::Fanout(_) | Self::Columns(_) | Self::Tree(_) => None,
        };
        let with = |spec: &Self, is_wanted: &dyn Fn(u32) -> bool| {
            let extended = spec.build_from(&known.values(column, is_wanted)).ok()?;
            known.stand_together_in(made, &extended).then_some(extended)
        };
        let found = spec.and_then(|spec| {
            let alone = |code: u32| column.is_missing(code) || spec.places(column, code, &known);
            with(&spec, &|_| true).or_else(|| with(&spec, &alone))
        });
        let found = found.unwrap_or_else(|| made.clone());
        let missing = column.missing.iter().map(|&code| column.dictionary.get(code));
        missing.fold(found, |found, value| found.with_value_alone(value))
    }

    /// Whether a value can be one of a hierarchy by this rule that has no more levels than one of
    /// the known values.
    fn places(&self, column: &Column, code: u32, known: &Known<'_>) -> bool {
        let value = column.dictionary.get(code);
        let is_short = !matches!(self, Self::Mask(_)) || value.chars().count() <= known.longest;
        is_short && self.build_from(&Values::of_codes(column, |other| other == code)).is_ok()
    }
}

/// The values of a hierarchy that was made of a column.
struct Known<'h> {
    /// Those that are not missing.
    present: Vec<&'h str>,
    /// Characters of the longest.
    longest: usize,
}

impl<'h> Known<'h> {
    /// A value that keeps its own label up to the root is a missing one.
    fn new(made: &'h Hierarchy) -> Self {
        let height = made.height();
        let is_itself =
            |value: u32| (1..height).all(|level| made.label(level, value) == made.label(0, value));
        let is_missing = |value: u32| height > 1 && is_itself(value);
        let values = (0..made.values() as u32).filter(|&value| !is_missing(value));
        let present: Vec<&str> = values.map(|value| made.label(0, value)).collect();
        let longest = present.iter().map(|value| value.chars().count()).max().unwrap_or(0);
        Self { present, longest }
    }

    /// Whether the same values are grouped together in both hierarchies, at every level.
    fn stand_together_in(&self, made: &Hierarchy, extended: &Hierarchy) -> bool {
        let alike =
            |level: usize| same_groups((made, level), (extended, level), self.present.iter().copied());
        made.height() == extended.height() && (0..=made.height()).all(alike)
    }

    /// These values and the wanted ones of a column.
    fn values<'v>(&self, column: &'v Column, is_wanted: impl Fn(u32) -> bool) -> Values<'v>
    where
        'h: 'v,
    {
        Values::of_codes(column, is_wanted).with_domain(self.present.iter().copied())
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::column;
    use super::super::{DateLevels, DateUnit, Fanout, Intervals, Mask, Order, Ranges};
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn earlier_values_keep_their_groups(
            earlier in proptest::collection::btree_set(-40i32..4000, 1..20),
            later in proptest::collection::btree_set(-400i32..40000, 1..20),
            odd: bool,
        ) {
            let date = DateLevels { units: vec![DateUnit::Month, DateUnit::Year], ..DateLevels::default() };
            let specs = [
                (HierarchySpec::Intervals(Intervals { widths: vec![5.0, 20.0], origin: 0.0, ..Intervals::default() }), true),
                (HierarchySpec::Ranges(Ranges { levels: 4, ..Ranges::default() }), true),
                (HierarchySpec::Mask(Mask::default()), true),
                (HierarchySpec::Flat, true),
                (HierarchySpec::Fanout(Fanout { fanout: 2, order: Order::Natural }), false),
                (HierarchySpec::Date(date), true),
            ];
            for (spec, is_rule) in &specs {
                let text = |number: &i32| match spec {
                    HierarchySpec::Date(_) => format!("{:04}-{:02}-01", 1900 + number.rem_euclid(90), 1 + number.rem_euclid(12)),
                    _ => number.to_string(),
                };
                let before: Vec<String> = earlier.iter().map(text).collect();
                let mut after: Vec<String> = later.iter().map(text).collect();
                after.push(String::new());
                after.extend(odd.then(|| "neither number nor date".to_owned()));
                let made = spec.build_from(&Values::from_column(&column(&before))).unwrap();
                let extended = spec.extended(&made, &column(&after));
                prop_assert_eq!(extended.height(), made.height(), "{:?}", spec);
                for level in 0..=made.height() {
                    let values = before.iter().map(String::as_str);
                    prop_assert!(same_groups((&made, level), (&extended, level), values), "{spec:?} at {level}");
                }
                let longest = before.iter().map(String::len).max().unwrap();
                for value in after.iter().filter(|value| value.len() <= longest.min(10) && !value.contains(' ')) {
                    prop_assert!(!is_rule || extended.find(value).is_some(), "{spec:?}: {value}");
                }
                let missing = extended.find("").unwrap();
                prop_assert!((0..made.height()).all(|level| extended.label(level, missing).is_empty()), "{spec:?}");
            }
        }
    }
}

//! Which values of a group a number can be the middle of.

use crate::Hierarchy;
use crate::decimal::opposite;
use std::collections::HashMap;

/// The numbers of a hierarchy at one of its levels, whose groups are neighbours.
pub(super) struct NumbersOfGroups<'a> {
    made: &'a Hierarchy,
    level: usize,
    /// Numbers, each with the value that it is, in order.
    numbers: Vec<(f64, u32)>,
}

/// The widest part of a group that has a number in its middle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Span {
    pub group: u32,
    first: f64,
    last: f64,
}

impl Span {
    fn has(&self, number: f64) -> bool {
        (self.first..=self.last).contains(&number)
    }
}

impl<'a> NumbersOfGroups<'a> {
    pub fn of(made: &'a Hierarchy, level: usize) -> Self {
        let values = (0u32..).zip(made.labels(0).iter());
        let numbers = values.filter_map(|(leaf, value)| Some((value.parse().ok()?, leaf)));
        let mut numbers: Vec<(f64, u32)> = numbers.collect();
        numbers.sort_by(|a, b| a.0.total_cmp(&b.0));
        Self { made, level, numbers }
    }

    fn group(&self, leaf: u32) -> u32 {
        self.made.label_code(self.level, leaf)
    }

    /// The group whose numbers lie on both sides of this one, or begin with it.
    pub fn group_around(&self, number: &str) -> Option<u32> {
        Some(self.group(self.not_above(number.parse().ok()?).last()?.1))
    }

    fn not_above(&self, number: f64) -> &[(f64, u32)] {
        &self.numbers[..self.numbers.partition_point(|(value, _)| *value <= number)]
    }

    /// The widest part of a group that `middle` is the middle of; `None` where it is the middle of no two values of one group,
    /// nor a value.
    pub fn around(&self, middle: &str) -> Option<Span> {
        let not_above = self.not_above(middle.parse().ok()?);
        let group = self.group(not_above.last()?.1);
        let begin =
            not_above.iter().rposition(|(_, leaf)| self.group(*leaf) != group).map_or(0, |place| place + 1);
        let span_from = |&(first, leaf): &(f64, u32)| {
            let last = opposite(self.made.labels(0).get(leaf), middle)?;
            let of_last = self.made.find(&last).filter(|leaf| self.group(*leaf) == group)?;
            Some(Span { group, first, last: self.made.labels(0).get(of_last).parse().ok()? })
        };
        not_above[begin..].iter().find_map(span_from)
    }

    /// The values in this part of a group.
    pub fn within(&self, span: &Span) -> impl Iterator<Item = u32> {
        let begin = self.numbers.partition_point(|(value, _)| *value < span.first);
        let end = self.numbers.partition_point(|(value, _)| *value <= span.last);
        let group = span.group;
        self.numbers[begin..end].iter().map(|(_, leaf)| *leaf).filter(move |leaf| self.group(*leaf) == group)
    }

    /// The values of these groups, in order, that lie outside the parts of them.
    pub fn outside(&self, span_of: &HashMap<u32, Span>) -> Vec<u32> {
        let is_outside = |(number, leaf): &&(f64, u32)| {
            span_of.get(&self.group(*leaf)).is_some_and(|span| !span.has(*number))
        };
        let mut outside: Vec<u32> = self.numbers.iter().filter(is_outside).map(|(_, leaf)| *leaf).collect();
        outside.sort_unstable();
        outside
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::super::{HierarchySpec, Publish, Ranges, Values, column};
    use super::*;
    use crate::decimal::middle;
    use proptest::prelude::*;

    /// All pairs of a group that have the number in their middle, as first and last value.
    fn widest(made: &Hierarchy, level: usize, label: &str) -> Option<(f64, f64)> {
        let values = made.labels(0);
        let number = |leaf: u32| values.get(leaf).parse::<f64>().unwrap();
        let leaves = 0..made.values() as u32;
        let pairs = leaves.clone().flat_map(|a| leaves.clone().map(move |b| (a, b)));
        let is_around = |&(a, b): &(u32, u32)| {
            made.label_code(level, a) == made.label_code(level, b)
                && number(a) <= number(b)
                && middle(values.get(a), values.get(b)).as_deref() == Some(label)
        };
        let found = pairs.filter(is_around).map(|(a, b)| (number(a), number(b)));
        found.max_by(|a, b| (a.1 - a.0).total_cmp(&(b.1 - b.0)))
    }

    proptest! {
        #[test]
        fn the_widest_pair_is_found(
            tenths in proptest::collection::btree_set(-60i32..200, 1..12), level in 0usize..3, at in -120i32..400,
        ) {
            let values: Vec<String> = tenths.iter().map(|tenths| format_tenths(*tenths)).collect();
            let values: Vec<&str> = values.iter().map(String::as_str).collect();
            let spec = HierarchySpec::Ranges(Ranges { levels: 3, publish: Publish::Midpoint, ..Ranges::default() });
            let made = spec.build_from(&Values::of(&column(&values))).unwrap();
            let level = level.min(made.height());
            let label = middle(&format_tenths(at), "0").unwrap();
            let span = NumbersOfGroups::of(&made, level).around(&label);
            prop_assert_eq!(span.map(|span| (span.first, span.last)), widest(&made, level, &label));
        }
    }

    fn format_tenths(tenths: i32) -> String {
        crate::decimal::format_scaled(tenths.into(), 1)
    }
}

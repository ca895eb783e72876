//! How much of a release can be narrowed, in shares.

use super::{NarrowedClass, Narrowing};
use crate::Attribute;
use incog_data::RecordCounts;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What an attacker can make finer of a release than its labels read, by reasoning from how it was
/// made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NarrowingFacts {
    /// Where the reasoning may be wrong.
    pub guessed: NarrowedShare,
    /// The part of it where the reasoning is right if the search ended by itself: classes that can
    /// give records away. `None` where the job does not tell which those are: with other models
    /// than k-anonymity, where people are counted, and where it names one search.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certain: Option<NarrowedShare>,
}

/// The classes that can be narrowed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NarrowedShare {
    /// Their share of the classes, 0 to 1.
    pub classes: f64,
    /// The share of the records that are in them, 0 to 1.
    pub records: f64,
    /// The share of the combinations of values that is left, mean over these records; `None` where
    /// there are none.
    pub left: Option<f64>,
    /// The share of these records that are what the reasoning says, by their original values; in no
    /// public report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<f64>,
}

impl NarrowingFacts {
    /// `least` is the size below which no class may fall; `None` where sizes alone do not say
    /// whether a record can go. `right` says of each row about how many of its records the
    /// reasoning is right, see [`Narrowing::right`].
    pub fn new(narrowing: &Narrowing, least: Option<u64>, right: Option<&[u64]>) -> Self {
        let share = |least| NarrowedShare::new(narrowing, least, right);
        Self { guessed: share(0), certain: least.map(share) }
    }

    /// What follows from the release alone: not how often the reasoning is right.
    #[must_use]
    pub fn of_release_alone(&self) -> Self {
        let of = |share: &NarrowedShare| NarrowedShare { right: None, ..*share };
        Self { guessed: of(&self.guessed), certain: self.certain.as_ref().map(of) }
    }

    /// Applies `change` to every share.
    pub fn map(&self, change: impl Fn(f64) -> f64) -> Self {
        let of = |share: &NarrowedShare| NarrowedShare {
            classes: change(share.classes),
            records: change(share.records),
            left: share.left.map(&change),
            right: share.right.map(&change),
        };
        Self { guessed: of(&self.guessed), certain: self.certain.as_ref().map(of) }
    }
}

impl NarrowedShare {
    /// Of the narrowed classes with more records than `least`.
    fn new(narrowing: &Narrowing, least: u64, right: Option<&[u64]>) -> Self {
        let classes: BTreeMap<u32, NarrowedClass> = narrowing
            .narrowed()
            .filter(|class| class.records > least)
            .map(|class| (class.class, class))
            .collect();
        let records: u64 = classes.values().map(|class| class.records).sum();
        let left: f64 = classes.values().map(|class| class.left * class.records as f64).sum();
        let of_all = |part: f64, all: u64| if all == 0 { 0.0 } else { part / all as f64 };
        let of_these = |part: f64| (records > 0).then(|| part / records as f64);
        let count = |right: &[u64]| {
            right
                .iter()
                .enumerate()
                .filter(|(row, _): &(usize, &u64)| classes.contains_key(&narrowing.class_of(*row)))
                .map(|(_, right)| right)
                .sum::<u64>() as f64
        };
        Self {
            classes: of_all(classes.len() as f64, narrowing.classes() as u64),
            records: of_all(records as f64, narrowing.records()),
            left: of_these(left),
            right: right.and_then(|right| of_these(count(right))),
        }
    }
}

impl Narrowing {
    /// For each released row its records if their original values are all left of its class,
    /// otherwise 0; `rows` says which row of the input it is.
    pub fn right(&self, attributes: &[Attribute<'_>], rows: &[u32], counts: RecordCounts<'_>) -> Vec<u64> {
        let is_right = |(place, &row): (usize, &u32)| {
            let class = self.class_of(place);
            let mut values = attributes.iter().map(|attribute| attribute.leaf(row)).enumerate();
            values.all(|(attribute, value)| value.is_some_and(|value| self.is_left(class, attribute, value)))
        };
        let rows = rows.iter().enumerate();
        rows.map(|found| if is_right(found) { counts.at(found.0) } else { 0 }).collect()
    }
}

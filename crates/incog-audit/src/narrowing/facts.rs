//! How much of a release can be narrowed, in shares.

use super::{NarrowedClass, Narrowing};
use crate::Attribute;
use serde::{Deserialize, Serialize};

/// What somebody can make finer of a release than its labels read, by reasoning from how it was made.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NarrowingFacts {
    /// Where the reasoning may be wrong.
    pub guessed: NarrowedShare,
    /// The part of it where the reasoning is right if the search ended by itself: classes that can give records away. `None`
    /// where the release does not show which those are: with other models than k-anonymity, and where people are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certain: Option<NarrowedShare>,
    /// The share of the records of narrowed classes that are what the reasoning says, by their original values; in no
    /// public report.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right: Option<f64>,
}

/// The classes that can be narrowed.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NarrowedShare {
    /// Their share of the classes, 0 to 1.
    pub classes: f64,
    /// The share of the records that are in them, 0 to 1.
    pub records: f64,
    /// The share of the combinations of values that is left, mean over these records; `None` where there are none.
    pub left: Option<f64>,
}

impl NarrowingFacts {
    /// `least` is the size below which no class may fall; `None` where sizes alone do not say whether a record can go.
    pub fn of(narrowing: &Narrowing, least: Option<u64>) -> Self {
        let all: Vec<NarrowedClass> = narrowing.narrowed().collect();
        let certain = |least: u64| {
            let can_give: Vec<NarrowedClass> =
                all.iter().filter(|class| class.records > least).cloned().collect();
            NarrowedShare::of(&can_give, narrowing)
        };
        Self { guessed: NarrowedShare::of(&all, narrowing), certain: least.map(certain), right: None }
    }

    /// The same with every share changed in this way.
    pub fn map(&self, change: impl Fn(f64) -> f64) -> Self {
        let of = |share: &NarrowedShare| NarrowedShare {
            classes: change(share.classes),
            records: change(share.records),
            left: share.left.map(&change),
        };
        Self {
            guessed: of(&self.guessed),
            certain: self.certain.as_ref().map(of),
            right: self.right.map(&change),
        }
    }
}

impl NarrowedShare {
    fn of(classes: &[NarrowedClass], narrowing: &Narrowing) -> Self {
        let share = |part: f64, all: usize| if all == 0 { 0.0 } else { part / all as f64 };
        let records: u64 = classes.iter().map(|class| class.records).sum();
        let left: f64 = classes.iter().map(|class| class.left * class.records as f64).sum();
        Self {
            classes: share(classes.len() as f64, narrowing.classes()),
            records: share(records as f64, narrowing.records()),
            left: (records > 0).then(|| left / records as f64),
        }
    }
}

impl Narrowing {
    /// The share of the records of narrowed classes whose original values are all left; `rows` says which row of the input
    /// each record is. `None` where no class is narrowed, or the attributes do not have their original values.
    pub fn right(&self, attributes: &[Attribute<'_>], rows: &[u32]) -> Option<f64> {
        if attributes.iter().any(|attribute| attribute.original.is_none()) {
            return None;
        }
        let is_narrowed = |record: &usize| self.is_narrowed(self.class_of(*record));
        let is_right = |record: usize| {
            let class = self.class_of(record);
            let mut values = attributes.iter().map(|attribute| attribute.leaf(rows[record])).enumerate();
            values.all(|(attribute, value)| value.is_some_and(|value| self.is_left(class, attribute, value)))
        };
        let narrowed: Vec<usize> = (0..rows.len()).filter(is_narrowed).collect();
        let right = narrowed.iter().filter(|record| is_right(**record)).count();
        (!narrowed.is_empty()).then(|| right as f64 / narrowed.len() as f64)
    }
}

//! The questions a privacy model answers about an equivalence class.

use incog_data::{ClassView, Kept};

/// On which side of its parameter the measure of a class must be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// More is safer: k, l, m.
    AtLeast,
    /// Less is safer: t.
    AtMost,
    /// Less is safer, and equal is not enough: the measure that c of recursive (c, l)-diversity
    /// must exceed.
    Below,
}

impl Direction {
    /// The words between a measure and its parameter: `7, at least 5`.
    pub fn words(self) -> &'static str {
        match self {
            Self::AtLeast => "at least",
            Self::AtMost => "at most",
            Self::Below => "below",
        }
    }

    /// The worst of several measures; `None` if there are none.
    pub fn worst(self, measures: impl Iterator<Item = f64>) -> Option<f64> {
        match self {
            Self::AtLeast => measures.reduce(f64::min),
            Self::AtMost | Self::Below => measures.reduce(f64::max),
        }
    }

    /// The best of several measures; `None` if there are none.
    pub fn best(self, measures: impl Iterator<Item = f64>) -> Option<f64> {
        match self {
            Self::AtLeast => measures.reduce(f64::max),
            Self::AtMost | Self::Below => measures.reduce(f64::min),
        }
    }
}

/// A part of a class that may stay, and how much could stay at most.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Retained {
    /// A part that meets the model.
    pub kept: Kept,
    /// No part of the class with more records than this meets the model. It equals the records of
    /// `kept` when that part is the largest, and is larger when that part is only known to be
    /// sound.
    pub at_most: u64,
}

impl Retained {
    /// The whole class stays.
    pub fn all(class: &ClassView<'_>) -> Self {
        Self { kept: Kept::All, at_most: class.size }
    }

    /// No part of the class may stay.
    pub fn nothing() -> Self {
        Self { kept: Kept::Nothing, at_most: 0 }
    }

    /// `kept` stays and is known to be the largest part that may.
    pub fn exactly(kept: Kept, class: &ClassView<'_>) -> Self {
        Self { at_most: kept.count(class), kept }
    }

    /// The whole class stays if it `holds`, otherwise nothing: right for models that are
    /// [upward closed](ClassModel::is_upward_closed).
    pub fn whole_or_nothing(class: &ClassView<'_>, holds: bool) -> Self {
        if holds { Self::all(class) } else { Self::nothing() }
    }
}

/// How many distinct people every class has.
#[derive(Debug, Clone, Copy)]
pub struct RequiredPeople<'a> {
    /// So many at least.
    pub least: u64,
    /// The person of each cell of sensitive values.
    pub of_cell: &'a [u32],
}

/// A privacy model that holds for a release when it holds for every equivalence class.
///
/// Contract, on which every bound of the exact searches rests: of a union of disjoint record sets,
/// each of which meets the model, no more stays than the `at_most` that [`ClassModel::retain`]
/// gives for the union; and where [`ClassModel::unions_hold`], the union itself meets the model
/// ("monotone"). The empty class meets every model.
pub trait ClassModel: Send + Sync {
    /// The name in the job file, such as `k-anonymity`.
    fn name(&self) -> &'static str;

    /// The parameter that the class is held against.
    fn required(&self) -> f64;

    /// In which direction the measure gets safer.
    fn direction(&self) -> Direction;

    /// The class's own value of the parameter: its size for k, its distance for t, and so on.
    fn measure(&self, class: &ClassView<'_>) -> f64;

    /// Whether the class meets the model.
    fn holds(&self, class: &ClassView<'_>) -> bool;

    /// The largest part of the class, or a large one, that meets the model.
    fn retain(&self, class: &ClassView<'_>) -> Retained;

    /// The size below which no non-empty class can meet the model; 1 when sizes do not matter.
    fn minimum_size(&self) -> u64 {
        1
    }

    /// Whether exactly the classes of at least [`ClassModel::minimum_size`] records meet the model,
    /// so that searches need no histograms.
    fn is_size_only(&self) -> bool {
        false
    }

    /// How many records, or people, a class must have, for a model that asks for nothing else.
    fn asked_size(&self) -> Option<u64> {
        self.is_size_only().then(|| self.minimum_size())
    }

    /// The number of distinct providers whose records a class must have, for a model that asks for
    /// nothing else: records of further providers are all it takes to meet it.
    fn required_providers(&self) -> Option<u64> {
        None
    }

    /// The people of whom every class that meets the model has a number, where it counts people and
    /// asks for so many.
    fn required_people(&self) -> Option<RequiredPeople<'_>> {
        None
    }

    /// Whether no release meets the model in which somebody of the population looks like no record.
    /// It holds for classes of a node only where it holds for all nodes above.
    fn asks_of_everybody(&self) -> bool {
        false
    }

    /// Whether more records never break the model: if any non-empty part of a class meets it, so
    /// does the class. Such a model keeps a class whole or drops it.
    fn is_upward_closed(&self) -> bool {
        false
    }

    /// Whether the union of disjoint record sets meets the model when each of them does.
    fn unions_hold(&self) -> bool {
        true
    }

    /// Why no record can stay, for a model whose measure does not say it.
    fn why_nobody_stays(&self) -> Option<&'static str> {
        None
    }

    /// Whether one part of each class that meets the model holds all others that do, so that
    /// [`ClassModel::retain`] gives this part.
    fn has_greatest_part(&self) -> bool {
        false
    }

    /// A part of at most `limit` records, the largest or a large one, that meets the model;
    /// `at_most` then counts parts of at most `limit` records only.
    ///
    /// Used to repair a part that meets this model but breaks another. The default gives up when
    /// the largest part is larger than `limit`.
    fn retain_up_to(&self, class: &ClassView<'_>, limit: u64) -> Retained {
        let retained = self.retain(class);
        if retained.kept.count(class) <= limit {
            return Retained { at_most: retained.at_most.min(limit), ..retained };
        }
        Retained { kept: Kept::Nothing, at_most: limit }
    }
}

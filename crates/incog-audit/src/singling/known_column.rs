//! A published column, counted.

use super::{Blur, Knowable, PublishedColumn};
use crate::numbers::says_something;
use incog_data::RecordCounts;
use incog_privacy::Role;

/// A column whose values were counted.
pub(super) struct Known<'a> {
    pub published: PublishedColumn<'a>,
    /// The records of each code.
    pub of_code: Vec<u64>,
    pub knowable: Knowable,
    /// Different values.
    pub distinct: usize,
}

impl<'a> Known<'a> {
    pub fn new(published: PublishedColumn<'a>, counts: RecordCounts<'_>) -> Self {
        let of_code = counts.by_value(published.column);
        let knowable = Knowable::from_values(published.column, published.role, &of_code);
        let distinct = of_code.iter().filter(|records| **records > 0).count();
        Self { published, of_code, knowable, distinct }
    }

    /// The records whose value, if it says something, fewer than `least` records have.
    pub fn records_below(&self, least: u64) -> u64 {
        let says = |code: u32| says_something(self.published.column, code);
        let few = (0u32..).zip(&self.of_code).filter(|(code, records)| **records < least && says(*code));
        few.map(|(_, records)| records).sum()
    }

    /// Whether it is a sensitive category, which the attacker of the models does not know.
    pub fn is_hidden(&self) -> bool {
        self.published.role == Role::Sensitive && self.knowable == Knowable::Category
    }

    /// Whether it is published as it is, and says something.
    pub fn is_exact(&self) -> bool {
        self.published.blur == Blur::None && self.distinct > 1
    }

    /// Whether it says something that somebody may know.
    pub fn is_told(&self) -> bool {
        self.distinct > 1 && !self.is_hidden()
    }

    pub fn name(&self) -> &str {
        &self.published.column.name
    }
}

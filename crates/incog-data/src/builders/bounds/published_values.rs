//! The values of a column that a release shows, and how many people have each.

use super::super::Values;
use crate::Column;
use std::collections::HashMap;

/// The values of a column that are published, with the number of published people who have each.
///
/// ```
/// use incog_data::{ColumnBuilder, Fanout, HierarchySpec, Order, PublishedValues, Values};
/// let mut builder = ColumnBuilder::new("income");
/// for income in ["50123", "50840", "61000", "61900"] { builder.push(income); }
/// let column = builder.finish(&[]);
/// let spec = HierarchySpec::Fanout(Fanout { fanout: 2, order: Order::Natural });
/// let made = spec.build_from(&Values::from_column(&column)).unwrap();
/// let published = PublishedValues::new(&column, vec![Some(1); 4], 2);
/// let shown = spec.publish(&made, &[1], &published).unwrap();
/// assert_eq!(shown.hierarchy.label(1, 0), "50000..51000");
/// ```
#[derive(Debug, Clone)]
pub struct PublishedValues<'a> {
    column: &'a Column,
    people: Vec<Option<u64>>,
    least: u64,
}

impl<'a> PublishedValues<'a> {
    /// The values of `column`. `people` has for each code the number of published people, and
    /// `None` for a value that is not published. A value that fewer than `least` people have names
    /// no group.
    pub fn new(column: &'a Column, people: Vec<Option<u64>>, least: u64) -> Self {
        Self { column, people, least }
    }

    /// The values whose code `is_published`, each of which enough people have.
    pub fn of_codes(column: &'a Column, is_published: impl Fn(u32) -> bool) -> Self {
        let codes = 0..column.dictionary.len() as u32;
        Self::new(column, codes.map(|code| is_published(code).then_some(1)).collect(), 1)
    }

    /// The column.
    pub fn column(&self) -> &'a Column {
        self.column
    }

    /// Whether a value is published.
    pub fn has(&self, code: u32) -> bool {
        self.people.get(code as usize).is_some_and(Option::is_some)
    }

    /// The published values in their order.
    pub fn values(&self) -> Values<'a> {
        Values::of_codes(self.column, |code| self.has(code))
    }

    /// How many people have a value before it may be a bound.
    pub(super) fn least(&self) -> u64 {
        self.least
    }

    /// The published people who have each published value.
    pub(super) fn people(&self) -> HashMap<&'a str, u64> {
        let texts = self.column.dictionary.iter().zip(&self.people);
        texts.filter_map(|(text, people)| Some((text, (*people)?))).collect()
    }
}

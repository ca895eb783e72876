//! The distinct values a hierarchy is made for.

use super::{BuildError, ROOT, order::sort_naturally};
use crate::{Column, Hierarchy, ValueType};
use std::collections::HashSet;

/// What a hierarchy is made for: the distinct values of a column, and perhaps further values of
/// its domain that do not occur in the data.
///
/// ```
/// use incog_data::{ColumnBuilder, HierarchySpec, Values};
/// let mut builder = ColumnBuilder::new("sex");
/// builder.push("f");
/// let column = builder.finish(&[]);
/// let hierarchy = HierarchySpec::Flat.build_from(&Values::from_column(&column).with_domain(["f", "m"])).unwrap();
/// assert_eq!(hierarchy.values(), 2);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Values<'a> {
    column: &'a str,
    value_type: ValueType,
    present: Vec<&'a str>,
    missing: Vec<&'a str>,
}

impl<'a> Values<'a> {
    /// The distinct values of a column, in natural order; its missing values are kept apart.
    pub fn from_column(column: &'a Column) -> Self {
        Self { value_type: column.value_type, ..Self::of_codes(column, |_| true) }
    }

    /// As [`from_column`](Self::from_column), but only for the codes for which `is_wanted` holds,
    /// as if no other value had occurred.
    pub fn of_codes(column: &'a Column, is_wanted: impl Fn(u32) -> bool) -> Self {
        let all = (0u32..).zip(column.dictionary.iter()).filter(|(code, _)| is_wanted(*code));
        let (missing, present): (Vec<_>, Vec<_>) = all.partition(|(code, _)| column.is_missing(*code));
        let texts =
            |values: Vec<(u32, &'a str)>| values.into_iter().map(|(_, value)| value).collect::<Vec<_>>();
        let (mut missing, mut present) = (texts(missing), texts(present));
        let value_type = ValueType::infer(present.iter().copied());
        sort_naturally(value_type, &mut present);
        missing.sort_unstable();
        Self { column: &column.name, value_type, present, missing }
    }

    /// All values, with the missing ones last.
    pub fn all(&self) -> impl Iterator<Item = &'a str> {
        self.present.iter().chain(&self.missing).copied()
    }

    /// As [`from_column`](Self::from_column), with other values in the place of those that are not
    /// missing.
    pub(super) fn with_present(column: &'a Column, present: impl IntoIterator<Item = &'a str>) -> Self {
        let mut missing: Vec<&str> = column.missing.iter().map(|&code| column.dictionary.get(code)).collect();
        missing.sort_unstable();
        Self { column: &column.name, value_type: ValueType::Text, present: Vec::new(), missing }
            .with_domain(present)
    }

    /// Adds the values of a given domain that do not occur in the data.
    pub fn with_domain(mut self, domain: impl IntoIterator<Item = &'a str>) -> Self {
        self.present.extend(domain.into_iter().filter(|value| !self.missing.contains(value)));
        self.value_type = ValueType::infer(self.present.iter().copied());
        sort_naturally(self.value_type, &mut self.present);
        self.present.dedup();
        self
    }

    /// Adds values that a tree or an order names; one that is a missing marker counts as present.
    pub(super) fn covering(mut self, named: impl IntoIterator<Item = &'a str>) -> Self {
        let named: Vec<&str> = named.into_iter().collect();
        let set: HashSet<&str> = named.iter().copied().collect();
        self.missing.retain(|value| !set.contains(value));
        self.with_domain(named)
    }

    /// Name of the column.
    pub fn column(&self) -> &'a str {
        self.column
    }

    /// What the values are.
    pub fn value_type(&self) -> ValueType {
        self.value_type
    }

    /// The values that are not missing: numbers and dates ascending, text in natural order.
    pub fn present(&self) -> &[&'a str] {
        &self.present
    }

    /// The values that stand for "missing".
    pub fn missing(&self) -> &[&'a str] {
        &self.missing
    }

    /// The hierarchy in which each value present has `steps` labels between itself and the root,
    /// and each missing value keeps its own label up to the root.
    pub(super) fn hierarchy(
        &self,
        steps: usize,
        mut labels: impl FnMut(&'a str) -> Result<Vec<String>, BuildError>,
    ) -> Result<Hierarchy, BuildError> {
        let mut rows = Vec::with_capacity(self.present.len() + self.missing.len());
        for &value in &self.present {
            rows.push((value, labels(value)?));
        }
        for &value in &self.missing {
            rows.push((value, vec![value.to_owned(); steps]));
        }
        let rows = rows.iter().map(|(value, labels)| {
            let mut row = Vec::with_capacity(steps + 2);
            row.push(*value);
            row.extend(labels.iter().map(String::as_str));
            row.push(ROOT);
            row
        });
        Hierarchy::new(rows).map_err(|source| BuildError::Hierarchy { column: self.column.into(), source })
    }
}

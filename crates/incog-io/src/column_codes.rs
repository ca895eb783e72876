//! The codes of a column, gathered batch by batch.

use crate::recent_codes::RecentCodes;
use incog_data::{Column, ColumnBuilder, DictionaryBuilder, NarrowCodes};

/// Gathers values under codes in the order of their first appearance.
#[derive(Debug, Default)]
pub(crate) struct ColumnCodes {
    values: DictionaryBuilder,
    recent: RecentCodes,
    codes: NarrowCodes,
}

impl ColumnCodes {
    /// Adds a row.
    pub fn push(&mut self, value: &str) {
        let Self { values, recent, codes } = self;
        codes.push(recent.code(value, || values.insert(value)));
    }

    /// Adds a row like the last one, if there is one.
    pub fn push_again(&mut self) {
        self.codes.push_again();
    }

    /// Adds rows of the empty text until there are so many.
    pub fn pad(&mut self, rows: usize) {
        if self.rows() < rows {
            let empty = self.values.insert("");
            self.codes.extend(std::iter::repeat_n(empty, rows - self.rows()));
        }
    }

    /// Adds the rows of a batch that was gathered elsewhere.
    pub fn append(&mut self, batch: Self) {
        let code_of: Vec<u32> = batch.values.finish().iter().map(|value| self.values.insert(value)).collect();
        self.codes.extend_renamed(&batch.codes, &code_of);
    }

    /// Rows so far.
    pub fn rows(&self) -> usize {
        self.codes.len()
    }

    /// The column with each value changed by `value`; `None` when that refuses one.
    pub fn map(self, value: impl Fn(&str) -> Option<&str>) -> Option<Self> {
        let mut values = DictionaryBuilder::default();
        let code_of: Option<Vec<u32>> =
            self.values.finish().iter().map(|old| value(old).map(|new| values.insert(new))).collect();
        let codes = self.codes.renamed(&code_of?);
        Some(Self { values, codes, recent: RecentCodes::default() })
    }

    /// All values, each once.
    pub fn values(&self) -> impl Iterator<Item = &str> {
        (0..self.values.len() as u32).map(|code| self.values.get(code))
    }

    /// The column with these values instead of those of [`ColumnCodes::values`], which stay where
    /// there is none.
    pub fn with_values(self, new: &[Option<String>]) -> Self {
        let mut values = DictionaryBuilder::default();
        let old = self.values.finish();
        let new = old.iter().zip(new).map(|(old, new)| values.insert(new.as_deref().unwrap_or(old)));
        let code_of: Vec<u32> = new.collect();
        let codes = self.codes.renamed(&code_of);
        Self { values, codes, recent: RecentCodes::default() }
    }

    /// The column; values equal to one of `missing_markers` count as missing.
    pub fn finish(mut self, name: &str, missing_markers: &[&str]) -> Column {
        self.codes.shrink_to_fit();
        let mut builder = ColumnBuilder::new(name);
        for value in self.values.finish().iter() {
            builder.push(value);
        }
        Column { codes: self.codes, ..builder.finish(missing_markers) }
    }
}

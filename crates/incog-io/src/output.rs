//! What a table that is written is made of.

use crate::WriteError;
use crate::write_options::WriteOptions;
use incog_data::Column;
use std::path::Path;

/// Everything that is written to a file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Output<'a> {
    pub path: &'a Path,
    pub columns: &'a [OutputColumn<'a>],
    /// Which labels of each column the rows need.
    pub used: &'a [Vec<bool>],
    pub rows: Rows<'a>,
    pub options: &'a WriteOptions,
}

/// A column to be written: the label of row `r` is `labels[codes[r]]`.
///
/// Labels are looked up by code. So a column is generalized by giving the codes it was read with, and the
/// generalized label for each of them; nothing as long as the table has to be made.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputColumn<'a> {
    /// The name in the header.
    pub name: &'a str,
    /// One code for each row of the source.
    pub codes: &'a [u32],
    /// One label for each code; several codes may share a label.
    pub labels: Vec<&'a str>,
}

impl<'a> From<&'a Column> for OutputColumn<'a> {
    /// The column as it was read.
    fn from(column: &'a Column) -> Self {
        Self { name: &column.name, codes: &column.codes, labels: column.dictionary.iter().collect() }
    }
}

impl OutputColumn<'_> {
    /// Which labels the rows need, after checking that every cell has one.
    pub(crate) fn used_labels(&self, rows: Rows<'_>) -> Result<Vec<bool>, WriteError> {
        let mut used = vec![false; self.labels.len()];
        for place in 0..rows.len() {
            let row = rows.get(place);
            match self.codes.get(row).and_then(|&code| used.get_mut(code as usize)) {
                Some(used) => *used = true,
                None => return Err(self.no_label(row)),
            }
        }
        Ok(used)
    }

    fn no_label(&self, row: usize) -> WriteError {
        WriteError::NoLabel {
            column: self.name.to_owned(),
            row,
            rows: self.codes.len(),
            labels: self.labels.len(),
        }
    }
}

/// The rows of the source to be written, in this order.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Rows<'a> {
    All(usize),
    These(&'a [u32]),
}

impl Rows<'_> {
    pub fn len(self) -> usize {
        match self {
            Self::All(rows) => rows,
            Self::These(rows) => rows.len(),
        }
    }

    /// The row of the source that stands at a place of the output.
    pub fn get(self, place: usize) -> usize {
        match self {
            Self::All(_) => place,
            Self::These(rows) => rows[place] as usize,
        }
    }

    /// The places of the output in batches of `size`.
    pub fn batches(self, size: usize) -> impl Iterator<Item = std::ops::Range<usize>> + Send {
        let rows = self.len();
        (0..rows).step_by(size).map(move |start| start..rows.min(start + size))
    }
}

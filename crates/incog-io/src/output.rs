//! What a table that is written is made of.

use crate::WriteError;
use crate::write_options::WriteOptions;
use arrow_schema::Field;
use incog_data::{Column, NarrowCodes};
use std::ops::Range;
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

impl Output<'_> {
    /// What the input says of a column.
    pub fn field(&self, name: &str) -> Option<&Field> {
        let schema = self.options.schema.as_ref()?;
        schema.fields().iter().find(|field| field.name().trim() == name).map(|field| &**field)
    }
}

/// A column to be written: the label of row `r` is `labels[codes[r]]`.
///
/// Labels are looked up by code. So a column is generalized by giving the codes it was read with,
/// and the generalized label for each of them; nothing as long as the table has to be made.
#[derive(Debug, Clone, PartialEq)]
pub struct OutputColumn<'a> {
    /// The name in the header.
    pub name: &'a str,
    /// One code for each row of the source.
    pub codes: &'a NarrowCodes,
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
    /// Which labels the rows need, after checking that every cell that is looked at has one.
    pub(crate) fn used_labels(&self, rows: Rows<'_>) -> Result<Vec<bool>, WriteError> {
        let mut used = vec![false; self.labels.len()];
        let mut use_row = |row: usize| match self.codes.get(row).and_then(|code| used.get_mut(code as usize))
        {
            Some(used) => {
                *used = true;
                Ok(())
            }
            None => Err(self.no_label(row)),
        };
        match rows {
            Rows::All(rows) => (0..rows).try_for_each(use_row)?,
            Rows::These(rows) => rows.iter().try_for_each(|&row| use_row(row as usize))?,
            Rows::Alike(alike) => {
                let mut runs = alike.runs(0..alike.rows.len());
                runs.try_for_each(|(row, _)| use_row(row))?;
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
    Alike(AlikeRows<'a>),
}

/// Rows of the source in an order in which rows with the same labels stand together, so that each
/// line is made once.
#[derive(Debug, Clone, Copy)]
pub struct AlikeRows<'a> {
    rows: &'a [u32],
    ends: &'a [u32],
}

impl<'a> AlikeRows<'a> {
    /// These rows, and where each run of rows that have the same labels ends, ascending; `None`
    /// unless the last one ends with the rows. That rows of a run have the same labels is not
    /// looked at.
    ///
    /// ```
    /// use incog_io::AlikeRows;
    /// assert!(AlikeRows::new(&[0, 2, 1], &[2, 3]).is_some());
    /// assert!(AlikeRows::new(&[0, 2, 1], &[2]).is_none());
    /// ```
    pub fn new(rows: &'a [u32], ends: &'a [u32]) -> Option<Self> {
        let is_whole = ends.last().map_or(0, |&end| end as usize) == rows.len();
        let ascends = ends.first().is_none_or(|&end| end > 0) && ends.is_sorted_by(|a, b| a < b);
        (is_whole && ascends).then_some(Self { rows, ends })
    }

    /// The first row of each run that has places in a range, and how many of these it has. The
    /// other rows of a run have the same labels, but not the same codes.
    pub(crate) fn runs(self, places: Range<usize>) -> impl Iterator<Item = (usize, usize)> {
        let Self { rows, ends } = self;
        let first = ends.partition_point(|&end| end as usize <= places.start);
        let start = |run: usize| run.checked_sub(1).map_or(0, |before| ends[before] as usize);
        let runs = (first..ends.len()).map(move |run| (start(run), ends[run] as usize));
        let in_range = runs.take_while(move |(start, _)| *start < places.end);
        in_range
            .map(move |(start, end)| (rows[start] as usize, end.min(places.end) - start.max(places.start)))
    }
}

impl Rows<'_> {
    pub fn len(self) -> usize {
        match self {
            Self::All(rows) => rows,
            Self::These(rows) | Self::Alike(AlikeRows { rows, .. }) => rows.len(),
        }
    }

    /// The row of the source that stands at a place of the output.
    pub fn get(self, place: usize) -> usize {
        match self {
            Self::All(_) => place,
            Self::These(rows) | Self::Alike(AlikeRows { rows, .. }) => rows[place] as usize,
        }
    }

    /// The codes of a column at some places. They are fetched column by column: in the order of the
    /// release nearly every cell has to come from memory, and this way many are on the way at a
    /// time.
    pub fn codes(self, column: &NarrowCodes, places: Range<usize>) -> Vec<u32> {
        match self {
            Self::All(_) => column.wide_of_items(places),
            Self::These(rows) => column.wide_of_items(rows[places].iter().map(|&row| row as usize)),
            Self::Alike(alike) => {
                let runs = alike.runs(places);
                column.wide_of_items(runs.flat_map(|(row, times)| std::iter::repeat_n(row, times)))
            }
        }
    }

    /// The places of the output in batches of `size`.
    pub fn batches(self, size: usize) -> impl Iterator<Item = Range<usize>> + Send {
        let rows = self.len();
        (0..rows).step_by(size).map(move |start| start..rows.min(start + size))
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn rows_that_are_alike_have_the_codes_of_the_first_one() {
        for ends in [&[3, 4][..], &[3, 4, 6], &[4, 3, 5], &[3, 3, 5], &[0, 5], &[]] {
            assert!(AlikeRows::new(&[4, 2, 0, 1, 3], ends).is_none(), "{ends:?}");
        }
        let alike = AlikeRows::new(&[4, 2, 0, 1, 3], &[3, 4, 5]).unwrap();
        let column = [10, 11, 12, 13, 14].into();
        assert_eq!(Rows::Alike(alike).codes(&column, 0..5), [14, 14, 14, 11, 13]);
        assert_eq!(Rows::Alike(alike).codes(&column, 1..4), [14, 14, 11]);
        assert_eq!(Rows::Alike(alike).codes(&column, 4..5), [13]);
        assert!(Rows::Alike(alike).codes(&column, 5..5).is_empty());
        let column = OutputColumn {
            name: "",
            codes: &[0, 1, 2, 1, 0].into(),
            labels: vec!["a", "b", "not looked at"],
        };
        assert_eq!(column.used_labels(Rows::Alike(alike)).ok(), Some(vec![true, true, false]));
    }
}

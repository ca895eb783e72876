//! Rows whose cells are turned into bytes beforehand, so that writing a row is only copying.

use crate::ordered_threads::map_in_order;
use crate::output::{OutputColumn, Rows};
use incog_data::NarrowCodes;
use std::io::{self, Write};
use std::ops::Range;

const BATCH_ROWS: usize = 16 << 10;

/// The rows of a text, each label with all that stands around it in a line.
pub(crate) struct EncodedRows<'a> {
    columns: Vec<EncodedColumn<'a>>,
    rows: Rows<'a>,
}

struct EncodedColumn<'a> {
    codes: &'a NarrowCodes,
    /// The labels one after the other, as they stand in a line.
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl<'a> EncodedRows<'a> {
    /// Each label of a column, by its place among the columns, as `encode` appends it; the label of
    /// the last column with the line end.
    pub fn new(
        columns: &[OutputColumn<'a>],
        rows: Rows<'a>,
        encode: impl Fn(&mut Vec<u8>, usize, &str),
    ) -> Self {
        let encoded = |(index, column): (usize, &OutputColumn<'a>)| {
            let (mut text, mut ends) = (Vec::new(), Vec::with_capacity(column.labels.len()));
            for label in &column.labels {
                encode(&mut text, index, label);
                ends.push(text.len());
            }
            EncodedColumn { codes: column.codes, text, ends }
        };
        Self { columns: columns.iter().enumerate().map(encoded).collect(), rows }
    }

    /// Writes all rows.
    pub fn write(&self, target: &mut dyn Write) -> io::Result<()> {
        let batches = self.rows.batches(BATCH_ROWS).map(Ok);
        map_in_order(batches, |batch| Ok(self.format(batch)), |text: Vec<u8>| target.write_all(&text))
    }

    /// The lines of some rows; a line like the one before is copied as a whole.
    fn format(&self, batch: Range<usize>) -> Vec<u8> {
        let mut text = Vec::with_capacity(batch.len() * self.columns.len().max(1) * 12);
        if let Rows::Alike(alike) = self.rows {
            for (row, times) in alike.runs(batch) {
                let line = self.line(&mut text, |column, _| column.codes.at(row));
                (1..times).for_each(|_| text.extend_from_within(line.clone()));
            }
            return text;
        }
        let codes: Vec<Vec<u32>> =
            self.columns.iter().map(|column| self.rows.codes(column.codes, batch.clone())).collect();
        let mut line = 0..0;
        for (row, is_another) in differing(&codes, batch.len()).into_iter().enumerate() {
            match is_another {
                true => line = self.line(&mut text, |_, column| codes[column][row]),
                false => text.extend_from_within(line.clone()),
            }
        }
        text
    }

    /// Appends a line, and says where it is.
    fn line(&self, text: &mut Vec<u8>, code: impl Fn(&EncodedColumn<'_>, usize) -> u32) -> Range<usize> {
        let start = text.len();
        for (at, column) in self.columns.iter().enumerate() {
            text.extend_from_slice(column.field(code(column, at)));
        }
        start..text.len()
    }
}

/// For each row whether it differs from the one before; the first one does.
fn differing(codes: &[Vec<u32>], rows: usize) -> Vec<bool> {
    let mut is_another = vec![false; rows];
    is_another.iter_mut().take(1).for_each(|first| *first = true);
    for codes in codes {
        let pairs = codes.iter().zip(codes.iter().skip(1));
        is_another.iter_mut().skip(1).zip(pairs).for_each(|(another, (a, b))| *another |= a != b);
    }
    is_another
}

impl EncodedColumn<'_> {
    fn field(&self, code: u32) -> &[u8] {
        let code = code as usize;
        let start = if code == 0 { 0 } else { self.ends[code - 1] };
        &self.text[start..self.ends[code]]
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::output::AlikeRows;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn rows_that_are_alike_are_written_like_any_others(
            lines in prop::collection::vec((0u32..3, 0u32..2, 1usize..40_000), 0..4),
        ) {
            let codes = |pick: &dyn Fn(&(u32, u32, usize)) -> u32| -> NarrowCodes {
                // Two codes have one label, and stand in one run.
                lines.iter().flat_map(|line| (0..line.2).map(|at| pick(line) + 3 * (at % 2) as u32)).collect()
            };
            let codes = [codes(&|line| line.0), codes(&|line| line.1)];
            let columns: Vec<OutputColumn<'_>> = codes
                .iter()
                .map(|codes| OutputColumn { name: "", codes, labels: vec!["a", "bb", "", "a", "bb", ""] })
                .collect();
            let rows: Vec<u32> = (0..codes[0].len() as u32).collect();
            let ends: Vec<u32> = lines.iter().scan(0, |end, line| { *end += line.2 as u32; Some(*end) }).collect();
            let written = |rows: Rows<'_>| {
                let mut text = Vec::new();
                let encoded = EncodedRows::new(&columns, rows, |text, column, label| {
                    text.extend_from_slice(label.as_bytes());
                    text.push([b';', b'\n'][column]);
                });
                encoded.write(&mut text).unwrap();
                text
            };
            let plain: String = codes[0].iter().zip(&codes[1])
                .map(|(a, b)| format!("{};{}\n", ["a", "bb", ""][a as usize % 3], ["a", "bb", ""][b as usize % 3]))
                .collect();
            let alike = AlikeRows::new(&rows, &ends).unwrap();
            for rows in [Rows::All(rows.len()), Rows::These(&rows), Rows::Alike(alike)] {
                prop_assert!(written(rows) == plain.as_bytes());
            }
        }
    }
}

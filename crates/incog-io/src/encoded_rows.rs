//! Rows whose cells are turned into bytes beforehand, so that writing a row is only copying.

use crate::in_order::map_in_order;
use crate::output::{OutputColumn, Rows};
use std::io::{self, Write};
use std::ops::Range;

const BATCH_ROWS: usize = 16 << 10;

/// The rows of a text, each label with all that stands around it in a line.
pub(crate) struct EncodedRows<'a> {
    columns: Vec<EncodedColumn<'a>>,
    rows: Rows<'a>,
}

struct EncodedColumn<'a> {
    codes: &'a [u32],
    /// The labels one after the other, as they stand in a line.
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl<'a> EncodedRows<'a> {
    /// Each label of a column, by its place among the columns, as `encode` appends it; the label of the last column with the
    /// line end.
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
        let width = self.columns.len().max(1);
        let codes = self.codes(batch.clone());
        let mut text = Vec::with_capacity(batch.len() * width * 12);
        let (mut line, mut before): (Range<usize>, &[u32]) = (0..0, &[]);
        for row in codes.chunks_exact(width) {
            if row == before {
                text.extend_from_within(line.clone());
                continue;
            }
            line.start = text.len();
            self.columns
                .iter()
                .zip(row)
                .for_each(|(column, &code)| text.extend_from_slice(column.field(code)));
            (line.end, before) = (text.len(), row);
        }
        text
    }

    /// The codes of some rows, row after row. They are fetched column by column: in the order of the release nearly
    /// every cell has to come from memory, and this way many are on the way at a time.
    fn codes(&self, batch: Range<usize>) -> Vec<u32> {
        let width = self.columns.len();
        let mut codes = vec![0; batch.len() * width];
        for (at, column) in self.columns.iter().enumerate() {
            let cells = codes[at..].iter_mut().step_by(width);
            cells.zip(batch.clone()).for_each(|(cell, place)| *cell = column.codes[self.rows.get(place)]);
        }
        codes
    }
}

impl EncodedColumn<'_> {
    fn field(&self, code: u32) -> &[u8] {
        let code = code as usize;
        let start = if code == 0 { 0 } else { self.ends[code - 1] };
        &self.text[start..self.ends[code]]
    }
}

//! Rows that stay in memory, in little of it.

use crate::output::Rows;
use crate::typed_labels::Labels;
use arrow_array::{RecordBatch, UInt32Array};
use arrow_schema::{ArrowError, Field, SchemaRef};
use std::ops::Range;
use std::sync::Arc;

/// Rows of a batch, in memory and in files.
pub(crate) const BATCH_ROWS: usize = 64 << 10;

/// Rows of typed columns without their source: a label is kept once, and of a row which labels it has.
#[derive(Debug)]
pub(crate) struct KeptRows {
    pub schema: SchemaRef,
    pub rows: usize,
    columns: Vec<KeptColumn>,
}

/// A column of them.
#[derive(Debug)]
pub(crate) struct KeptColumn {
    codes: NarrowCodes,
    labels: Labels,
}

impl KeptColumn {
    /// A code for each row, all of them among `all`, and the labels of the codes.
    pub fn new(codes: impl Iterator<Item = u32>, all: &[u32], labels: Labels) -> Self {
        Self { codes: NarrowCodes::of(codes, all), labels }
    }
}

impl KeptRows {
    /// So many rows of these columns.
    pub fn new(schema: SchemaRef, rows: usize, columns: Vec<KeptColumn>) -> Self {
        Self { schema, rows, columns }
    }

    /// The places where batches begin and end, the same as in a file.
    pub fn batches(&self) -> impl Iterator<Item = Range<usize>> + Send + use<> {
        Rows::All(self.rows).batches(BATCH_ROWS)
    }

    /// A batch.
    pub fn batch(&self, places: &Range<usize>) -> Result<RecordBatch, ArrowError> {
        let array = |(column, field): (&KeptColumn, &Arc<Field>)| {
            column.labels.array(&column.codes.of_places(places), field.data_type())
        };
        let arrays = self.columns.iter().zip(self.schema.fields()).map(array);
        RecordBatch::try_new(self.schema.clone(), arrays.collect::<Result<_, _>>()?)
    }
}

/// Codes in as few bytes as the largest of them needs.
#[derive(Debug)]
enum NarrowCodes {
    One(Vec<u8>),
    Two(Vec<u16>),
    Four(Vec<u32>),
}

impl NarrowCodes {
    /// These codes, which are among `all`.
    fn of(codes: impl Iterator<Item = u32>, all: &[u32]) -> Self {
        match all.iter().copied().max().unwrap_or(0) {
            // What is cut off is zero.
            0..=0xff => Self::One(codes.map(|code| code as u8).collect()),
            0x100..=0xffff => Self::Two(codes.map(|code| code as u16).collect()),
            _ => Self::Four(codes.collect()),
        }
    }

    fn of_places(&self, places: &Range<usize>) -> UInt32Array {
        match self {
            Self::One(codes) => codes[places.clone()].iter().map(|&code| Some(code.into())).collect(),
            Self::Two(codes) => codes[places.clone()].iter().map(|&code| Some(code.into())).collect(),
            Self::Four(codes) => codes[places.clone()].iter().map(|&code| Some(code)).collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_kept_in_as_few_bytes_as_they_need() {
        for (largest, bytes) in [(0xff, 1), (0x100, 2), (0xffff, 2), (0x1_0000, 4)] {
            let all = [3, largest, 0, 7];
            let codes = NarrowCodes::of(all.into_iter(), &all);
            let width = match &codes {
                NarrowCodes::One(_) => 1,
                NarrowCodes::Two(_) => 2,
                NarrowCodes::Four(_) => 4,
            };
            assert_eq!(width, bytes, "{largest}");
            assert_eq!(codes.of_places(&(1..4)), UInt32Array::from(all[1..].to_vec()));
        }
    }
}

//! Rows that stay in memory, in little of it.

use crate::output::Rows;
use crate::typed_labels::Labels;
use arrow_array::RecordBatch;
use arrow_schema::{ArrowError, Field, SchemaRef};
use incog_data::NarrowCodes;
use std::ops::Range;
use std::sync::Arc;

/// Rows of a batch, in memory and in files.
pub(crate) const BATCH_ROWS: usize = 64 << 10;

/// Rows of typed columns without their source: a label is kept once, and of a row which labels it
/// has.
#[derive(Debug)]
pub(crate) struct KeptRows {
    pub schema: SchemaRef,
    pub rows: usize,
    columns: Vec<KeptColumn>,
}

/// A column of them.
#[derive(Debug)]
pub(crate) struct KeptColumn {
    /// One for each row.
    pub codes: NarrowCodes,
    /// Those of the codes.
    pub labels: Labels,
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
            column.labels.array(&column.codes.wide_of_items(places.clone()).into(), field.data_type())
        };
        let arrays = self.columns.iter().zip(self.schema.fields()).map(array);
        RecordBatch::try_new(self.schema.clone(), arrays.collect::<Result<_, _>>()?)
    }
}

//! Rows in memory, as Arrow libraries hand them to each other: what is read, and what was written.

use crate::columnar::Batches;
use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;

/// Rows that another library hands over, batch by batch.
pub struct RowStream {
    /// Names and types of the columns.
    pub schema: SchemaRef,
    /// The rows; an error of whoever hands them over ends them.
    pub batches: Batches,
}

/// Rows that were written to memory.
#[derive(Debug, Clone, PartialEq)]
pub struct WrittenRows {
    /// Names and types of the columns.
    pub schema: SchemaRef,
    /// The rows.
    pub batches: Vec<RecordBatch>,
    /// SHA-256 of the Arrow file that [`write_table`](crate::write_table) makes of the same rows, 64 hexadecimal digits.
    pub sha256: String,
}

impl WrittenRows {
    /// The same rows to be read; nothing is copied.
    pub fn stream(&self) -> RowStream {
        let batches = self.batches.clone().into_iter().map(Ok);
        RowStream { schema: self.schema.clone(), batches: Box::new(batches) }
    }
}

//! Rows in memory, as Arrow libraries hand them to each other: what is read, and what was written.

use crate::columnar::Batches;
use crate::compact_rows::KeptRows;
use arrow_schema::SchemaRef;
use std::sync::Arc;

/// Rows that another library hands over, batch by batch.
pub struct RowStream {
    /// Names and types of the columns.
    pub schema: SchemaRef,
    /// The rows; an error of whoever hands them over ends them.
    pub batches: Batches,
}

/// Rows that were written to memory. Labels are kept once, and batches are made when somebody reads
/// them.
#[derive(Debug, Clone)]
pub struct WrittenRows {
    kept: Arc<KeptRows>,
    /// SHA-256 of the Arrow file that [`write_table`](crate::write_table) makes of the same rows,
    /// 64 hexadecimal digits.
    pub sha256: String,
}

impl WrittenRows {
    pub(crate) fn new(kept: KeptRows, sha256: String) -> Self {
        Self { kept: Arc::new(kept), sha256 }
    }

    /// Names and types of the columns.
    pub fn schema(&self) -> SchemaRef {
        self.kept.schema.clone()
    }

    /// How many rows there are.
    pub fn rows(&self) -> usize {
        self.kept.rows
    }

    /// The rows to be read, as often as somebody asks.
    pub fn stream(&self) -> RowStream {
        let kept = self.kept.clone();
        let batches = kept.batches().map(move |places| kept.batch(&places));
        RowStream { schema: self.schema(), batches: Box::new(batches) }
    }
}

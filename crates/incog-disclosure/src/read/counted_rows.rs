//! Rows that whoever has a table has counted, and hands over in memory.

use crate::DisclosureError;
use crate::job::{CountedColumns, Job};
use crate::read::counted_file::CountedFile;
use crate::read::read_input::Source;
use incog_io::{FileFormat, ReadOptions, RowStream, read_rows};
use std::path::Path;

/// Rows that somebody has counted.
pub struct CountedRows {
    /// The rows: distinct ones, and how many records have each.
    pub rows: RowStream,
    /// The column that says how many.
    pub counts: String,
}

impl CountedRows {
    /// Reads them in the order of their texts; `name` is what messages call them.
    pub fn read(
        self,
        name: &Path,
        options: &ReadOptions,
    ) -> Result<(CountedFile, FileFormat), DisclosureError> {
        let (table, format) = read_rows(name, self.rows, options)?;
        let columns = CountedColumns { counts: self.counts, numbers: None };
        Ok((CountedFile::new(name, table, Some(&columns))?.in_order()?, format))
    }
}

/// Reads rows that somebody has counted as the table of a job, which is not treated yet.
pub fn read_given_counts(job: &Job, rows: CountedRows) -> Result<(CountedFile, Source), DisclosureError> {
    let options = job.read_options();
    let (counted, format) = rows.read(&job.input, &options)?;
    let format = FileFormat { delimiter: options.delimiter, ..format };
    Ok((counted, Source::new(None, format)))
}

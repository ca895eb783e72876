//! Where a release is written, and read again to be measured: a file, or memory.

use incog_data::Table;
use incog_io::{
    OutputColumn, ReadError, ReadOptions, WriteError, WriteOptions, WrittenRows, read_rows, read_table,
    write_rows, write_table,
};
use std::path::Path;

/// Where a release is written, and read again to be measured.
pub(super) trait Medium {
    /// Writes these rows of the columns; returns the SHA-256 of the file, or of the Arrow file that would have them.
    fn write(
        &mut self,
        columns: &[OutputColumn<'_>],
        rows: &[u32],
        options: &WriteOptions,
    ) -> Result<String, WriteError>;

    /// Reads what was written.
    fn read(&self, options: &ReadOptions) -> Result<Table, ReadError>;
}

/// A file that nobody sees before the run commits it.
pub(super) struct InFile<'a>(pub &'a Path);

impl Medium for InFile<'_> {
    fn write(
        &mut self,
        columns: &[OutputColumn<'_>],
        rows: &[u32],
        options: &WriteOptions,
    ) -> Result<String, WriteError> {
        Ok(write_table(self.0, columns, Some(rows), options)?.sha256)
    }

    fn read(&self, options: &ReadOptions) -> Result<Table, ReadError> {
        Ok(read_table(self.0, options)?.table)
    }
}

/// Batches of Arrow.
pub(super) struct InMemory<'a> {
    /// What messages call the release.
    name: &'a Path,
    /// What was written.
    pub rows: Option<WrittenRows>,
}

impl<'a> InMemory<'a> {
    pub fn new(name: &'a Path) -> Self {
        Self { name, rows: None }
    }
}

impl Medium for InMemory<'_> {
    fn write(
        &mut self,
        columns: &[OutputColumn<'_>],
        rows: &[u32],
        options: &WriteOptions,
    ) -> Result<String, WriteError> {
        let written = write_rows(self.name, columns, rows, options)?;
        let sha256 = written.sha256.clone();
        self.rows = Some(written);
        Ok(sha256)
    }

    fn read(&self, options: &ReadOptions) -> Result<Table, ReadError> {
        let nothing = || ReadError::NoRows { path: self.name.into(), columns: 0 };
        let rows = self.rows.as_ref().ok_or_else(nothing)?;
        Ok(read_rows(self.name, rows.stream(), options)?.0)
    }
}

//! Where a release is written, and read again to be measured: a file, or memory.

use incog_data::Table;
use incog_io::{
    OutputColumn, ReadError, ReadOptions, TableFile, WriteError, WriteOptions, WrittenRows, read_rows,
    read_table, write_rows, write_table,
};
use std::path::Path;

/// Where a release is written, and read again to be measured.
pub(super) trait Medium {
    /// Writes these rows of the columns.
    fn write(
        &mut self,
        columns: &[OutputColumn<'_>],
        rows: &[u32],
        options: &WriteOptions,
    ) -> Result<(), WriteError>;

    /// Reads what was written, with the SHA-256 of the file that was read, or of the Arrow file that would have the rows.
    fn read(&self, options: &ReadOptions) -> Result<(Table, String), ReadError>;
}

/// A file that nobody sees before the run commits it.
pub(super) struct InFile<'a>(pub &'a Path);

impl Medium for InFile<'_> {
    fn write(
        &mut self,
        columns: &[OutputColumn<'_>],
        rows: &[u32],
        options: &WriteOptions,
    ) -> Result<(), WriteError> {
        write_table(self.0, columns, Some(rows), options).map(drop)
    }

    fn read(&self, options: &ReadOptions) -> Result<(Table, String), ReadError> {
        let TableFile { table, sha256, .. } = read_table(self.0, options)?;
        Ok((table, sha256))
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
    ) -> Result<(), WriteError> {
        self.rows = Some(write_rows(self.name, columns, rows, options)?);
        Ok(())
    }

    fn read(&self, options: &ReadOptions) -> Result<(Table, String), ReadError> {
        let nothing = || ReadError::NoRows { path: self.name.into(), columns: 0 };
        let rows = self.rows.as_ref().ok_or_else(nothing)?;
        let (table, _) = read_rows(self.name, rows.stream(), options)?;
        Ok((table, rows.sha256.clone()))
    }
}

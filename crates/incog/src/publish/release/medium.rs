//! Where a release is written, and read again to be measured: a file, or memory.

use crate::IncogError;
use crate::publish::recode::counted_parts::RowAllocation;
use crate::publish::recode::recoding::Recoded;
use incog_data::Table;
use incog_io::{
    AlikeRows, OutputColumn, ReadError, ReadOptions, TableFile, ToDisk, WriteError, WriteOptions,
    WrittenRows, read_rows, read_table, write_alike, write_rows, write_table,
};
use std::path::Path;

/// A release that is to be written.
pub(in crate::publish) struct ToWrite<'a> {
    /// Its table, in parts where that was counted.
    pub allocation: &'a RowAllocation<'a>,
    /// What is released of it.
    pub recoded: &'a Recoded<'a>,
    /// Its columns, of which the rows `recoded.rows` are written.
    pub columns: &'a [OutputColumn<'a>],
    /// The layout of a file.
    pub options: &'a WriteOptions,
}

/// Where a release is written, and read again to be measured.
pub(in crate::publish) trait Medium {
    /// Writes a release.
    fn write(&mut self, release: &ToWrite<'_>) -> Result<(), IncogError>;

    /// Reads what was written, row by row as it was given, with the SHA-256 of the file that was
    /// read, of the Arrow file that would have the rows, or of the text of the counted rows
    /// ([`incog_disclosure::read::counted_file::digest`]).
    fn read(&mut self, options: &ReadOptions) -> Result<(Table, String), IncogError>;

    /// Whether the steward gets the internal report although no file of it is written: without
    /// analyses and page, which are made for files.
    fn hands_over_internal(&self) -> bool {
        false
    }
}

/// A file that nobody sees before the run commits it.
pub(in crate::publish) struct InFile<'a> {
    path: &'a Path,
    on_its_way: Option<ToDisk>,
}

impl<'a> InFile<'a> {
    pub fn new(path: &'a Path) -> Self {
        Self { path, on_its_way: None }
    }

    /// Waits until what was written is on the disk.
    pub fn wait(self) -> Result<(), WriteError> {
        self.on_its_way.map_or(Ok(()), ToDisk::wait)
    }
}

impl Medium for InFile<'_> {
    fn write(&mut self, release: &ToWrite<'_>) -> Result<(), IncogError> {
        // It is measured while it is on its way to the disk.
        let options = WriteOptions { lasting: false, ..release.options.clone() };
        let Recoded { rows, ends, .. } = release.recoded;
        match ends.as_deref().and_then(|ends| AlikeRows::new(rows, ends)) {
            Some(alike) => write_alike(self.path, release.columns, alike, &options)?,
            None => write_table(self.path, release.columns, Some(rows), &options)?,
        };
        self.on_its_way = Some(ToDisk::send(self.path));
        Ok(())
    }

    fn read(&mut self, options: &ReadOptions) -> Result<(Table, String), IncogError> {
        let TableFile { table, sha256, .. } = read_table(self.path, options)?;
        Ok((table, sha256))
    }
}

/// Batches of Arrow.
pub(in crate::publish) struct InMemory<'a> {
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
    fn write(&mut self, release: &ToWrite<'_>) -> Result<(), IncogError> {
        self.rows = Some(write_rows(self.name, release.columns, &release.recoded.rows, release.options)?);
        Ok(())
    }

    fn read(&mut self, options: &ReadOptions) -> Result<(Table, String), IncogError> {
        let nothing = || ReadError::NoRows { path: self.name.into(), columns: 0 };
        let rows = self.rows.as_ref().ok_or_else(nothing)?;
        let (table, _) = read_rows(self.name, rows.stream(), options)?;
        Ok((table, rows.sha256.clone()))
    }

    fn hands_over_internal(&self) -> bool {
        true
    }
}

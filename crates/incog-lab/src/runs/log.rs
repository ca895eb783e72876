//! The table of runs on the disk.

use super::row::Row;
use crate::LabError;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A table of runs that rows are appended to, one line each.
///
/// A line is complete when its line break is there. Whatever follows the last line break when the
/// table is opened was being written when the process was killed, and is cut off.
pub struct RunLog {
    path: PathBuf,
    file: File,
}

impl RunLog {
    /// Opens or creates a table; returns the rows that are already there.
    pub fn open(path: &Path) -> Result<(Self, Vec<Row>), LabError> {
        let write = |source| LabError::Write { path: path.to_owned(), source };
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(write)?;
        let mut bytes = Vec::new();
        file.read_to_end(&mut bytes).map_err(|source| LabError::Read { path: path.to_owned(), source })?;
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |place| place + 1);
        file.set_len(whole as u64).map_err(write)?;
        file.seek(SeekFrom::End(0)).map_err(write)?;
        let mut log = Self { path: path.to_owned(), file };
        if whole == 0 {
            log.write_line(&Row::header())?;
            return Ok((log, Vec::new()));
        }
        let rows = parse(&bytes[..whole], path)?;
        Ok((log, rows))
    }

    /// Appends a run.
    pub fn append(&mut self, row: &Row) -> Result<(), LabError> {
        self.write_line(&row.cells())
    }

    fn write_line(&mut self, cells: &[String]) -> Result<(), LabError> {
        let line = line(cells);
        let written = self.file.write_all(&line).and_then(|()| self.file.flush());
        written.map_err(|source| LabError::Write { path: self.path.clone(), source })
    }
}

/// Replaces a table by these rows, all at once.
pub(super) fn rewrite<'a>(path: &Path, rows: impl Iterator<Item = &'a Row>) -> Result<(), LabError> {
    let mut bytes = line(&Row::header());
    rows.for_each(|row| bytes.extend(line(&row.cells())));
    let unfinished = path.with_extension("csv.unfinished");
    std::fs::write(&unfinished, bytes)
        .and_then(|()| std::fs::rename(&unfinished, path))
        .map_err(|source| LabError::Write { path: path.to_owned(), source })
}

fn line(cells: &[String]) -> Vec<u8> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    // Writing into memory cannot fail.
    let _ = writer.write_record(cells);
    writer.into_inner().unwrap_or_default()
}

fn parse(bytes: &[u8], path: &Path) -> Result<Vec<Row>, LabError> {
    let folder = || path.parent().unwrap_or(Path::new("")).to_owned();
    let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
    let mut rows = Vec::new();
    for (place, record) in reader.records().enumerate() {
        let wrong = |found: String| LabError::Row { path: path.to_owned(), line: place + 1, found };
        let record = record.map_err(|error| wrong(error.to_string()))?;
        if place == 0 {
            if !record.iter().eq(Row::header().iter().map(String::as_str)) {
                return Err(LabError::OtherResults { folder: folder() });
            }
            continue;
        }
        rows.push(
            Row::of_cells(&record).ok_or_else(|| wrong(format!("{} cells that are none", record.len())))?,
        );
    }
    Ok(rows)
}

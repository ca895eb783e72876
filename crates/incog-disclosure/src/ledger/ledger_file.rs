//! The file of a ledger on the disk, which one run has at a time.

use crate::LedgerError;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Error, ErrorKind};
use std::path::Path;

/// Opens the file so that no other run may until it is dropped; makes it where a series begins.
///
/// # Errors
/// When it is not there, cannot be opened, or another run has it.
pub(super) fn open_alone(path: &Path, begins: bool) -> Result<File, LedgerError> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(begins).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let file = match options.open(path) {
        Err(source) if source.kind() == ErrorKind::NotFound => {
            return Err(LedgerError::Missing { path: path.to_owned() });
        }
        opened => opened.map_err(|source| failed(path, source))?,
    };
    match file.try_lock() {
        Ok(()) => {}
        Err(TryLockError::WouldBlock) => return Err(LedgerError::InUse { path: path.to_owned() }),
        Err(TryLockError::Error(source)) => return Err(failed(path, source)),
    }
    // A run that wrote nothing has removed it in between.
    if is_at(path, &file) { Ok(file) } else { Err(LedgerError::InUse { path: path.to_owned() }) }
}

/// The error of the system about a file.
pub(super) fn failed(path: &Path, source: Error) -> LedgerError {
    LedgerError::File { path: path.to_owned(), source }
}

/// The error of a line that is not the next one of the series.
pub(super) fn broken(path: &Path, line: usize) -> LedgerError {
    LedgerError::Broken { path: path.to_owned(), line }
}

#[cfg(unix)]
fn is_at(path: &Path, file: &File) -> bool {
    use std::os::unix::fs::MetadataExt;
    let (Ok(there), Ok(here)) = (std::fs::metadata(path), file.metadata()) else { return false };
    (there.dev(), there.ino()) == (here.dev(), here.ino())
}

#[cfg(not(unix))]
fn is_at(path: &Path, _file: &File) -> bool {
    path.exists()
}

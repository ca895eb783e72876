//! Bringing a file to the disk beside other work.

use crate::WriteError;
use crate::atomic::io_error;
use std::fs::OpenOptions;
use std::io;
use std::path::{Path, PathBuf};
use std::thread::{Builder, JoinHandle};

/// A file on its way to the disk.
///
/// The system tells an error of the disk to the first who asks, so [`ToDisk::wait`] has to be
/// called in any case.
///
/// ```
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let folder = tempfile::tempdir()?;
/// let path = folder.path().join("release.csv");
/// std::fs::write(&path, "age\n31\n")?;
/// let on_its_way = incog_io::ToDisk::send(&path);
/// // Other work.
/// on_its_way.wait()?;
/// # Ok(()) }
/// ```
#[derive(Debug)]
#[must_use = "errors of the disk are told only here"]
pub struct ToDisk {
    path: PathBuf,
    /// `None` where there was no thread to be had.
    thread: Option<JoinHandle<io::Result<()>>>,
}

impl ToDisk {
    /// Sends a written file there.
    pub fn send(path: impl Into<PathBuf>) -> Self {
        let path = path.into();
        let sent = path.clone();
        Self { path, thread: Builder::new().spawn(move || make_lasting(&sent)).ok() }
    }

    /// Waits until it is there.
    ///
    /// # Errors
    /// [`WriteError::DiskFull`], and whatever else the system says.
    pub fn wait(self) -> Result<(), WriteError> {
        // What has not ended orderly is done again.
        let ended = self.thread.and_then(|thread| thread.join().ok());
        ended.unwrap_or_else(|| make_lasting(&self.path)).map_err(|source| io_error(&self.path, source))
    }
}

/// Waits until a file is on the disk.
pub(crate) fn make_lasting(path: &Path) -> io::Result<()> {
    // Windows makes nothing lasting that was opened for reading only.
    OpenOptions::new().write(true).open(path)?.sync_all()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_not_there_is_told() {
        let on_its_way = ToDisk::send("there/is/no/such.csv");
        assert!(matches!(on_its_way.wait(), Err(WriteError::Io { .. })));
    }
}

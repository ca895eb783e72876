//! Opening and reading the files that a user names: only regular ones, and as a whole only up to a
//! limit.

use std::fs::{File, Metadata};
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use thiserror::Error;

/// Why a file cannot be opened or read; the caller says which file it is.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FileFault {
    /// There is no such file.
    #[error("file not found; check the name and the folder")]
    NotFound,
    /// The path leads to a folder.
    #[error("this is a folder; expected a file")]
    IsFolder,
    /// The path leads to a device, a pipe or a socket, which may never end.
    #[error("this is {found}; expected a regular file, so copy its content to a file first")]
    NotRegular {
        /// The kind of file.
        found: &'static str,
    },
    /// The file is larger than a file of its kind may be.
    #[error("the file has more than {limit} bytes, the limit for {kind}; check that this is the right file")]
    TooLarge {
        /// The limit, see [`crate::limits`].
        limit: u64,
        /// What it should be.
        kind: &'static str,
    },
    /// Bytes that are not UTF-8.
    #[error("line {line} is not UTF-8; save the file as UTF-8")]
    NotUtf8 {
        /// The line of the first bad byte, from 1.
        line: usize,
    },
    /// The operating system refuses.
    #[error("the system cannot read it: {kind}")]
    Refused {
        /// What it says.
        kind: ErrorKind,
    },
}

impl From<io::Error> for FileFault {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            ErrorKind::NotFound => Self::NotFound,
            kind => Self::Refused { kind },
        }
    }
}

impl From<FileFault> for io::Error {
    fn from(fault: FileFault) -> Self {
        let kind = match &fault {
            FileFault::NotFound => ErrorKind::NotFound,
            FileFault::IsFolder => ErrorKind::IsADirectory,
            FileFault::NotUtf8 { .. } => ErrorKind::InvalidData,
            FileFault::TooLarge { .. } => ErrorKind::FileTooLarge,
            FileFault::NotRegular { .. } => ErrorKind::InvalidInput,
            FileFault::Refused { kind } => *kind,
        };
        io::Error::new(kind, fault)
    }
}

/// What a file should be, and how large it may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct WholeFile {
    /// Its name in messages.
    pub kind: &'static str,
    /// The most bytes it may have, see [`crate::limits`].
    pub limit: u64,
}

impl WholeFile {
    /// A job file or suite.
    pub const JOB: Self = Self { kind: "a job file", limit: crate::limits::JOB_BYTES };
    /// A report.
    pub const REPORT: Self = Self { kind: "a report", limit: crate::limits::REPORT_BYTES };
    /// A plan.
    pub const PLAN: Self = Self { kind: "a plan", limit: crate::limits::PLAN_BYTES };
    /// The state of a search.
    pub const CHECKPOINT: Self = Self { kind: "a checkpoint", limit: crate::limits::CHECKPOINT_BYTES };
    /// What proves a bound.
    pub const PROOF: Self = Self { kind: "a proof", limit: crate::limits::PROOF_BYTES };
    /// A hierarchy.
    pub const HIERARCHY: Self = Self { kind: "a hierarchy", limit: crate::limits::HIERARCHY_BYTES };
    /// A key, a signature or a password.
    pub const KEY: Self = Self { kind: "a key, a signature or a password", limit: crate::limits::KEY_BYTES };
    /// A file of points that is not a table.
    pub const POINTS: Self = Self { kind: "a file of points", limit: crate::limits::POINTS_BYTES };

    /// Reads the file whole.
    ///
    /// # Errors
    /// See [`FileFault`].
    pub fn read(self, path: impl AsRef<Path>) -> Result<Vec<u8>, FileFault> {
        let file = open_file(path)?;
        let too_large = FileFault::TooLarge { limit: self.limit, kind: self.kind };
        let size = file.metadata()?.len();
        if size > self.limit {
            return Err(too_large);
        }
        let mut bytes = Vec::with_capacity(usize::try_from(size).unwrap_or(0));
        // A file may grow while it is read, or not tell its size at all.
        file.take(self.limit + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > self.limit { Err(too_large) } else { Ok(bytes) }
    }

    /// Reads the file whole, as UTF-8.
    ///
    /// # Errors
    /// See [`FileFault`].
    pub fn read_text(self, path: impl AsRef<Path>) -> Result<String, FileFault> {
        String::from_utf8(self.read(path)?).map_err(|error| {
            let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
            FileFault::NotUtf8 { line: memchr::memchr_iter(b'\n', good).count() + 1 }
        })
    }
}

/// Opens a regular file for reading, or a link to one.
///
/// # Errors
/// See [`FileFault`]; devices, pipes and sockets are refused, since reading them may never end.
pub fn open_file(path: impl AsRef<Path>) -> Result<File, FileFault> {
    let path = path.as_ref();
    // Looked at before it is opened: opening a pipe waits for somebody to write to it.
    check_regular(&std::fs::metadata(path)?)?;
    let file = File::open(path)?;
    check_regular(&file.metadata()?)?;
    Ok(file)
}

fn check_regular(found: &Metadata) -> Result<(), FileFault> {
    if found.is_file() {
        return Ok(());
    }
    Err(if found.is_dir() { FileFault::IsFolder } else { FileFault::NotRegular { found: kind_of(found) } })
}

#[cfg(unix)]
fn kind_of(found: &Metadata) -> &'static str {
    use std::os::unix::fs::FileTypeExt;
    let kind = found.file_type();
    match (kind.is_fifo(), kind.is_socket()) {
        (true, _) => "a pipe",
        (_, true) => "a socket",
        _ => "a device",
    }
}

#[cfg(not(unix))]
fn kind_of(_: &Metadata) -> &'static str {
    "a device or a pipe"
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    const SMALL: WholeFile = WholeFile { kind: "a note", limit: 4 };

    #[test]
    fn only_whole_regular_files_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("note");
        assert_eq!(SMALL.read(&path), Err(FileFault::NotFound));
        assert_eq!(SMALL.read(folder.path()), Err(FileFault::IsFolder));
        std::fs::write(&path, "1234").unwrap();
        assert_eq!(SMALL.read_text(&path).unwrap(), "1234");
        std::fs::write(&path, "12345").unwrap();
        assert_eq!(SMALL.read(&path), Err(FileFault::TooLarge { limit: 4, kind: "a note" }));
        std::fs::write(&path, b"1\n\xff").unwrap();
        assert_eq!(SMALL.read_text(&path), Err(FileFault::NotUtf8 { line: 2 }));
    }

    #[cfg(unix)]
    #[test]
    fn endless_and_silent_files_are_refused_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        assert_eq!(SMALL.read(&pipe), Err(FileFault::NotRegular { found: "a pipe" }));
        assert_eq!(SMALL.read("/dev/zero"), Err(FileFault::NotRegular { found: "a device" }));
        // It says that it is regular and empty, and yet has content.
        let endless = Path::new("/proc/self/maps");
        if endless.exists() {
            assert!(matches!(SMALL.read(endless), Err(FileFault::TooLarge { .. })));
        }
    }
}

//! Taking a target.

use crate::WriteError;
use crate::atomic::io_error;
use crate::same_file::{folder_of, resolve};
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io;
use std::path::{Path, PathBuf};

/// How many times a lock that is released at the same moment is tried again.
const ATTEMPTS: usize = 100;

/// A file beside the target, locked as long as this value lives and then removed. When a process
/// dies, the system releases its lock.
#[derive(Debug)]
pub(super) struct TargetLock {
    path: PathBuf,
    _locked: File,
}

impl TargetLock {
    /// Takes a target, unless another run has taken it.
    pub fn take(target: &Path) -> Result<Self, WriteError> {
        let path = lock_path(target);
        for _ in 0..ATTEMPTS {
            let Some((file, is_new)) = open(&path).map_err(|source| refusal(target, &path, source))? else {
                continue;
            };
            match file.try_lock() {
                // Its former owner may have removed the file after we opened it and before we
                // locked it.
                Ok(()) if !is_at(&file, &path) => {}
                Ok(()) => return Ok(Self { path, _locked: file }),
                Err(TryLockError::WouldBlock) => break,
                // Without locks the file itself says that the target is taken, even if its run was
                // killed.
                Err(TryLockError::Error(_)) if is_new => return Ok(Self { path, _locked: file }),
                Err(TryLockError::Error(source)) => return Err(refusal(target, &path, source)),
            }
        }
        Err(WriteError::Taken { path: target.to_owned() })
    }

    /// Whether this is the lock of a target.
    pub fn is_of(&self, target: &Path) -> bool {
        self.path == lock_path(target)
    }
}

impl Drop for TargetLock {
    fn drop(&mut self) {
        // Removed before the lock is released. If it cannot be removed, nothing more can be done.
        let _ = fs::remove_file(&self.path);
    }
}

fn lock_path(target: &Path) -> PathBuf {
    let name = target.file_name().unwrap_or_default();
    let mut hidden = std::ffi::OsString::from(".");
    hidden.push(name);
    hidden.push(".incog-lock");
    resolve(&folder_of(target)).join(hidden)
}

/// The file, and whether it was made here; `None` if it has vanished meanwhile. Never follows a
/// link.
fn open(path: &Path) -> io::Result<Option<(File, bool)>> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    match options.write(true).create_new(true).open(path) {
        Ok(file) => return Ok(Some((file, true))),
        Err(error) if error.kind() != io::ErrorKind::AlreadyExists => return Err(error),
        Err(_) => {}
    }
    let gone = |error: io::Error| if error.kind() == io::ErrorKind::NotFound { Ok(None) } else { Err(error) };
    match fs::symlink_metadata(path) {
        Ok(found) if !found.is_file() => return Err(io::ErrorKind::AlreadyExists.into()),
        Ok(_) => {}
        Err(error) => return gone(error),
    }
    OpenOptions::new().write(true).open(path).map_or_else(gone, |file| Ok(Some((file, false))))
}

fn refusal(target: &Path, lock: &Path, source: io::Error) -> WriteError {
    match fs::symlink_metadata(lock) {
        Ok(_) => WriteError::NoLock { path: target.to_owned(), lock: lock.to_owned(), source },
        Err(_) => io_error(target, source),
    }
}

#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let inode = |found: fs::Metadata| (found.dev(), found.ino());
    let (opened, there) = (file.metadata().map(inode), fs::symlink_metadata(path).map(inode));
    matches!((opened, there), (Ok(opened), Ok(there)) if opened == there)
}

#[cfg(not(unix))]
fn is_at(_: &File, path: &Path) -> bool {
    path.exists()
}

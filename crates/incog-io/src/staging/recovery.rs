//! What a killed process left behind.

use super::commit::rename_to_nothing;
use super::folder::{self, StagingFolder, path_for};
use super::lock::TargetLock;
use crate::WriteError;
use crate::atomic::io_error;
use crate::same_file::{folder_of, is_same_file};
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::Path;

/// Carries out what an earlier run on `target` decided, or removes what it left behind; returns
/// whether it had decided. The lock of the target is held here, so that run is dead.
pub(super) fn recover(target: &Path, locks: &mut Vec<TargetLock>) -> Result<bool, WriteError> {
    let path = path_for(target);
    if !is_left(target, &path)? {
        return Ok(false);
    }
    let mut folders = Vec::new();
    for path in StagingFolder::left(&path).all() {
        let Some(own) = folder::target_of(&path) else { continue };
        // A folder elsewhere may be gone, or belong to another run by now.
        if !locks.iter().any(|lock| lock.is_of(&own)) && own.parent().is_some_and(Path::is_dir) {
            locks.push(TargetLock::take(&own)?);
        }
        if is_left(target, &path)? {
            folders.push(StagingFolder::left(&path));
        }
    }
    let decided = folders.iter().find_map(StagingFolder::decided);
    if let Some(force) = decided {
        for folder in folders.iter().rev() {
            put_all(target, folder, force)?;
        }
    }
    // The one that decides goes last.
    folders.iter_mut().rev().for_each(|folder| folder.keep = false);
    while let Some(folder) = folders.pop() {
        drop(folder);
    }
    Ok(decided.is_some())
}

fn put_all(target: &Path, folder: &StagingFolder, force: bool) -> Result<(), WriteError> {
    let stuck =
        |source| WriteError::Stuck { path: target.to_owned(), folder: folder.path().to_owned(), source };
    for name in folder.names().map_err(stuck)? {
        put(folder, &name, force).map_err(stuck)?;
    }
    Ok(())
}

fn put(folder: &StagingFolder, name: &OsStr, force: bool) -> io::Result<()> {
    let (staged, target) = (folder.path().join("new").join(name), folder_of(folder.path()).join(name));
    if force {
        return fs::rename(staged, target);
    }
    match rename_to_nothing(&staged, &target) {
        // Where the system cannot rename without replacing, the file has two names for a moment.
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists && is_same_file(&staged, &target) => {
            fs::remove_file(staged)
        }
        done => done,
    }
}

/// Whether there is a folder of ours; refuses anything that somebody else put there.
fn is_left(target: &Path, folder: &Path) -> Result<bool, WriteError> {
    let found = match fs::symlink_metadata(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        found => found.map_err(|source| io_error(target, source))?,
    };
    if found.is_dir() && is_ours(folder, &found).map_err(|source| io_error(target, source))? {
        return Ok(true);
    }
    Err(WriteError::ForeignFolder { path: target.to_owned(), folder: folder.to_owned() })
}

/// Whether a folder belongs to whoever runs this, and nobody else may write there.
#[cfg(unix)]
fn is_ours(folder: &Path, found: &fs::Metadata) -> io::Result<bool> {
    use std::os::unix::fs::MetadataExt;
    let probe = tempfile::Builder::new().prefix(".incog-").tempfile_in(folder_of(folder))?;
    Ok(probe.as_file().metadata()?.uid() == found.uid() && found.mode() & 0o077 == 0)
}

#[cfg(not(unix))]
fn is_ours(_: &Path, _: &fs::Metadata) -> io::Result<bool> {
    Ok(true)
}

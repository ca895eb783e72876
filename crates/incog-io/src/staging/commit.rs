//! Putting the files of a run into place, all or none.

use super::Held;
use super::folder::{StagingFolder, sync};
use crate::WriteError;
use crate::atomic::io_error;
use crate::same_file::folder_of;
use crate::to_disk::make_lasting;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Renames the staged files to their targets, the first one last; undoes all of it if one cannot be
/// renamed.
pub(super) fn commit(
    held: &mut Held,
    staged: &[PathBuf],
    targets: &[PathBuf],
    force: bool,
) -> Result<(), WriteError> {
    let moves: Vec<Move<'_>> =
        staged.iter().zip(targets).map(|(staged, target)| Move::new(held, staged, target)).collect();
    for one in &moves {
        one.make_lasting().map_err(|source| one.error(source))?;
    }
    let Some(deciding) = held.folders.first() else { return Ok(()) };
    deciding.decide(force).map_err(|source| io_error(&targets[0], source))?;
    for (done, one) in moves.iter().rev().enumerate() {
        let Err(source) = one.put(force) else { continue };
        let begun = moves.iter().rev().take(done + 1);
        let taken_back = begun.rev().map(Move::take_back).collect::<Result<Vec<()>, _>>();
        let error = one.error(source);
        match taken_back {
            Ok(_) => deciding.undecide(),
            // The next run carries it out: better late than only half.
            Err(_) => held.folders.iter_mut().for_each(|folder| folder.keep = true),
        }
        return Err(error);
    }
    held.folders.iter().for_each(|folder| drop(sync(&folder_of(folder.path()))));
    Ok(())
}

struct Move<'a> {
    staged: &'a Path,
    target: &'a Path,
    /// Where the file that is replaced is kept.
    old: PathBuf,
}

impl<'a> Move<'a> {
    fn new(held: &Held, staged: &'a Path, target: &'a Path) -> Self {
        let own = |folder: &&StagingFolder| staged.starts_with(folder.path());
        let old = held.folders.iter().find(own).map(|folder| folder.old_file(target));
        Self { staged, target, old: old.unwrap_or_default() }
    }

    fn make_lasting(&self) -> io::Result<()> {
        // When a release is a folder, its files are made lasting as they are written.
        if self.staged.is_dir() {
            sync(self.staged)?
        } else {
            make_lasting(self.staged)?
        }
        // The name, too: what is decided is carried out by the next run, which must find it.
        sync(&folder_of(self.staged))
    }

    fn put(&self, force: bool) -> io::Result<()> {
        if !force {
            return rename_to_nothing(self.staged, self.target);
        }
        match fs::symlink_metadata(self.target) {
            Ok(found) if found.is_dir() => return Err(io::ErrorKind::IsADirectory.into()),
            // A second name for the old file costs nothing, and the target is never missing.
            Ok(_) => fs::hard_link(self.target, &self.old).or_else(|_| fs::rename(self.target, &self.old))?,
            Err(_) => {}
        }
        fs::rename(self.staged, self.target)
    }

    fn take_back(&self) -> io::Result<()> {
        if fs::symlink_metadata(self.staged).is_err() {
            fs::rename(self.target, self.staged)?;
        }
        match fs::symlink_metadata(&self.old) {
            Ok(_) => fs::rename(&self.old, self.target),
            Err(_) => Ok(()),
        }
    }

    fn error(&self, source: io::Error) -> WriteError {
        match source.kind() {
            io::ErrorKind::AlreadyExists => WriteError::Exists { path: self.target.to_owned() },
            _ => io_error(self.target, source),
        }
    }
}

/// Renames, unless that would replace something.
pub(super) fn rename_to_nothing(from: &Path, to: &Path) -> io::Result<()> {
    match tempfile::TempPath::try_from_path(from)?.persist_noclobber(to) {
        Ok(()) => Ok(()),
        Err(failed) => {
            let error = failed.error;
            // Otherwise it would be removed.
            failed.path.keep().map_err(|kept| kept.error)?;
            Err(error)
        }
    }
}

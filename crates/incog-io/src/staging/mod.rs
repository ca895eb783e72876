//! The files of one run, which appear together and whole, or not at all.
//!
//! A run *takes* its targets when it starts: each is locked, so that no second run writes any of
//! them. Its unfinished files are in a folder beside the first target, and only their owner can
//! read them. *Commit* writes down the decision and then renames the files into place; if one
//! cannot be renamed, all renames are undone.
//!
//! A process may be killed at any moment. The system then releases its locks, and the next run on
//! one of these targets finds the folder: if the commit was decided, it is carried out, otherwise
//! the folder is removed. The folder of a living process is never touched.

mod commit;
mod folder;
mod lock;
mod recovery;

use crate::WriteError;
use crate::atomic::io_error;
use crate::same_file::{check_not_read, folder_of, is_same_file, resolve};
use folder::StagingFolder;
use lock::TargetLock;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The targets that a run has taken, and its unfinished files. Dropped without a commit, it leaves
/// everything as it was.
///
/// ```
/// use incog_io::Staging;
/// let folder = tempfile::tempdir().unwrap();
/// let targets = vec![folder.path().join("release.csv"), folder.path().join("release.csv.report.json")];
/// let staging = Staging::take(targets.clone(), false, &[]).unwrap();
/// assert!(Staging::take(targets.clone(), true, &[]).is_err(), "another run is writing them");
/// staging.write(0, b"age\n4*\n").unwrap();
/// staging.write(1, b"{}\n").unwrap();
/// staging.commit().unwrap();
/// assert_eq!(std::fs::read(&targets[0]).unwrap(), b"age\n4*\n");
/// ```
#[derive(Debug)]
pub struct Staging {
    targets: Vec<PathBuf>,
    /// The unfinished file of each target.
    staged: Vec<PathBuf>,
    /// Targets that nothing is written to after all, by their place.
    left_out: Vec<usize>,
    force: bool,
    unfinished: Unfinished,
}

/// What a run would leave behind if it were ended at once; whoever ends the process removes it.
#[derive(Debug, Clone)]
pub struct Unfinished(Arc<Mutex<Option<Held>>>);

/// The folders and locks of a run; removed when dropped.
#[derive(Debug)]
struct Held {
    folders: Vec<StagingFolder>,
    /// Released after the folders are gone, since fields are dropped in their order.
    _locks: Vec<TargetLock>,
}

impl Staging {
    /// Takes the targets, the first of which is the release. Refuses any that exists, unless
    /// `force` says to replace it, and any that is one of the files or folders in `reads`.
    ///
    /// # Errors
    /// [`WriteError::Taken`] when another run is writing one of them, and whatever else goes wrong.
    pub fn take(targets: Vec<PathBuf>, force: bool, reads: &[PathBuf]) -> Result<Self, WriteError> {
        for (place, target) in targets.iter().enumerate() {
            check_name(target)?;
            check_not_read(target, reads)?;
            if let Some(other) = targets[..place].iter().find(|other| is_same_file(other, target)) {
                return Err(WriteError::SameTarget { path: target.clone(), other: other.clone() });
            }
        }
        let mut locks = Vec::new();
        for target in &targets {
            locks.push(TargetLock::take(target)?);
        }
        let groups = groups(&targets);
        let mut recovered = false;
        for (first, _) in &groups {
            recovered |= recovery::recover(first, &mut locks)?;
        }
        for target in &targets {
            check_free(target, force, recovered)?;
        }
        // From here on the folders are removed if anything fails.
        let mut held = Held { folders: Vec::new(), _locks: locks };
        let paths: Vec<PathBuf> = groups.iter().map(|(first, _)| folder::path_for(first)).collect();
        for (path, (first, _)) in paths.iter().zip(&groups) {
            held.folders.push(StagingFolder::make(path, &paths).map_err(|source| io_error(first, source))?);
        }
        let staged = targets.iter().map(|target| {
            let group = groups.iter().position(|(_, members)| members.contains(&target)).unwrap_or_default();
            held.folders[group].new_file(target)
        });
        let staged = staged.collect();
        Ok(Self {
            staged,
            targets,
            left_out: Vec::new(),
            force,
            unfinished: Unfinished(Arc::new(Mutex::new(Some(held)))),
        })
    }

    /// The path of the unfinished file of a target.
    pub fn path(&self, target: usize) -> &Path {
        &self.staged[target]
    }

    /// Writes the whole unfinished file of a target.
    ///
    /// # Errors
    /// [`WriteError::DiskFull`], and whatever else the system says.
    pub fn write(&self, target: usize, bytes: impl AsRef<[u8]>) -> Result<(), WriteError> {
        fs::write(self.path(target), bytes).map_err(|source| io_error(&self.targets[target], source))
    }

    /// Lets only its owner read the unfinished file of a target, also after it is put into place.
    ///
    /// # Errors
    /// What the system says.
    pub fn keep_private(&self, target: usize) -> Result<(), WriteError> {
        private(self.path(target)).map_err(|source| io_error(&self.targets[target], source))
    }

    /// Writes nothing to a target, which stays as it is; not the first one.
    pub fn leave_out(&mut self, target: usize) {
        self.left_out.push(target);
    }

    /// What to remove if the process is ended before it is done.
    pub fn unfinished(&self) -> Unfinished {
        self.unfinished.clone()
    }

    /// Puts all files into place, the first target last: when there is a release, its report is
    /// whole.
    ///
    /// # Errors
    /// When a file cannot be put into place; all targets are then as they were before.
    pub fn commit(self) -> Result<(), WriteError> {
        self.put_into_place(|_| Ok(()))
    }

    /// As [`Staging::commit`], but goes on holding the targets: they can be written and put into
    /// place again and again, and no other run takes them in between. For targets that are
    /// replaced.
    ///
    /// # Errors
    /// As [`Staging::commit`].
    pub fn put(&self) -> Result<(), WriteError> {
        self.put_into_place(StagingFolder::begin_again)
    }

    fn put_into_place(&self, after: impl Fn(&StagingFolder) -> io::Result<()>) -> Result<(), WriteError> {
        let error = |source| io_error(&self.targets[0], source);
        let mut held = self.unfinished.0.lock().unwrap_or_else(PoisonError::into_inner);
        let held = held.as_mut().ok_or_else(|| error(io::ErrorKind::Interrupted.into()))?;
        let written = |(place, _): &(usize, &PathBuf)| !self.left_out.contains(place);
        let of = |paths: &[PathBuf]| -> Vec<PathBuf> {
            paths.iter().enumerate().filter(written).map(|(_, path)| path.clone()).collect()
        };
        commit::commit(held, &of(&self.staged), &of(&self.targets), self.force)?;
        held.folders.iter().try_for_each(after).map_err(error)
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        self.unfinished.remove();
    }
}

impl Unfinished {
    /// Removes the folders and releases the targets. Waits while the files are being put into
    /// place, which takes no time, and does nothing after that.
    pub fn remove(&self) {
        drop(self.0.lock().unwrap_or_else(PoisonError::into_inner).take());
    }
}

/// The targets by folder, in their order: the files of a folder are renamed within it.
fn groups(targets: &[PathBuf]) -> Vec<(&PathBuf, Vec<&PathBuf>)> {
    let mut groups: Vec<(&PathBuf, Vec<&PathBuf>)> = Vec::new();
    for target in targets {
        let beside = |first: &PathBuf| resolve(&folder_of(first)) == resolve(&folder_of(target));
        match groups.iter_mut().find(|(first, _)| beside(first)) {
            Some((_, members)) => members.push(target),
            None => groups.push((target, vec![target])),
        }
    }
    groups
}

fn check_name(target: &Path) -> Result<(), WriteError> {
    let (path, folder) = (target.to_owned(), folder_of(target));
    if !folder.is_dir() {
        return Err(WriteError::NoFolder { path, folder });
    }
    if target.file_name().is_none() {
        return Err(WriteError::NotAFile { path });
    }
    Ok(())
}

fn check_free(target: &Path, force: bool, recovered: bool) -> Result<(), WriteError> {
    let path = target.to_owned();
    match fs::symlink_metadata(target) {
        // The file that a link leads to stays as it is: the link itself is replaced.
        Ok(found) if !(found.is_file() || found.is_symlink()) => Err(WriteError::NotAFile { path }),
        Ok(_) if !force && recovered => Err(WriteError::Recovered { path }),
        Ok(_) if !force => Err(WriteError::Exists { path }),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn private(path: &Path) -> io::Result<()> {
    fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o600))
}

#[cfg(not(unix))]
fn private(_: &Path) -> io::Result<()> {
    Ok(())
}

#[cfg(test)]
mod tests;

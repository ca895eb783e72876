//! The folder of hierarchy files that are opened in the page: its owner's alone, and gone with the
//! process.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use tempfile::TempDir;

/// How the folders begin.
const PREFIX: &str = "incog-page-";

/// The file by which a process that lives holds its folder. A folder without one is being made, or
/// is none of ours.
const LOCK: &str = "lock";

/// Most bytes of all files together.
pub const MOST: u64 = 64 << 20;

/// The folder, as long as it is held.
pub struct Uploads {
    folder: TempDir,
    _lock: File,
}

impl Uploads {
    /// A new folder in `place`, after those are removed that processes left there which were
    /// killed.
    pub fn new(place: &Path) -> io::Result<Self> {
        sweep(place);
        let folder = tempfile::Builder::new().prefix(PREFIX).tempdir_in(place)?;
        // It has its name only when it is held, so nobody takes it for one that was left.
        let unnamed = folder.path().join("unheld");
        let lock = File::create(&unnamed)?;
        lock.try_lock().map_err(io::Error::from)?;
        fs::rename(unnamed, folder.path().join(LOCK))?;
        Ok(Self { folder, _lock: lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The files in it.
    pub fn files(&self) -> impl Iterator<Item = fs::DirEntry> {
        let folders = fs::read_dir(self.path()).into_iter().flatten().flatten();
        folders.flat_map(|folder| fs::read_dir(folder.path()).into_iter().flatten().flatten())
    }

    /// Whether so many bytes more are too many.
    pub fn is_too_much(&self, more: usize) -> bool {
        let known: u64 = self.files().filter_map(|file| Some(file.metadata().ok()?.len())).sum();
        known + more as u64 > MOST
    }

    /// Removes it. Not left to the end of the last one who knows it: one may be held for as long as
    /// the process lives.
    pub fn remove(&self) {
        let _ = fs::remove_dir_all(self.path());
    }
}

/// Removes the folders that nobody holds any more. What is another user's cannot be removed, and
/// what a link leads to is not.
fn sweep(place: &Path) {
    let is_ours = |entry: &fs::DirEntry| {
        entry.file_name().to_string_lossy().starts_with(PREFIX)
            && entry.file_type().is_ok_and(|kind| kind.is_dir())
    };
    for folder in fs::read_dir(place).into_iter().flatten().flatten().filter(is_ours) {
        let Ok(lock) = File::open(folder.path().join(LOCK)) else { continue };
        if lock.try_lock().is_ok() {
            let _ = fs::remove_dir_all(folder.path());
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_a_killed_process_left_is_removed_and_nothing_else() {
        let place = tempfile::tempdir().unwrap();
        let living = Uploads::new(place.path()).unwrap();
        let killed = Uploads::new(place.path()).unwrap();
        let left = killed.path().to_owned();
        fs::create_dir(left.join("a")).unwrap();
        fs::write(left.join("a/age.hierarchy.csv"), "34;*\n").unwrap();
        // As when the process is killed: the lock goes, the folder stays.
        let Uploads { folder, _lock } = killed;
        let _ = folder.keep();
        drop(_lock);
        let (foreign, unheld) = (place.path().join("incog-page-mine"), place.path().join("else"));
        fs::create_dir(&foreign).unwrap();
        fs::create_dir(&unheld).unwrap();
        fs::write(unheld.join(LOCK), "").unwrap();
        let _next = Uploads::new(place.path()).unwrap();
        assert!(!left.exists() && living.path().exists() && foreign.exists() && unheld.exists());
    }

    #[test]
    fn all_files_together_have_a_bound() {
        let place = tempfile::tempdir().unwrap();
        let uploads = Uploads::new(place.path()).unwrap();
        fs::create_dir(uploads.path().join("a")).unwrap();
        fs::write(uploads.path().join("a/x"), vec![0; 1000]).unwrap();
        assert!(!uploads.is_too_much(MOST as usize - 1000) && uploads.is_too_much(MOST as usize - 999));
    }
}

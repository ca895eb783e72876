//! The folder of unfinished files.
//!
//! `.RELEASE.incog/` holds `new/` with a file for each target beside it, `old/` with what these
//! replace while they are put into place, and `folders` with the paths of all folders of the run (a
//! trace may be elsewhere). The first of them is the one that decides; it holds `commit` as soon as
//! the decision is made.

use crate::same_file::{folder_of, resolve};
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

const ENDING: &str = ".incog";
/// How many times the removal of a folder is tried.
const ATTEMPTS: usize = 20;

/// A folder of unfinished files; removed when dropped.
#[derive(Debug)]
pub(super) struct StagingFolder {
    path: PathBuf,
    /// When set, the folder stays for the next run to recover.
    pub keep: bool,
}

/// The folder for a target and those beside it.
pub(super) fn path_for(first: &Path) -> PathBuf {
    let mut name = OsString::from(".");
    name.push(first.file_name().unwrap_or_default());
    name.push(ENDING);
    resolve(&folder_of(first)).join(name)
}

/// The target a folder is named after.
pub(super) fn target_of(folder: &Path) -> Option<PathBuf> {
    let name = folder.file_name()?.to_str()?;
    let name = name.strip_prefix('.')?.strip_suffix(ENDING)?;
    Some(folder_of(folder).join(name))
}

impl StagingFolder {
    /// Makes the folder, which must not exist; `all` are the folders of the run.
    pub fn make(path: &Path, all: &[PathBuf]) -> io::Result<Self> {
        make_private(path)?;
        let folder = Self { path: path.to_owned(), keep: false };
        fs::create_dir(path.join("new"))?;
        fs::create_dir(path.join("old"))?;
        // This need not survive a power failure: until the decision there is nothing to keep.
        write_whole(&path.join("folders"), &path_list::write(all), |_| Ok(()))?;
        Ok(folder)
    }

    /// A folder that another run left behind.
    pub fn left(path: &Path) -> Self {
        Self { path: path.to_owned(), keep: true }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The unfinished file of a target.
    pub fn new_file(&self, target: &Path) -> PathBuf {
        self.path.join("new").join(target.file_name().unwrap_or_default())
    }

    /// Where the file that a target replaces is kept until everything is done.
    pub fn old_file(&self, target: &Path) -> PathBuf {
        self.path.join("old").join(target.file_name().unwrap_or_default())
    }

    /// The folders of the run it belongs to; only this one if it was never whole, or if there are
    /// no others.
    pub fn all(&self) -> Vec<PathBuf> {
        let listed = fs::read(self.path.join("folders")).map(|bytes| path_list::read(&bytes));
        // The only one need not be where it was made: the folder around it may have been moved.
        listed.ok().filter(|all| all.len() > 1).unwrap_or_else(|| vec![self.path.clone()])
    }

    /// Writes down that its files are to be put into place.
    pub fn decide(&self, force: bool) -> io::Result<()> {
        let word: &[u8] = if force { b"force" } else { b"new" };
        write_whole(&self.path.join("commit"), word, |file| file.sync_all())?;
        sync(&self.path)
    }

    /// Whether that was decided, and whether existing files may be replaced.
    pub fn decided(&self) -> Option<bool> {
        fs::read(self.path.join("commit")).ok().map(|word| word == b"force")
    }

    /// Makes it as it was made: nothing is decided, and what was replaced is gone.
    pub fn begin_again(&self) -> io::Result<()> {
        fs::remove_file(self.path.join("commit")).or_else(unless_missing)?;
        for entry in fs::read_dir(self.path.join("old"))? {
            fs::remove_file(entry?.path())?;
        }
        Ok(())
    }

    /// The unfinished files in it, by name.
    pub fn names(&self) -> io::Result<Vec<OsString>> {
        let entries = match fs::read_dir(self.path.join("new")) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            entries => entries?,
        };
        let mut names = entries.map(|entry| Ok(entry?.file_name())).collect::<io::Result<Vec<_>>>()?;
        names.sort();
        Ok(names)
    }

    /// Takes the decision back.
    pub fn undecide(&self) {
        // If that fails, the next run carries the commit out.
        let _ = fs::remove_file(self.path.join("commit"));
    }
}

/// What is to be gone may be so already.
fn unless_missing(error: io::Error) -> io::Result<()> {
    if error.kind() == io::ErrorKind::NotFound { Ok(()) } else { Err(error) }
}

impl Drop for StagingFolder {
    fn drop(&mut self) {
        // Another thread may be about to write a file there; after these attempts nothing more can
        // be done.
        let is_left = || !self.keep && fs::remove_dir_all(&self.path).is_err() && self.path.exists();
        let _ = (0..ATTEMPTS).take_while(|_| is_left()).count();
    }
}

/// Makes the renames in a folder lasting, where the system can do that.
pub(super) fn sync(folder: &Path) -> io::Result<()> {
    match File::open(folder) {
        Ok(folder) => folder.sync_all().or(Ok(())),
        Err(_) => Ok(()),
    }
}

/// Writes a small file, whole or not at all; `finish` runs before the file gets its name.
fn write_whole(path: &Path, bytes: &[u8], finish: impl FnOnce(&File) -> io::Result<()>) -> io::Result<()> {
    let part = path.with_extension("part");
    // One that could not be finished, of which no more than that is known.
    fs::remove_file(&part).or_else(unless_missing)?;
    let write = || {
        let mut file = File::create_new(&part)?;
        file.write_all(bytes)?;
        finish(&file)?;
        fs::rename(&part, path)
    };
    // The space that it takes may be all that is missing; where it cannot be removed, the next
    // attempt does it.
    write().inspect_err(|_| drop(fs::remove_file(&part)))
}

#[cfg(unix)]
fn make_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make_private(folder: &Path) -> io::Result<()> {
    fs::create_dir(folder)
}

/// Paths as bytes, one after the other, each followed by a zero, which no path contains.
mod path_list {
    use std::path::PathBuf;

    pub fn write(paths: &[PathBuf]) -> Vec<u8> {
        paths.iter().flat_map(|path| [path.as_os_str().as_encoded_bytes(), b"\0"].concat()).collect()
    }

    #[cfg(unix)]
    pub fn read(bytes: &[u8]) -> Vec<PathBuf> {
        use std::os::unix::ffi::OsStrExt;
        pieces(bytes).map(|path| std::ffi::OsStr::from_bytes(path).into()).collect()
    }

    #[cfg(not(unix))]
    pub fn read(bytes: &[u8]) -> Vec<PathBuf> {
        pieces(bytes).filter_map(|path| std::str::from_utf8(path).ok()).map(PathBuf::from).collect()
    }

    fn pieces(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
        bytes.split(|&byte| byte == 0).filter(|path| !path.is_empty())
    }
}

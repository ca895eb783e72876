//! Whether two paths lead to one file, and the rule that no command writes to a file it reads.

use crate::WriteError;
use std::fs;
use std::path::{Path, PathBuf};

/// Whether two paths lead to one file, however they are written: through links, `.` and `..`, or as
/// hard links of one file; also when the file does not exist yet.
///
/// ```
/// let folder = tempfile::tempdir().unwrap();
/// let (plain, round) = (folder.path().join("a.csv"), folder.path().join("./a.csv"));
/// assert!(incog_io::is_same_file(&plain, &round));
/// assert!(!incog_io::is_same_file(&plain, &folder.path().join("b.csv")));
/// ```
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    resolve(one) == resolve(other) || is_same_inode(one, other)
}

/// Refuses to write a file that is one of the files or folders that are read, or that lies in such
/// a folder.
///
/// This is the one place that decides it; every command that writes asks here.
///
/// # Errors
/// [`WriteError::SameAsInput`] and [`WriteError::InsideInput`].
pub fn check_not_read(target: &Path, reads: &[PathBuf]) -> Result<(), WriteError> {
    for read in reads {
        let (path, input) = (target.to_owned(), read.clone());
        if is_same_file(target, read) {
            return Err(WriteError::SameAsInput { path, input });
        }
        if read.is_dir() && is_inside(target, read) {
            return Err(WriteError::InsideInput { path, folder: input });
        }
    }
    Ok(())
}

/// Whether a path is this folder, or lies in it at any depth.
pub fn is_inside(path: &Path, folder: &Path) -> bool {
    resolve(path).starts_with(resolve(folder))
}

/// The file whose name is that of another plus an ending: `out.csv` and `.report.json` give
/// `out.csv.report.json`.
///
/// ```
/// use std::path::Path;
/// assert_eq!(incog_io::beside(Path::new("a/out.csv"), ".report.json"), Path::new("a/out.csv.report.json"));
/// ```
pub fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    file.with_file_name(name)
}

/// The canonical path; for a file that does not exist, its name in the canonical folder.
pub(crate) fn resolve(path: &Path) -> PathBuf {
    let parent = folder_of(path);
    match (path.canonicalize(), parent.canonicalize(), path.file_name()) {
        (Ok(whole), ..) => whole,
        (_, Ok(parent), Some(name)) => parent.join(name),
        _ => path.to_owned(),
    }
}

/// The folder in which a path names a file.
pub(crate) fn folder_of(path: &Path) -> PathBuf {
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    parent.unwrap_or(Path::new(".")).to_owned()
}

/// Compares device and inode, which also finds hard links.
#[cfg(unix)]
fn is_same_inode(one: &Path, other: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let inode = |path| fs::metadata(path).map(|found| (found.dev(), found.ino()));
    matches!((inode(one), inode(other)), (Ok(one), Ok(other)) if one == other)
}

#[cfg(not(unix))]
fn is_same_inode(_: &Path, _: &Path) -> bool {
    false
}

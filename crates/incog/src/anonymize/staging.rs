//! Unfinished files, and the moment they become a release.

use super::Control;
use crate::IncogError;
use incog_io::WriteError;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// A folder beside the output, readable by its owner only, where all files of a release are made
/// before they are renamed into place. It is removed when dropped.
pub(crate) struct Staging {
    folder: PathBuf,
    targets: Vec<PathBuf>,
}

/// The folder where the unfinished files of a release stand.
///
/// Whoever ends the process from outside, such as the handler of a second Ctrl-C, removes it.
pub fn staging_folder(output: &Path) -> PathBuf {
    let name = output.file_name().unwrap_or_default().to_string_lossy();
    output.with_file_name(format!(".{name}.incog-{}", std::process::id()))
}

impl Staging {
    /// Makes the folder for `targets`, of which the first is the release.
    ///
    /// Refuses targets that exist, unless `force` says to replace them.
    pub fn new(targets: Vec<PathBuf>, force: bool) -> Result<Self, IncogError> {
        for target in &targets {
            check_target(target, force)?;
        }
        let folder = staging_folder(&targets[0]);
        make_private(&folder).map_err(|source| io_error(&targets[0], source))?;
        Ok(Self { folder, targets })
    }

    /// Where the unfinished file of a target stands.
    pub fn path(&self, target: usize) -> PathBuf {
        self.folder.join(self.targets[target].file_name().unwrap_or_default())
    }

    /// Writes a whole text to the unfinished file of a target.
    pub fn write(&self, target: usize, text: &str) -> Result<(), IncogError> {
        let report = |source| IncogError::Report { path: self.targets[target].clone(), source };
        fs::write(self.path(target), text).map_err(report)
    }

    /// Renames all files into place, the release last: where there is a release, its report is whole.
    pub fn commit(self, control: &Control) -> Result<(), IncogError> {
        Self::commit_all([self], control)
    }

    /// The same for files in several folders, one after the other.
    pub fn commit_all(all: impl IntoIterator<Item = Self>, control: &Control) -> Result<(), IncogError> {
        let _no_abort_from_here = control.committing();
        for staging in all {
            for target in (0..staging.targets.len()).rev() {
                fs::rename(staging.path(target), &staging.targets[target])
                    .map_err(|source| io_error(&staging.targets[target], source))?;
            }
        }
        Ok(())
    }
}

impl Drop for Staging {
    fn drop(&mut self) {
        // Nothing more can be done when it cannot be removed.
        let _ = fs::remove_dir_all(&self.folder);
    }
}

fn check_target(target: &Path, force: bool) -> Result<(), IncogError> {
    let path = target.to_owned();
    let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !parent.is_dir() {
        return Err(WriteError::NoFolder { path, folder: parent.to_owned() }.into());
    }
    match fs::symlink_metadata(target) {
        Ok(found) if found.is_dir() => Err(WriteError::NotAFile { path }.into()),
        Ok(_) if !force => Err(WriteError::Exists { path }.into()),
        _ => Ok(()),
    }
}

#[cfg(unix)]
fn make_private(folder: &Path) -> io::Result<()> {
    use std::os::unix::fs::DirBuilderExt;
    fs::DirBuilder::new().mode(0o700).create(folder)
}

#[cfg(not(unix))]
fn make_private(folder: &Path) -> io::Result<()> {
    fs::DirBuilder::new().create(folder)
}

fn io_error(path: &Path, source: io::Error) -> IncogError {
    let path = path.to_owned();
    match source.kind() {
        io::ErrorKind::StorageFull => WriteError::DiskFull { path }.into(),
        _ => WriteError::Io { path, source }.into(),
    }
}

//! Whether a file was changed after another one was written.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::SystemTime;

/// Whether a file is known to be as it was when another file, `written`, was written.
///
/// A copy that keeps its old time counts as changed where the file system tells when it was put
/// there. Of what is no file nothing is known: standard input, or a path that leads nowhere.
///
/// ```
/// let folder = tempfile::tempdir().unwrap();
/// let (table, release) = (folder.path().join("a.csv"), folder.path().join("b.csv"));
/// std::fs::write(&table, "x")?;
/// std::thread::sleep(std::time::Duration::from_millis(20));
/// std::fs::write(&release, "x")?;
/// assert!(incog_io::is_unchanged_since(&table, &release));
/// assert!(!incog_io::is_unchanged_since(&release, &table));
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn is_unchanged_since(file: &Path, written: &Path) -> bool {
    let changed = fs::metadata(file).ok().as_ref().and_then(last_change);
    let wrote = fs::metadata(written).and_then(|metadata| metadata.modified()).ok();
    changed.zip(wrote).is_some_and(|(changed, wrote)| changed <= wrote)
}

/// When content or place of a file changed last.
fn last_change(metadata: &Metadata) -> Option<SystemTime> {
    let content = metadata.modified().ok()?;
    Some(inode_change(metadata).map_or(content, |place| content.max(place)))
}

/// When a file was put, renamed, or given other rights; a copy cannot keep this time.
#[cfg(unix)]
fn inode_change(metadata: &Metadata) -> Option<SystemTime> {
    use std::os::unix::fs::MetadataExt;
    use std::time::Duration;
    let (seconds, nanoseconds) = (u64::try_from(metadata.ctime()), u32::try_from(metadata.ctime_nsec()));
    Some(SystemTime::UNIX_EPOCH + Duration::new(seconds.ok()?, nanoseconds.ok()?))
}

#[cfg(not(unix))]
fn inode_change(_metadata: &Metadata) -> Option<SystemTime> {
    None
}

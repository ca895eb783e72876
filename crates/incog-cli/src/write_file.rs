//! Files that commands write besides releases.

use crate::output::{Done, Failure};
use crate::streams::is_stream;
use incog::IncogError;
use incog_io::{Staging, WriteError};
use std::path::{Path, PathBuf};

/// Writes a file completely or not at all. A file that the command `reads` is never overwritten,
/// any other existing file only with `force`.
pub fn write_file(path: &Path, force: bool, reads: &[PathBuf], bytes: impl AsRef<[u8]>) -> Done {
    write(path, force, reads, bytes, |_| Ok(()))
}

/// Like [`write_file`], for a file that only its owner may read.
pub fn write_private_file(path: &Path, force: bool, reads: &[PathBuf], bytes: impl AsRef<[u8]>) -> Done {
    write(path, force, reads, bytes, |staging| staging.keep_private(0))
}

fn write(
    path: &Path,
    force: bool,
    reads: &[PathBuf],
    bytes: impl AsRef<[u8]>,
    guard: impl FnOnce(&Staging) -> Result<(), WriteError>,
) -> Done {
    if is_stream(path) {
        return Err(Failure::Usage(
            "this file cannot go to standard output; give a file name instead of \
            \"-\"",
        ));
    }
    let staging = Staging::take(vec![path.to_owned()], force, reads).map_err(IncogError::from)?;
    let written = staging.write(0, bytes).and_then(|()| guard(&staging));
    written.and_then(|()| staging.commit()).map_err(IncogError::from)?;
    Ok(())
}

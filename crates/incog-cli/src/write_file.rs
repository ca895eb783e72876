//! Files that commands make besides releases.

use crate::output::Done;
use incog::IncogError;
use incog_io::Staging;
use std::path::{Path, PathBuf};

/// Writes a file whole or not at all; never one that the command `reads`, and over another only with `force`.
pub fn write_file(path: &Path, force: bool, reads: &[PathBuf], bytes: impl AsRef<[u8]>) -> Done {
    let staging = Staging::take(vec![path.to_owned()], force, reads).map_err(IncogError::from)?;
    staging.write(0, bytes).and_then(|()| staging.commit()).map_err(IncogError::from)?;
    Ok(())
}

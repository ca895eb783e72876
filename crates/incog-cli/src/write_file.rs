//! Files that commands write besides releases.

use crate::output::Done;
use incog::IncogError;
use incog_io::Staging;
use std::path::{Path, PathBuf};

/// Writes a file completely or not at all. A file that the command `reads` is never overwritten, any other existing
/// file only with `force`.
pub fn write_file(path: &Path, force: bool, reads: &[PathBuf], bytes: impl AsRef<[u8]>) -> Done {
    let staging = Staging::take(vec![path.to_owned()], force, reads).map_err(IncogError::from)?;
    staging.write(0, bytes).and_then(|()| staging.commit()).map_err(IncogError::from)?;
    Ok(())
}

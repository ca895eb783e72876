//! Texts that are compressed as the names of their files say.

use crate::WriteError;
use crate::atomic::{Target, io_error};
use crate::compression::Fill;
use crate::table_format::Named;
use std::path::Path;

/// Writes a text, compressed as the name of the file says.
pub(crate) fn write_text(
    path: &Path,
    named: Named,
    target: &mut Target,
    text: Fill<'_>,
) -> Result<(), WriteError> {
    let written = match named.compression {
        None => text(target),
        Some(compression) => (compression.pack)(target, text),
    };
    written.map_err(|source| io_error(path, source))
}

//! The beginning of a text file.

use crate::ReadError;
use crate::decompression::{Source, io_error};
use crate::table_format::Opened;
use std::io::Read;

const SAMPLE: u64 = 64 << 10;

/// The text of an opened file, and its first bytes without the byte order mark; refuses what is
/// plainly not text.
pub(crate) fn first_bytes(opened: Opened<'_>) -> Result<(Source, Vec<u8>), ReadError> {
    let Opened { path, file, named, content } = opened;
    let error = |source| io_error(path, named.compression, source);
    let mut source = Source::new(file, named.compression).map_err(error)?;
    let mut sample = Vec::new();
    (&mut source).take(SAMPLE).read_to_end(&mut sample).map_err(error)?;
    if sample.starts_with(&[0xff, 0xfe]) || sample.starts_with(&[0xfe, 0xff]) {
        return Err(ReadError::Utf16 { path: path.into() });
    }
    if let Some(found) = content(&sample) {
        return Err(ReadError::OtherFormat { path: path.into(), found });
    }
    if sample.starts_with(b"\xef\xbb\xbf") {
        sample.drain(..3);
    }
    Ok((source, sample))
}

//! The beginning of a text file.

use crate::ReadError;
use crate::decompression::{Source, io_error};
use crate::encoding_detection::utf16;
use crate::table_format::Opened;
use crate::text_layout::TextLayout;
use std::io::Read;

const SAMPLE: u64 = 64 << 10;

/// The text of an opened file, its first bytes without the byte order mark, and how it is laid out;
/// refuses what is plainly not text.
pub(crate) fn first_bytes(
    opened: Opened<'_>,
    mut layout: TextLayout,
) -> Result<(Source, Vec<u8>, TextLayout), ReadError> {
    let Opened { path, file, named, content } = opened;
    let error = |source| io_error(path, named.compression, source);
    let mut source = Source::new(file, named.compression).map_err(error)?;
    let mut sample = Vec::new();
    (&mut source).take(SAMPLE).read_to_end(&mut sample).map_err(error)?;
    if let Some(found) = content(&sample) {
        return Err(ReadError::OtherFormat { path: path.into(), found });
    }
    if let Some(encoding) = utf16(&sample).filter(|_| !layout.is_named) {
        layout.encoding = Some(encoding);
    }
    let is_as_it_stands = layout == TextLayout { is_named: layout.is_named, ..TextLayout::default() };
    if !is_as_it_stands {
        source = source.laid_out(std::mem::take(&mut sample), layout);
        (&mut source).take(SAMPLE).read_to_end(&mut sample).map_err(error)?;
    }
    if sample.starts_with(b"\xef\xbb\xbf") {
        sample.drain(..3);
    }
    Ok((source, sample, layout))
}

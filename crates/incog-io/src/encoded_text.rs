//! Texts in encodings that somebody names, or that their bytes speak for.

use crate::ReadError;
use crate::encoding_detection::detect;
use crate::open_file;
use crate::table_file::ReadOptions;
use crate::table_format::Opened;
use crate::text_layout::TextLayout;

/// Reads a text in the encoding that the options name; where they name none and it is not UTF-8,
/// reads it again in the one that its bytes speak for.
pub(crate) fn read_in_its_encoding<T>(
    opened: Opened<'_>,
    options: &ReadOptions,
    read: impl Fn(Opened<'_>, TextLayout) -> Result<T, ReadError>,
) -> Result<T, ReadError> {
    let (path, named, content) = (opened.path, opened.named, opened.content);
    let layout = TextLayout::new(options);
    match read(opened, layout) {
        Err(ReadError::NotUtf8 { .. }) if options.encoding.is_none() => {
            let encoding = Some(detect(path, named.compression)?);
            let file = open_file(path).map_err(|fault| ReadError::File { path: path.into(), fault })?;
            read(Opened { path, file, named, content }, TextLayout { encoding, ..layout })
        }
        read => read,
    }
}

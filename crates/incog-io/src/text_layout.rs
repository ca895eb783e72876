//! What is between the bytes of a text file and its lines.

use crate::ReadError;
use crate::encoding_detection::detect;
use crate::open_file;
use crate::table_file::ReadOptions;
use crate::table_format::Opened;
use crate::text_encoding::TextEncoding;

/// The encoding of a text, and the lines around its table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct TextLayout {
    /// The encoding that is decoded; `None` for UTF-8.
    pub encoding: Option<TextEncoding>,
    /// Whether somebody named the encoding.
    pub is_named: bool,
    /// Lines to leave out before the table.
    pub skip_rows: usize,
    /// Lines to leave out after it.
    pub skip_footer: usize,
}

impl TextLayout {
    /// What the options say.
    pub fn new(options: &ReadOptions) -> Self {
        let ReadOptions { encoding, skip_rows, skip_footer, .. } = *options;
        let decoded = encoding.filter(|encoding| *encoding != TextEncoding::UTF_8);
        Self { encoding: decoded, is_named: encoding.is_some(), skip_rows, skip_footer }
    }
}

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

//! What is between the bytes of a text file and its lines.

use crate::table_file::ReadOptions;
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

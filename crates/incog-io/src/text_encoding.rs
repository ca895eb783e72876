//! Encodings of texts, by the names that browsers know.

use encoding_rs::{Encoding, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};
use std::fmt;

/// The encoding of a text file.
///
/// A name is a label of the WHATWG Encoding Standard, with or without hyphens and underscores;
/// `latin-1` is `windows-1252`, as in browsers.
///
/// ```
/// use incog_io::TextEncoding;
/// let name = |label| TextEncoding::from_label(label).map(TextEncoding::name);
/// assert_eq!(name("CP1252").as_deref(), Some("windows-1252"));
/// assert_eq!(name("Latin-2").as_deref(), Some("iso-8859-2"));
/// assert_eq!(name("utf-16").as_deref(), Some("utf-16le"));
/// assert_eq!(name("morse"), None);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TextEncoding(&'static Encoding);

impl TextEncoding {
    /// UTF-8.
    pub const UTF_8: Self = Self(UTF_8);
    pub(crate) const UTF_16LE: Self = Self(UTF_16LE);
    pub(crate) const UTF_16BE: Self = Self(UTF_16BE);

    pub(crate) fn new(encoding: &'static Encoding) -> Self {
        Self(encoding)
    }

    /// The encoding that a label stands for; `None` for an unknown label.
    pub fn from_label(label: &str) -> Option<Self> {
        let label = label.trim().to_ascii_lowercase();
        let bare = || label.replace(['-', '_', ' '], "");
        let found = Encoding::for_label_no_replacement(label.as_bytes())
            .or_else(|| Encoding::for_label_no_replacement(bare().as_bytes()))
            .or_else(|| matches!(bare().as_str(), "ansi" | "win1252").then_some(WINDOWS_1252));
        found.map(Self)
    }

    /// The standard's name, in lower case.
    pub fn name(self) -> String {
        self.0.name().to_ascii_lowercase()
    }

    /// Whether each byte is a character.
    pub(crate) fn is_single_byte(self) -> bool {
        self.0.is_single_byte()
    }

    /// Whether line ends and digits are the bytes of ASCII.
    pub(crate) fn extends_ascii(self) -> bool {
        self.0.is_ascii_compatible()
    }

    pub(crate) fn encoding(self) -> &'static Encoding {
        self.0
    }
}

impl fmt::Debug for TextEncoding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self.0.name())
    }
}

impl fmt::Display for TextEncoding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name())
    }
}

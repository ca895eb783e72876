//! Texts that are not in the encoding that they are said or seem to have.

use crate::text_encoding::TextEncoding;
use thiserror::Error;

/// Why a text cannot be decoded. Lines are physical lines, counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum EncodingFault {
    /// Some lines are UTF-8 and others are not.
    #[error(
        "line {line} is not UTF-8, but {utf8_lines} other lines with special characters are: the file mixes \
        encodings; repair that line, or name one encoding for the whole file, such as \
        encoding = \"windows-1252\""
    )]
    Mixed {
        /// The first line that is not UTF-8.
        line: u64,
        /// Lines that are UTF-8 and not ASCII.
        utf8_lines: u64,
    },
    /// A text in UTF-8 that ends inside a character.
    #[error("the file ends inside a character, in line {line}, so it is incomplete; get it again")]
    CutOff {
        /// The last line.
        line: u64,
    },
    /// Bytes that stand for no character.
    #[error(
        "line {line} has bytes that are not text in {encoding}{}; name its encoding, such as \
        encoding = \"iso-8859-2\", or save it as UTF-8 (as texts of old DOS programs must be)",
        if *is_detected { ", the encoding that the file seems to have" } else { "" }
    )]
    Malformed {
        /// Where they stand.
        line: u64,
        /// The encoding in use.
        encoding: TextEncoding,
        /// Whether incog found the encoding by itself.
        is_detected: bool,
    },
    /// A text in UTF-8 that is said to be in another encoding.
    #[error("the file is UTF-8, not {encoding}; remove the encoding, or set encoding = \"utf-8\"")]
    Mislabeled {
        /// The encoding that was named.
        encoding: TextEncoding,
    },
}

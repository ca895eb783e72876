//! How the fields of a text are told apart.

use crate::ReadError;
use crate::delimiter::{BLANK, detect_delimiter};
use crate::table_file::ReadOptions;

const BUFFER: usize = 64 << 10;

/// How the fields of a text are told apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dialect {
    pub delimiter: u8,
    pub quote: u8,
    pub header: bool,
}

impl Dialect {
    /// What is asked for; where nothing is, what fits the first bytes and the ending of the file
    /// name.
    pub fn detect(sample: &[u8], of_ending: Option<u8>, options: &ReadOptions) -> Result<Self, ReadError> {
        let quote = options.quote;
        // What an ending says is more reliable than blanks.
        let delimiter = options
            .delimiter
            .or_else(|| {
                detect_delimiter(sample, quote)
                    .filter(|delimiter: &u8| *delimiter != BLANK || of_ending.is_none())
            })
            .or(of_ending)
            .unwrap_or(if quote == b',' { b';' } else { b',' });
        let bad = |byte: u8| !byte.is_ascii() || byte == b'\n' || byte == b'\r' || byte == 0;
        if bad(delimiter) || bad(quote) || delimiter == quote {
            return Err(ReadError::Options { delimiter: delimiter.into(), quote: quote.into() });
        }
        Ok(Self { delimiter, quote, header: options.header })
    }

    /// A reader of records with any number of fields.
    pub fn reader(self, text: &[u8]) -> csv::Reader<&[u8]> {
        let mut reader = csv::ReaderBuilder::new();
        reader.has_headers(false).flexible(true).delimiter(self.delimiter).quote(self.quote);
        reader.buffer_capacity(BUFFER).from_reader(text)
    }
}

//! A stream of text cut into pieces of whole records.

use crate::limits::LONGEST_RECORD;
use crate::record_scanner::{Ends, RecordScanner};
use std::io::{self, Read};

const CHUNK: usize = 1 << 20;

/// What ends the stream of chunks early; in delimited text [`crate::diagnosis`] finds out where.
#[derive(Debug)]
pub(crate) enum ChunkError {
    /// Reading or decompressing fails.
    Io(io::Error),
    /// A NUL byte, after so many line ends of the piece.
    Nul { lines: u64 },
    /// A record that is too long.
    TooLong,
    /// Quotes that are never closed.
    OpenQuotes,
}

/// Pieces of about one mebibyte, each a whole number of records.
pub(crate) struct Chunks<R> {
    source: R,
    delimiter: u8,
    quote: u8,
    /// What was read beyond the end of the last piece.
    carry: Vec<u8>,
    done: bool,
}

impl<R: Read> Chunks<R> {
    /// `carry` is what was read from `source` before.
    pub fn new(source: R, carry: Vec<u8>, delimiter: u8, quote: u8) -> Self {
        Self { source, delimiter, quote, carry, done: false }
    }

    /// The pieces of a text in which every line is a record.
    pub fn of_lines(source: R, carry: Vec<u8>) -> Self {
        // The text has neither, since what has a NUL byte is malformed.
        Self::new(source, carry, 0, 0)
    }

    fn next_chunk(&mut self) -> Result<Vec<u8>, ChunkError> {
        let mut chunk = std::mem::take(&mut self.carry);
        loop {
            let wanted = (chunk.len() + CHUNK / 4).max(CHUNK) - chunk.len();
            chunk.reserve_exact(wanted);
            let read =
                (&mut self.source).take(wanted as u64).read_to_end(&mut chunk).map_err(ChunkError::Io)?;
            if let Some(at) = memchr::memchr(0, &chunk) {
                return Err(ChunkError::Nul {
                    lines: memchr::memchr_iter(b'\n', &chunk[..at]).count() as u64,
                });
            }
            let ended = read < wanted;
            let cut = last_record_end(&chunk, self.delimiter, self.quote);
            if ended {
                self.done = true;
                return if cut.open_quotes { Err(ChunkError::OpenQuotes) } else { Ok(chunk) };
            }
            if cut.end > 0 {
                self.carry = chunk[cut.end..].to_vec();
                chunk.truncate(cut.end);
                return Ok(chunk);
            }
            if chunk.len() > LONGEST_RECORD {
                return Err(ChunkError::TooLong);
            }
        }
    }
}

impl<R: Read> Iterator for Chunks<R> {
    type Item = Result<Vec<u8>, ChunkError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let chunk = self.next_chunk();
        self.done |= chunk.is_err();
        Some(chunk)
    }
}

struct Cut {
    /// Behind the last line end outside of quotes; 0 when there is none.
    end: usize,
    open_quotes: bool,
}

/// Without quotes every line end is safe; with quotes the text has to be followed byte by byte.
fn last_record_end(chunk: &[u8], delimiter: u8, quote: u8) -> Cut {
    if memchr::memchr(quote, chunk).is_none() {
        let end = memchr::memrchr(b'\n', chunk).or_else(|| memchr::memrchr(b'\r', chunk));
        return Cut { end: end.map_or(0, |at| at + 1), open_quotes: false };
    }
    let mut scanner = RecordScanner::new(delimiter, quote);
    let mut end = 0;
    for (at, &byte) in chunk.iter().enumerate() {
        if scanner.step(byte) == Ends::Record {
            end = at + 1;
        }
    }
    Cut { end, open_quotes: scanner.in_quotes() }
}

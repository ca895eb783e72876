//! A text as UTF-8, decoded while it is read.

use crate::encoding_fault::EncodingFault;
use crate::text_encoding::TextEncoding;
use crate::utf8_tally::Utf8Tally;
use encoding_rs::{Decoder, DecoderResult};
use std::io::{self, Read};

const BLOCK: usize = 64 << 10;

/// Turns blocks of an encoded text into UTF-8.
pub(crate) struct Decoding {
    encoding: TextEncoding,
    is_detected: bool,
    decoder: Decoder,
    /// What the text would be as UTF-8; `None` where nobody named another encoding.
    tally: Option<Utf8Tally>,
    /// Bytes that were read and not decoded.
    raw: Vec<u8>,
    /// Decoded text, and how much of it was handed on.
    text: Vec<u8>,
    start: usize,
    lines: u64,
    is_done: bool,
}

impl Decoding {
    /// A text whose encoding was detected in its bytes, or was named.
    pub fn new(encoding: TextEncoding, is_detected: bool) -> Self {
        let can_be_mislabeled = !is_detected && encoding.extends_ascii() && encoding != TextEncoding::UTF_8;
        Self {
            encoding,
            is_detected,
            // A byte order mark says more than a name.
            decoder: encoding.encoding().new_decoder(),
            tally: can_be_mislabeled.then(Utf8Tally::new),
            raw: Vec::new(),
            text: Vec::new(),
            start: 0,
            lines: 0,
            is_done: false,
        }
    }

    /// Fills a buffer with text of a source.
    pub fn read(&mut self, source: &mut impl Read, buffer: &mut [u8]) -> io::Result<usize> {
        while self.start == self.text.len() {
            if self.is_done {
                return Ok(0);
            }
            self.decode_block(source)?;
        }
        let count = buffer.len().min(self.text.len() - self.start);
        buffer[..count].copy_from_slice(&self.text[self.start..self.start + count]);
        self.start += count;
        Ok(count)
    }

    fn decode_block(&mut self, source: &mut impl Read) -> io::Result<()> {
        self.raw.clear();
        source.take(BLOCK as u64).read_to_end(&mut self.raw)?;
        self.is_done = self.raw.is_empty();
        if let Some(tally) = &mut self.tally {
            tally.feed(&self.raw);
        }
        // As much as any block can become, so that one call takes all of it.
        let most = self.decoder.max_utf8_buffer_length_without_replacement(self.raw.len());
        self.text.resize(most.unwrap_or(4 * BLOCK), 0);
        let (result, _, written) =
            self.decoder.decode_to_utf8_without_replacement(&self.raw, &mut self.text, self.is_done);
        self.text.truncate(written);
        self.start = 0;
        let stray = self.stray_control();
        let good = &self.text[..stray.unwrap_or(written)];
        self.lines += memchr::memchr_iter(b'\n', good).count() as u64;
        match result {
            DecoderResult::InputEmpty if stray.is_none() => self.check_label(),
            _ => Err(io::Error::other(EncodingFault::Malformed {
                line: self.lines + 1,
                encoding: self.encoding,
                is_detected: self.is_detected,
            })),
        }
    }

    /// The first control character beyond ASCII: bytes without a character become such in
    /// encodings of one byte a character, and no table has them.
    fn stray_control(&self) -> Option<usize> {
        let is_control = |at: usize| self.text.get(at + 1).is_some_and(|&next| next < 0xa0);
        let mut leads = memchr::memchr_iter(0xc2, &self.text).filter(|_| self.encoding.is_single_byte());
        leads.find(|&at| is_control(at))
    }

    /// Refuses a text of another name that is UTF-8 from its beginning to its end.
    fn check_label(&mut self) -> io::Result<()> {
        let Some(tally) = self.tally.as_mut().filter(|_| self.is_done) else { return Ok(()) };
        tally.finish();
        if tally.utf8_lines > 0 && tally.other_lines == 0 {
            return Err(io::Error::other(EncodingFault::Mislabeled { encoding: self.encoding }));
        }
        Ok(())
    }
}

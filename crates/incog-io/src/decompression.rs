//! The text of a file, unpacked while it is read.

use crate::EncodingFault;
use crate::ReadError;
use crate::compression::{Compression, Unpacking};
use crate::decoding::Decoding;
use crate::digest::Digesting;
use crate::limits::most_unpacked;
use crate::line_cut::LineCut;
use crate::text_layout::TextLayout;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use thiserror::Error;

/// The text of a file: unpacked, in UTF-8, and without the lines around its table; with the digest
/// of the file underneath.
pub(crate) struct Source {
    unpacked: Unpacked,
    decoding: Option<Decoding>,
    cut: LineCut,
}

/// The unpacked bytes of a file.
struct Unpacked {
    text: Box<dyn Unpacking>,
    /// How many bytes may still come.
    left: u64,
    /// The error when more come.
    bomb: Bomb,
    /// Bytes that were read and put back.
    put_back: Vec<u8>,
}

/// A file that unpacks to more than a file of its size may.
#[derive(Debug, Clone, Copy, Error)]
#[error("{bytes} bytes unpack to more than {limit}")]
struct Bomb {
    bytes: u64,
    limit: u64,
}

impl Source {
    /// The bytes of a file, as they are.
    pub fn new(file: File, compression: Option<&Compression>) -> io::Result<Self> {
        let bytes = file.metadata()?.len();
        let file = Digesting::new(file);
        let (text, limit): (Box<dyn Unpacking>, u64) = match compression {
            None => (Box::new(file), u64::MAX),
            Some(packed) => {
                ((packed.unpack)(BufReader::with_capacity(128 << 10, file))?, most_unpacked(bytes))
            }
        };
        let unpacked = Unpacked { text, left: limit, bomb: Bomb { bytes, limit }, put_back: Vec::new() };
        Ok(Self { unpacked, decoding: None, cut: LineCut::new(0, 0) })
    }

    /// Puts bytes back that were read, to be read in this layout.
    pub fn laid_out(mut self, read: Vec<u8>, layout: TextLayout) -> Self {
        self.unpacked.put_back = read;
        let TextLayout { encoding, is_named, skip_rows, skip_footer } = layout;
        self.decoding = encoding.map(|encoding| Decoding::new(encoding, !is_named));
        self.cut = LineCut::new(skip_rows, skip_footer);
        self
    }

    /// Reads what is left and gives SHA-256 and size of the file.
    pub fn finish(self) -> io::Result<(String, u64)> {
        let mut file = self.unpacked.text.into_file();
        io::copy(&mut file, &mut io::sink())?;
        Ok(file.finish())
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Self { unpacked, decoding, cut } = self;
        match decoding {
            None => cut.read(unpacked, buffer),
            Some(decoding) => cut.read(&mut Decoded { unpacked, decoding }, buffer),
        }
    }
}

/// Bytes, and what decodes them.
struct Decoded<'a> {
    unpacked: &'a mut Unpacked,
    decoding: &'a mut Decoding,
}

impl Read for Decoded<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.decoding.read(self.unpacked, buffer)
    }
}

impl Read for Unpacked {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.put_back.is_empty() {
            let count = buffer.len().min(self.put_back.len());
            self.put_back.drain(..count).zip(buffer).for_each(|(byte, place)| *place = byte);
            return Ok(count);
        }
        let read = self.text.read(buffer)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| io::Error::other(self.bomb))?;
        Ok(read)
    }
}

/// What an error of [`Source`] says about the file.
pub(crate) fn io_error(path: &Path, compression: Option<&Compression>, source: io::Error) -> ReadError {
    let path = path.into();
    if let Some(&Bomb { bytes, limit }) = source.get_ref().and_then(|inner| inner.downcast_ref()) {
        return ReadError::Unpacks { path, bytes, limit, unit: "bytes" };
    }
    if let Some(&fault) = source.get_ref().and_then(|inner| inner.downcast_ref::<EncodingFault>()) {
        return ReadError::Encoding { path, fault };
    }
    match compression {
        None => ReadError::Io { path, source },
        Some(packed) => ReadError::Compressed { path, compression: packed.card.name, source },
    }
}

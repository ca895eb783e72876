//! The text of a file, unpacked while it is read.

use crate::ReadError;
use crate::compression::{Compression, Unpacking};
use crate::digest::Digesting;
use crate::limits::most_unpacked;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use thiserror::Error;

/// The unpacked text of a file, with the digest of the file underneath.
pub(crate) struct Source {
    text: Box<dyn Unpacking>,
    /// How many bytes may still come.
    left: u64,
    /// What is said when more come.
    bomb: Bomb,
}

/// A file that unpacks to more than a file of its size may.
#[derive(Debug, Clone, Copy, Error)]
#[error("{bytes} bytes unpack to more than {limit}")]
struct Bomb {
    bytes: u64,
    limit: u64,
}

impl Source {
    pub fn new(file: File, compression: Option<&Compression>) -> io::Result<Self> {
        let bytes = file.metadata()?.len();
        let file = Digesting::new(file);
        let (text, limit): (Box<dyn Unpacking>, u64) = match compression {
            None => (Box::new(file), u64::MAX),
            Some(packed) => {
                ((packed.unpack)(BufReader::with_capacity(128 << 10, file))?, most_unpacked(bytes))
            }
        };
        Ok(Self { text, left: limit, bomb: Bomb { bytes, limit } })
    }

    /// Reads what is left and gives SHA-256 and size of the file.
    pub fn finish(self) -> io::Result<(String, u64)> {
        let mut file = self.text.into_file();
        io::copy(&mut file, &mut io::sink())?;
        Ok(file.finish())
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
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
    match compression {
        None => ReadError::Io { path, source },
        Some(packed) => ReadError::Compressed { path, compression: packed.card.name, source },
    }
}

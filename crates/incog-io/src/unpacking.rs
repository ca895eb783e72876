//! The text of a file, unpacked while it is read.

use crate::ReadError;
use crate::digest::Digesting;
use crate::format::Compression;
use crate::limits::most_unpacked;
use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use thiserror::Error;

/// The unpacked text of a file, with the digest of the file underneath.
pub(crate) struct Source {
    text: Text,
    /// Bytes that may still come.
    left: u64,
    /// What is said when more come.
    bomb: Bomb,
}

enum Text {
    Plain(Digesting<File>),
    Gzip(Box<flate2::bufread::MultiGzDecoder<BufReader<Digesting<File>>>>),
    Zstd(zstd::Decoder<'static, BufReader<Digesting<File>>>),
}

/// A file that unpacks to more than one of its size may.
#[derive(Debug, Clone, Copy, Error)]
#[error("{bytes} bytes unpack to more than {limit}")]
struct Bomb {
    bytes: u64,
    limit: u64,
}

impl Source {
    pub fn new(file: File, compression: Compression) -> io::Result<Self> {
        let bytes = file.metadata()?.len();
        let file = Digesting::new(file);
        let buffered = |file| BufReader::with_capacity(128 << 10, file);
        let (text, limit) = match compression {
            Compression::None => (Text::Plain(file), u64::MAX),
            Compression::Gzip => {
                let decoder = flate2::bufread::MultiGzDecoder::new(buffered(file));
                (Text::Gzip(Box::new(decoder)), most_unpacked(bytes))
            }
            Compression::Zstd => {
                (Text::Zstd(zstd::Decoder::with_buffer(buffered(file))?), most_unpacked(bytes))
            }
        };
        Ok(Self { text, left: limit, bomb: Bomb { bytes, limit } })
    }

    /// Reads what is left and gives SHA-256 and size of the file.
    pub fn finish(self) -> io::Result<(String, u64)> {
        let mut file = match self.text {
            Text::Plain(file) => file,
            Text::Gzip(decoder) => decoder.into_inner().into_inner(),
            Text::Zstd(decoder) => decoder.finish().into_inner(),
        };
        io::copy(&mut file, &mut io::sink())?;
        Ok(file.finish())
    }
}

impl Read for Source {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = match &mut self.text {
            Text::Plain(file) => file.read(buffer),
            Text::Gzip(decoder) => decoder.read(buffer),
            Text::Zstd(decoder) => decoder.read(buffer),
        }?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| io::Error::other(self.bomb))?;
        Ok(read)
    }
}

/// What an error of [`Source`] says of the file.
pub(crate) fn io_error(path: &Path, compression: Compression, source: io::Error) -> ReadError {
    let path = path.into();
    if let Some(&Bomb { bytes, limit }) = source.get_ref().and_then(|inner| inner.downcast_ref()) {
        return ReadError::Unpacks { path, bytes, limit, unit: "bytes" };
    }
    let compression = match compression {
        Compression::None => return ReadError::Io { path, source },
        Compression::Gzip => "gzip",
        Compression::Zstd => "zstd",
    };
    ReadError::Compressed { path, compression, source }
}

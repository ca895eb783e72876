//! SHA-256 of the bytes that pass through.

use crate::input_file::{FileFault, open_file};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::path::Path;

/// Passes bytes on, and keeps count of them and their SHA-256.
#[derive(Debug)]
pub(crate) struct Digesting<T> {
    pub inner: T,
    hash: Sha256,
    bytes: u64,
}

impl<T> Digesting<T> {
    pub fn new(inner: T) -> Self {
        Self { inner, hash: Sha256::new(), bytes: 0 }
    }

    /// The SHA-256 in hexadecimal, lower case, and the number of bytes.
    pub fn finish(self) -> (String, u64) {
        let mut hex = String::with_capacity(64);
        for byte in self.hash.finalize() {
            // Writing to a String cannot fail.
            let _ = write!(hex, "{byte:02x}");
        }
        (hex, self.bytes)
    }

    fn note(&mut self, bytes: &[u8]) {
        self.hash.update(bytes);
        self.bytes += bytes.len() as u64;
    }
}

/// The SHA-256 of a text, 64 hexadecimal digits.
///
/// ```
/// assert!(incog_io::sha256_of_text("").starts_with("e3b0c442"));
/// ```
pub fn sha256_of_text(text: &str) -> String {
    sha256_of_bytes(text.as_bytes())
}

/// The SHA-256 of bytes, 64 hexadecimal digits.
pub fn sha256_of_bytes(bytes: &[u8]) -> String {
    let mut digesting = Digesting::new(());
    digesting.note(bytes);
    digesting.finish().0
}

/// The SHA-256 of a regular file, 64 hexadecimal digits.
///
/// # Errors
/// See [`FileFault`].
pub fn sha256_of_file(path: impl AsRef<Path>) -> Result<String, FileFault> {
    let mut file = Digesting::new(open_file(path)?);
    io::copy(&mut file, &mut io::sink())?;
    Ok(file.finish().0)
}

impl<T: Read> Read for Digesting<T> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.note(&buffer[..count]);
        Ok(count)
    }
}

impl<T: Write> Write for Digesting<T> {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        let count = self.inner.write(buffer)?;
        self.note(&buffer[..count]);
        Ok(count)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.inner.flush()
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn known_digest() {
        // FIPS 180-4, example "abc".
        let mut writer = Digesting::new(Vec::new());
        writer.write_all(b"abc").unwrap();
        let (hex, bytes) = writer.finish();
        assert_eq!(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
        assert_eq!(bytes, 3);
    }
}

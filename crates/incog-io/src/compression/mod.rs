//! Compressions of whole text files, one file each.

mod gzip;
mod zstd;

use crate::digest::Digesting;
use incog_card::Card;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};

/// All compressions.
pub static COMPRESSIONS: &[&Compression] = &[&gzip::GZIP, &zstd::ZSTD];

/// How the whole of a text file is compressed.
#[derive(Debug)]
pub struct Compression {
    /// Its name, which messages use, too, and where it is specified.
    pub card: Card,
    /// What follows the ending of the format: `gz`.
    pub ending: &'static str,
    /// The bytes that a file begins with.
    pub(crate) first_bytes: &'static [u8],
    /// The text of a file.
    pub(crate) unpack: fn(PackedFile) -> io::Result<Box<dyn Unpacking>>,
    /// Compresses what is written into a target.
    pub(crate) pack: fn(&mut dyn Write, Fill<'_>) -> io::Result<()>,
}

/// A compressed file, with its digest.
pub(crate) type PackedFile = BufReader<Digesting<File>>;

/// Writes a text.
pub(crate) type Fill<'a> = &'a dyn Fn(&mut dyn Write) -> io::Result<()>;

/// The text of a file, unpacked while it is read.
pub(crate) trait Unpacking: Read + Send {
    /// The file underneath.
    fn into_file(self: Box<Self>) -> Digesting<File>;
}

/// A text that is not compressed.
impl Unpacking for Digesting<File> {
    fn into_file(self: Box<Self>) -> Digesting<File> {
        *self
    }
}

/// A file name without the ending of a compression, and the compression it stands for.
///
/// ```
/// let (name, compression) = incog_io::without_compression("people.csv.gz");
/// assert_eq!((name, compression.map(|gzip| gzip.card.name)), ("people.csv", Some("gzip")));
/// ```
pub fn without_compression(name: &str) -> (&str, Option<&'static Compression>) {
    let packed = COMPRESSIONS.iter().find_map(|compression| {
        let stem = name.strip_suffix(compression.ending)?.strip_suffix('.')?;
        Some((stem, Some(*compression)))
    });
    packed.unwrap_or((name, None))
}

//! gzip.

use super::{Compression, PackedFile, Unpacking};
use crate::digest::Digesting;
use flate2::bufread::MultiGzDecoder;
use flate2::write::GzEncoder;
use incog_card::{Card, CardAudience};
use std::fs::File;

/// gzip; several members in a row are one file.
pub(super) static GZIP: Compression = Compression {
    card: Card {
        name: "gzip",
        audience: CardAudience::Product,
        summary: "DEFLATE; several members in a row are one file",
        reference: "Deutsch, GZIP file format specification version 4.3, RFC 1952, 1996",
        parameters: &[],
        caveat: None,
    },
    ending: "gz",
    first_bytes: b"\x1f\x8b",
    unpack: |file| Ok(Box::new(MultiGzDecoder::new(file))),
    pack: |target, fill| {
        let mut encoder = GzEncoder::new(target, flate2::Compression::default());
        fill(&mut encoder)?;
        encoder.finish().map(drop)
    },
};

impl Unpacking for MultiGzDecoder<PackedFile> {
    fn into_file(self: Box<Self>) -> Digesting<File> {
        self.into_inner().into_inner()
    }
}

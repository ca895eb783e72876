//! Zstandard.

use super::{Compression, PackedFile, Unpacking};
use crate::digest::Digesting;
use incog_card::{Card, CardAudience};
use std::fs::File;
use zstd::{Decoder, Encoder};

/// zstd's own default.
const LEVEL: i32 = 3;

/// Zstandard.
pub(super) static ZSTD: Compression = Compression {
    card: Card {
        name: "zstd",
        audience: CardAudience::Product,
        summary: "Zstandard",
        reference: "Collet, Kucherawy, Zstandard compression and the application/zstd media type, RFC 8878, 2021",
        parameters: &[],
        caveat: None,
    },
    ending: "zst",
    first_bytes: b"\x28\xb5\x2f\xfd",
    unpack: |file| Ok(Box::new(Decoder::with_buffer(file)?)),
    pack: |target, fill| {
        let mut encoder = Encoder::new(target, LEVEL)?;
        fill(&mut encoder)?;
        encoder.finish().map(drop)
    },
};

impl Unpacking for Decoder<'static, PackedFile> {
    fn into_file(self: Box<Self>) -> Digesting<File> {
        self.finish().into_inner()
    }
}

//! The headers of the pages of a Parquet file, checked before pages are decoded.
//!
//! The decoder believes what a header says: it makes room for as many values as a dictionary is
//! said to have and for as many bytes as a page is said to unpack to, and passes over lists of any
//! length. All headers are walked here first, since a file of a few hundred bytes may otherwise
//! take gigabytes or minutes.

use super::page_header::Header;
use super::thrift_protocol::Thrift;
use crate::ReadError;
use crate::columnar::Origin;
use crate::decode_error::Damage;
use parquet::basic::Compression;
use parquet::file::metadata::{ColumnChunkMetaData, ParquetMetaData};
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};

/// Bytes of a header that are read at first; few have more.
const WINDOW: u64 = 256;

/// Checks the headers of all pages that may be decoded.
pub(super) fn check(
    origin: Origin<'_>,
    file: &mut File,
    metadata: &ParquetMetaData,
) -> Result<(), ReadError> {
    let mut unpacked = 0_u64;
    for group in metadata.row_groups() {
        for column in group.columns() {
            let mut chunk = Chunk::new(origin, file, column, group.num_rows())?;
            while let Some(bytes) = chunk.next_page()? {
                unpacked = unpacked.saturating_add(bytes);
                origin.check_unpacked(unpacked, "bytes")?;
            }
        }
    }
    Ok(())
}

/// The pages of a column in a group of rows.
struct Chunk<'a> {
    origin: Origin<'a>,
    file: &'a mut File,
    column: &'a ColumnChunkMetaData,
    /// Where the next page begins, and where the last one ends.
    at: u64,
    end: u64,
    /// Values that pages are still to have. A decoder that has them all still looks at the next
    /// header as long as bytes remain.
    values: u64,
}

impl<'a> Chunk<'a> {
    fn new(
        origin: Origin<'a>,
        file: &'a mut File,
        column: &'a ColumnChunkMetaData,
        rows: i64,
    ) -> Result<Self, ReadError> {
        check_packing(origin, column)?;
        let beyond = || origin.damaged(Damage::Beyond { part: "a column" });
        let start = column.dictionary_page_offset().unwrap_or_else(|| column.data_page_offset());
        let at = u64::try_from(start).map_err(|_| beyond())?;
        let bytes = u64::try_from(column.compressed_size()).map_err(|_| beyond())?;
        let end = at.checked_add(bytes).filter(|end| *end <= origin.bytes()).ok_or_else(beyond)?;
        let values = u64::try_from(column.num_values().max(rows)).unwrap_or(0);
        Ok(Self { origin, file, column, at, end, values })
    }

    /// Checks the next page that may be decoded; says how many bytes it unpacks to.
    fn next_page(&mut self) -> Result<Option<u64>, ReadError> {
        if self.at >= self.end {
            return Ok(None);
        }
        let (header, length) = self.header()?;
        let damaged = |damage| self.origin.damaged(damage);
        let page = header.checked(self.column, self.values).map_err(damaged)?;
        self.values -= page.values;
        let end = self.at + length + page.bytes;
        if end > self.end {
            return Err(damaged(Damage::Beyond { part: "a page" }));
        }
        self.at = end;
        Ok(Some(page.unpacked))
    }

    /// The header at this place, and its length.
    fn header(&mut self) -> Result<(Header, u64), ReadError> {
        let most = self.end - self.at;
        let mut window = WINDOW.min(most);
        let mut bytes = Vec::new();
        loop {
            let io = |source| self.origin.io(source);
            self.file.seek(SeekFrom::Start(self.at)).map_err(io)?;
            bytes.clear();
            self.file.take(window).read_to_end(&mut bytes).map_err(io)?;
            let mut thrift = Thrift { rest: &bytes };
            match Header::read(&mut thrift) {
                Ok(header) => return Ok((header, (bytes.len() - thrift.rest.len()) as u64)),
                Err(Damage::Beyond { .. }) if window < most => window = window.saturating_mul(8).min(most),
                Err(damage) => return Err(self.origin.damaged(damage)),
            }
        }
    }
}

fn check_packing(origin: Origin<'_>, column: &ColumnChunkMetaData) -> Result<(), ReadError> {
    let found = match column.compression() {
        Compression::UNCOMPRESSED
        | Compression::SNAPPY
        | Compression::GZIP(_)
        | Compression::ZSTD(_)
        | Compression::LZ4
        | Compression::LZ4_RAW => return Ok(()),
        Compression::LZO => "LZO",
        Compression::BROTLI(_) => "Brotli",
    };
    let column = column.column_path().string();
    Err(ReadError::OtherPacking { path: origin.path.into(), column, found })
}

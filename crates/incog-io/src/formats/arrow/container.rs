//! The frame of an Arrow IPC file or stream, checked before it is decoded.
//!
//! <https://arrow.apache.org/docs/format/Columnar.html> ("Serialization and IPC").
//! arrow-rs allocates what the frame declares, and ends the process if there is not that much
//! memory; so every declared length is first compared with the file here.

use crate::ReadError;
use crate::columnar::{Origin, check_types};
use crate::decode_error::{Damage, guarded};
use crate::table_file::check_columns;
use arrow_ipc::convert::fb_to_schema;
use arrow_ipc::{Block, Message, RecordBatch, root_as_footer, root_as_message};
use arrow_schema::{ArrowError, Schema};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};

const CONTINUATION: [u8; 4] = [0xff; 4];
/// The length of the footer and the six bytes `ARROW1`.
const TRAILER: u64 = 10;

/// Checks a file with a footer.
pub(super) fn check_file(origin: Origin<'_>, file: &mut File) -> Result<(), ReadError> {
    let footer = footer(origin, file)?;
    let invalid =
        |error| origin.damaged(ArrowError::ParseError(format!("the footer is invalid: {error}")).into());
    let footer = root_as_footer(&footer).map_err(invalid)?;
    let no_schema = Damage::Inconsistent { what: "the footer has no schema" };
    let schema = footer.schema().ok_or_else(|| origin.damaged(no_schema))?;
    let mut frame = Frame::new(origin, decode(origin, schema)?)?;
    let mut left = origin.bytes();
    for block in
        footer.dictionaries().into_iter().flatten().chain(footer.recordBatches().into_iter().flatten())
    {
        let (metadata, body) = frame.read_block(file, block, &mut left)?;
        frame.check_message(&metadata, file, body)?;
    }
    Ok(())
}

/// Checks a stream, from its first byte.
pub(super) fn check_stream(origin: Origin<'_>, file: &mut File) -> Result<(), ReadError> {
    let mut frame: Option<Frame<'_>> = None;
    let mut at = 0;
    while let Some(metadata) = next_metadata(origin, file, &mut at)? {
        let message = parse(origin, &metadata)?;
        let body = length(message.bodyLength()).filter(|body| *body <= origin.bytes() - at);
        let body = body.ok_or_else(|| origin.damaged(Damage::Beyond { part: "the body of a message" }))?;
        match (&mut frame, message.header_as_schema()) {
            (None, Some(schema)) => frame = Some(Frame::new(origin, decode(origin, schema)?)?),
            (Some(frame), _) => frame.check_message(&metadata, file, Body { start: at, length: body })?,
            (None, None) => {
                return Err(
                    origin.damaged(Damage::Inconsistent { what: "the stream does not begin with a schema" })
                );
            }
        }
        at += body;
        file.seek(SeekFrom::Start(at)).map_err(|source| origin.io(source))?;
    }
    Ok(())
}

fn footer(origin: Origin<'_>, file: &mut File) -> Result<Vec<u8>, ReadError> {
    let beyond = || origin.damaged(Damage::Beyond { part: "the footer" });
    let trailer_start = origin.bytes().checked_sub(TRAILER).ok_or_else(beyond)?;
    let trailer: [u8; TRAILER as usize] = read_at(origin, file, trailer_start)?;
    if trailer[4..] != *b"ARROW1" {
        return Err(origin.damaged(Damage::Inconsistent { what: "the file does not end with ARROW1" }));
    }
    let declared = i32::from_le_bytes([trailer[0], trailer[1], trailer[2], trailer[3]]);
    let declared = length(declared.into()).ok_or_else(beyond)?;
    let start = trailer_start.checked_sub(declared).ok_or_else(beyond)?;
    read_bytes_at(origin, file, start, declared)
}

/// The metadata of the next message of a stream; `None` at its end.
fn next_metadata(origin: Origin<'_>, file: &mut File, at: &mut u64) -> Result<Option<Vec<u8>>, ReadError> {
    let left = |at: u64| origin.bytes().saturating_sub(at);
    if left(*at) < 4 {
        return Ok(None);
    }
    let mut prefix: [u8; 4] = read_at(origin, file, *at)?;
    *at += 4;
    let beyond = || origin.damaged(Damage::Beyond { part: "the head of a message" });
    if prefix == CONTINUATION {
        if left(*at) < 4 {
            return Err(beyond());
        }
        prefix = read_at(origin, file, *at)?;
        *at += 4;
    }
    match length(i32::from_le_bytes(prefix).into()) {
        Some(0) => Ok(None),
        Some(declared) if declared <= left(*at) => {
            let metadata = read_bytes_at(origin, file, *at, declared)?;
            *at += declared;
            Ok(Some(metadata))
        }
        _ => Err(beyond()),
    }
}

fn decode(origin: Origin<'_>, schema: arrow_ipc::Schema<'_>) -> Result<Schema, ReadError> {
    guarded(|| Ok::<_, ArrowError>(fb_to_schema(schema))).map_err(|damage| origin.damaged(damage))
}

fn parse<'a>(origin: Origin<'_>, metadata: &'a [u8]) -> Result<Message<'a>, ReadError> {
    let invalid =
        |error| origin.damaged(ArrowError::ParseError(format!("a message is invalid: {error}")).into());
    root_as_message(metadata).map_err(invalid)
}

fn length(declared: i64) -> Option<u64> {
    u64::try_from(declared).ok()
}

fn read_at<const N: usize>(origin: Origin<'_>, file: &mut File, at: u64) -> Result<[u8; N], ReadError> {
    let mut bytes = [0; N];
    let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.read_exact(&mut bytes));
    read.map(|()| bytes).map_err(|source| origin.io(source))
}

/// Reads a part whose length was compared with the file before.
fn read_bytes_at(origin: Origin<'_>, file: &mut File, at: u64, length: u64) -> Result<Vec<u8>, ReadError> {
    let mut bytes = Vec::new();
    let read = file.seek(SeekFrom::Start(at)).and_then(|_| file.take(length).read_to_end(&mut bytes));
    match read {
        Ok(found) if found as u64 == length => Ok(bytes),
        Ok(_) => Err(origin.io(io::ErrorKind::UnexpectedEof.into())),
        Err(source) => Err(origin.io(source)),
    }
}

/// What the messages of one file are checked against.
struct Frame<'a> {
    origin: Origin<'a>,
    columns: usize,
    cells: u64,
    /// Bytes that packed buffers unpack to.
    unpacked: u64,
}

/// Where the body of a message stands in the file.
#[derive(Clone, Copy)]
struct Body {
    start: u64,
    length: u64,
}

/// Bytes of the length at the beginning of a packed buffer, a 64-bit number; -1 stands for bytes
/// that are left as they are.
const PACKED_HEAD: u64 = 8;

impl<'a> Frame<'a> {
    fn new(origin: Origin<'a>, schema: Schema) -> Result<Self, ReadError> {
        check_columns(origin.path, schema.fields().len())?;
        check_types(origin.path, &schema)?;
        Ok(Self { origin, columns: schema.fields().len(), cells: 0, unpacked: 0 })
    }

    /// The metadata of a block and the length of its body; all blocks together are no longer than
    /// the file, so that no block is read again and again.
    fn read_block(
        &self,
        file: &mut File,
        block: &Block,
        left: &mut u64,
    ) -> Result<(Vec<u8>, Body), ReadError> {
        let beyond = || self.origin.damaged(Damage::Beyond { part: "a block" });
        let start = length(block.offset()).ok_or_else(beyond)?;
        let head = length(block.metaDataLength().into()).filter(|head| *head >= 8).ok_or_else(beyond)?;
        let body = length(block.bodyLength()).ok_or_else(beyond)?;
        let whole = head.checked_add(body).ok_or_else(beyond)?;
        if start.checked_add(whole).is_none_or(|end| end > self.origin.bytes()) {
            return Err(beyond());
        }
        *left = left.checked_sub(whole).ok_or_else(beyond)?;
        let mut metadata = read_bytes_at(self.origin, file, start, head)?;
        let prefix = if metadata.starts_with(&CONTINUATION) { 8 } else { 4 };
        metadata.drain(..prefix);
        Ok((metadata, Body { start: start + head, length: body }))
    }

    fn check_message(&mut self, metadata: &[u8], file: &mut File, body: Body) -> Result<(), ReadError> {
        let message = parse(self.origin, metadata)?;
        if let Some(batch) = message.header_as_record_batch() {
            return self.check_batch(&batch, self.columns, file, body);
        }
        match message.header_as_dictionary_batch() {
            // The values of a dictionary are one column.
            Some(dictionary) => match dictionary.data() {
                Some(batch) => self.check_batch(&batch, 1, file, body),
                None => Err(self.inconsistent("a dictionary has no values")),
            },
            None => Ok(()),
        }
    }

    fn check_batch(
        &mut self,
        batch: &RecordBatch<'_>,
        columns: usize,
        file: &mut File,
        body: Body,
    ) -> Result<(), ReadError> {
        let rows = length(batch.length()).ok_or_else(|| self.inconsistent("a negative number of rows"))?;
        self.cells = self.cells.saturating_add(rows.saturating_mul(columns as u64));
        self.origin.check_cells(self.cells)?;
        if batch.nodes().map_or(0, |nodes| nodes.len()) != columns {
            return Err(self.inconsistent("a batch has more or fewer columns than the schema"));
        }
        for node in batch.nodes().into_iter().flatten() {
            if node.length() != batch.length() || !(0..=node.length()).contains(&node.null_count()) {
                return Err(self.inconsistent("a column is longer or shorter than its batch"));
            }
        }
        for buffer in batch.buffers().into_iter().flatten() {
            let end = length(buffer.offset()).zip(length(buffer.length()));
            let end = end.and_then(|(start, length)| start.checked_add(length));
            if end.is_none_or(|end| end > body.length) {
                return Err(self.origin.damaged(Damage::Beyond { part: "the values of a column" }));
            }
        }
        if batch.compression().is_some() { self.check_packed(batch, file, body) } else { Ok(()) }
    }

    /// Checks what packed buffers say of their size, which is allocated before they are unpacked.
    /// They do not overlap, so that none is unpacked again and again: LZ4 unpacks to at most 255
    /// times its bytes, whatever is said.
    fn check_packed(
        &mut self,
        batch: &RecordBatch<'_>,
        file: &mut File,
        body: Body,
    ) -> Result<(), ReadError> {
        let mut left = body.length;
        for buffer in batch.buffers().into_iter().flatten().filter(|buffer| buffer.length() > 0) {
            let (start, length) = (buffer.offset() as u64, buffer.length() as u64);
            let rest = left.checked_sub(length).filter(|_| length >= PACKED_HEAD);
            left = rest.ok_or_else(|| self.inconsistent("packed values overlap, or have no length"))?;
            let unpacked = i64::from_le_bytes(read_at(self.origin, file, body.start + start)?);
            let unpacked = if unpacked == -1 { Some(length - PACKED_HEAD) } else { self::length(unpacked) };
            let unpacked =
                unpacked.ok_or_else(|| self.inconsistent("packed values have a negative length"))?;
            self.unpacked = self.unpacked.saturating_add(unpacked);
        }
        self.origin.check_unpacked(self.unpacked, "bytes")
    }

    fn inconsistent(&self, what: &'static str) -> ReadError {
        self.origin.damaged(Damage::Inconsistent { what })
    }
}

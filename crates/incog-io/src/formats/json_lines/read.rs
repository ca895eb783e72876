//! Reading JSON lines.

use super::column_builder::{Gathered, TooMuch};
use super::line::Line;
use crate::chunks::{ChunkError, Chunks};
use crate::decompression::{Source, io_error};
use crate::first_bytes::first_bytes;
use crate::limits::{LONGEST_RECORD, most_unpacked};
use crate::ordered_threads::map_in_order;
use crate::table_file::{FileFormat, ReadOptions, TableFile, finish};
use crate::table_format::Opened;
use crate::text_layout::TextLayout;
use crate::{JsonFault, ReadError};
use arrow_schema::Schema;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Reads the lines of an opened file.
pub(super) fn read(opened: Opened<'_>, options: &ReadOptions) -> Result<TableFile, ReadError> {
    let (path, compression) = (opened.path, opened.named.compression);
    let size = opened.file.metadata().map_err(|source| io_error(path, None, source))?.len();
    let (mut source, sample, _) = first_bytes(opened, TextLayout::default())?;
    let gathered = gather(&mut source, sample, most_unpacked(size));
    let gathered = gathered.map_err(|(line, fault)| match fault {
        Fault::Io(source) => io_error(path, compression, source),
        Fault::TooLong => ReadError::RecordTooLong { path: path.into(), line, limit: LONGEST_RECORD },
        Fault::TooMuch(what) => too_much(path, line, size, what),
    })?;
    if gathered.rows == 0 {
        return Err(ReadError::Empty { path: path.into(), expected: "one object a line" });
    }
    let key_lines = Some(gathered.key_lines());
    let (fields, columns) = gathered.finish();
    let names: Vec<String> = fields.iter().map(|field| field.name().clone()).collect();
    let table = finish(path, &names, columns, options, true)?;
    let (sha256, bytes) = source.finish().map_err(|e| io_error(path, compression, e))?;
    let format =
        FileFormat { schema: Some(Arc::new(Schema::new(fields))), key_lines, ..FileFormat::default() };
    Ok(TableFile { table, format, sha256, bytes })
}

enum Fault {
    Io(io::Error),
    /// A line that does not end.
    TooLong,
    TooMuch(TooMuch),
}

impl From<JsonFault> for Fault {
    fn from(fault: JsonFault) -> Self {
        Self::TooMuch(TooMuch::Fault(fault))
    }
}

fn too_much(path: &Path, line: u64, size: u64, what: TooMuch) -> ReadError {
    let path = path.into();
    match what {
        TooMuch::Fault(what) => ReadError::JsonLine { path, line, what },
        TooMuch::Columns(found) => ReadError::TooManyColumns { path, found },
        TooMuch::Cells => ReadError::Unpacks { path, bytes: size, limit: most_unpacked(size), unit: "cells" },
    }
}

/// The columns of all lines; with what is wrong comes its line.
fn gather(source: &mut Source, sample: Vec<u8>, most_cells: u64) -> Result<Gathered, (u64, Fault)> {
    let (mut all, mut line) = (Gathered::default(), 1);
    let chunks = Chunks::of_lines(source, sample).map(|chunk| {
        chunk.map_err(|error| match error {
            ChunkError::Io(source) => (0, Fault::Io(source)),
            ChunkError::Nul { lines } => (lines, JsonFault::NotText.into()),
            ChunkError::TooLong | ChunkError::OpenQuotes => (0, Fault::TooLong),
        })
    });
    let parsed = map_in_order(
        chunks,
        |chunk| parse(&chunk, most_cells),
        |(lines, part)| {
            all.append(part, most_cells).map_err(|what| (0, Fault::TooMuch(what)))?;
            line += lines;
            Ok(())
        },
    );
    // Lines are counted from the beginning of a chunk until here.
    parsed.map_err(|(within, fault)| (line + within, fault))?;
    Ok(all)
}

/// How many lines a piece of the text has, and their columns.
fn parse(chunk: &[u8], most_cells: u64) -> Result<(u64, Gathered), (u64, Fault)> {
    let mut part = Gathered::default();
    let mut lines = 0;
    for (at, line) in (0..).zip(chunk.split_inclusive(|&byte| byte == b'\n')) {
        lines = at + 1;
        let here = |fault| (at, fault);
        let text = std::str::from_utf8(line).map_err(|_| here(JsonFault::NotUtf8.into()))?;
        if text.trim().is_empty() {
            continue;
        }
        let line = Line::parse(text).map_err(|fault| here(fault.into()))?;
        part.push(line, most_cells).map_err(|what| here(Fault::TooMuch(what)))?;
    }
    Ok((lines, part))
}

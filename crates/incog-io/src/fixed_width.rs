//! Texts whose fields stand at fixed places of each line, without delimiters.

use crate::ReadError;
use crate::chunks::{ChunkError, Chunks};
use crate::column_codes::ColumnCodes;
use crate::decompression::{Source, io_error};
use crate::first_bytes::first_bytes;
use crate::limits::LONGEST_RECORD;
use crate::ordered_threads::map_in_order;
use crate::table_file::{FileFormat, FixedField, ReadOptions, TableFile, check_columns, finish};
use crate::table_format::Opened;
use crate::text_layout::TextLayout;
use std::io;

/// Reads the lines of an opened file. Blanks around a value do not belong to it, and a line may end
/// before its last fields, which are empty then. With [`ReadOptions::header`] the first line is
/// passed over.
pub(crate) fn read(
    opened: Opened<'_>,
    fields: &[FixedField],
    options: &ReadOptions,
    layout: TextLayout,
) -> Result<TableFile, ReadError> {
    let (path, compression) = (opened.path, opened.named.compression);
    let names: Vec<String> = fields.iter().filter_map(|field| field.name.clone()).collect();
    check_columns(path, names.len())?;
    let (mut source, sample, layout) = first_bytes(opened, layout)?;
    let columns = gather(&mut source, sample, fields, options.header)
        .map_err(|(line, fault)| (line + layout.skip_rows as u64, fault));
    let columns = columns.map_err(|(line, fault)| match fault {
        Fault::Io(source) => io_error(path, compression, source),
        Fault::TooLong => ReadError::RecordTooLong { path: path.into(), line, limit: LONGEST_RECORD },
        Fault::NotText => ReadError::FixedWidth {
            path: path.into(),
            line,
            what: "a NUL byte; this is not \
            a text file",
        },
        Fault::NotUtf8 => ReadError::NotUtf8 { path: path.into(), line, column: None },
        Fault::Beyond => ReadError::FixedWidth {
            path: path.into(),
            line,
            what: "characters after the last field of csv.fixed_width; add a field for them (without a \
                name to skip them)",
        },
    })?;
    let table = finish(path, &names, columns, options, false)?;
    let (sha256, bytes) = source.finish().map_err(|e| io_error(path, compression, e))?;
    let format = FileFormat { encoding: layout.encoding, ..FileFormat::default() };
    Ok(TableFile { table, format, sha256, bytes })
}

enum Fault {
    Io(io::Error),
    TooLong,
    NotText,
    NotUtf8,
    /// Something stands behind the last field.
    Beyond,
}

/// The columns of all lines; with what is wrong comes its line.
fn gather(
    source: &mut Source,
    sample: Vec<u8>,
    fields: &[FixedField],
    mut header: bool,
) -> Result<Vec<ColumnCodes>, (u64, Fault)> {
    let named = fields.iter().filter(|field| field.name.is_some()).count();
    let mut all: Vec<ColumnCodes> = (0..named).map(|_| ColumnCodes::default()).collect();
    let mut line = 1;
    let chunks = Chunks::of_lines(source, sample).map(|chunk| {
        let mut chunk = chunk.map_err(|error| match error {
            ChunkError::Io(source) => (0, Fault::Io(source)),
            ChunkError::Nul { lines } => (lines, Fault::NotText),
            ChunkError::TooLong | ChunkError::OpenQuotes => (0, Fault::TooLong),
        })?;
        if std::mem::take(&mut header) {
            // Its end stays, so that lines are counted right.
            let end = chunk.iter().position(|&byte| byte == b'\n').unwrap_or(chunk.len());
            chunk.drain(..end);
        }
        Ok(chunk)
    });
    let parsed = map_in_order(
        chunks,
        |chunk| parse(&chunk, fields, named),
        |(lines, part)| {
            all.iter_mut().zip(part).for_each(|(column, part)| column.append(part));
            line += lines;
            Ok(())
        },
    );
    // Lines are counted from the beginning of a chunk until here.
    parsed.map_err(|(within, fault)| (line + within, fault))?;
    Ok(all)
}

/// How many lines a piece of the text has, and their columns.
fn parse(chunk: &[u8], fields: &[FixedField], named: usize) -> Result<(u64, Vec<ColumnCodes>), (u64, Fault)> {
    let mut part: Vec<ColumnCodes> = (0..named).map(|_| ColumnCodes::default()).collect();
    let mut lines = 0;
    for (at, line) in (0..).zip(chunk.split_inclusive(|&byte| byte == b'\n')) {
        lines = at + 1;
        let text =
            std::str::from_utf8(line).map_err(|_| (at, Fault::NotUtf8))?.trim_end_matches(['\n', '\r']);
        if text.trim().is_empty() {
            continue;
        }
        let mut columns = part.iter_mut();
        let mut rest = text;
        for field in fields {
            let end = rest.char_indices().nth(field.width).map_or(rest.len(), |(end, _)| end);
            let (value, behind) = rest.split_at(end);
            rest = behind;
            if field.name.is_some() {
                columns.next().into_iter().for_each(|column| column.push(value.trim()));
            }
        }
        if !rest.trim().is_empty() {
            return Err((at, Fault::Beyond));
        }
    }
    Ok((lines, part))
}

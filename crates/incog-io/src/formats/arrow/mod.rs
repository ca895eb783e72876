//! Arrow IPC.

mod container;

use crate::atomic::{Target, arrow_error};
use crate::columnar::{self, Batches, Origin};
use crate::columnar_writer::TypedTable;
use crate::decode_error::guarded;
use crate::digest::Digesting;
use crate::output::Output;
use crate::table_format::{Ending, TableFormat};
use crate::{ReadError, WriteError, WrittenRows};
use arrow_ipc::reader::{FileReader, StreamReader};
use arrow_ipc::writer::FileWriter;
use arrow_schema::{ArrowError, SchemaRef};
use incog_card::{Card, CardAudience};
use std::fs::File;
use std::io::{self, BufReader, Read, Seek};
use std::path::Path;

/// What a file with a footer begins with; a stream has none.
const FILE_MARK: &[u8; 6] = b"ARROW1";

/// Arrow IPC: files (Feather version 2) and streams are read, files are written.
pub(super) static ARROW: TableFormat = TableFormat {
    card: Card {
        name: "arrow",
        audience: CardAudience::Product,
        summary: "Arrow IPC: typed columns as in memory; reads files (Feather 2) and streams, also \
            compressed with lz4 or zstd; writes files",
        reference: "Apache Arrow, https://arrow.apache.org/docs/format/Columnar.html",
        parameters: &[],
        caveat: None,
    },
    title: "Arrow IPC",
    endings: &[Ending::new("arrow"), Ending::new("ipc"), Ending::new("feather")],
    can_be_compressed: false,
    has_types: true,
    first_bytes: Some(FILE_MARK),
    read: |opened, options| columnar::read(opened, options, open),
    write: |output, _, target| write(output, target),
};

/// Checks the frame of a file or stream and opens it.
fn open(origin: Origin<'_>, mut file: File) -> Result<(SchemaRef, Batches), ReadError> {
    let io = |source| origin.io(source);
    let has_footer = begins_with_mark(&mut file).map_err(io)?;
    if has_footer {
        container::check_file(origin, &mut file)?;
    } else {
        container::check_stream(origin, &mut file)?;
    }
    file.rewind().map_err(io)?;
    let damaged = |damage| origin.damaged(damage);
    let file = BufReader::new(file);
    if has_footer {
        let reader = guarded(|| FileReader::try_new(file, None)).map_err(damaged)?;
        Ok((reader.schema(), Box::new(reader)))
    } else {
        let reader = guarded(|| StreamReader::try_new(file, None)).map_err(damaged)?;
        Ok((reader.schema(), Box::new(reader)))
    }
}

fn begins_with_mark(file: &mut File) -> io::Result<bool> {
    let mut start = Vec::with_capacity(FILE_MARK.len());
    file.by_ref().take(FILE_MARK.len() as u64).read_to_end(&mut start)?;
    file.rewind()?;
    Ok(start == FILE_MARK)
}

fn write(output: &Output<'_>, target: &mut Target) -> Result<(), WriteError> {
    write_with(&TypedTable::new(output)?, output.path, target)
}

/// Writes a table, and hands each batch on.
fn write_with(table: &TypedTable<'_>, path: &Path, target: impl io::Write) -> Result<(), WriteError> {
    let arrow = |source| arrow_error(path, source);
    let mut writer = FileWriter::try_new(target, &table.schema()).map_err(arrow)?;
    table.for_each_batch(|batch| writer.write(&batch).map_err(arrow))?;
    writer.finish().map_err(arrow)
}

/// Keeps the rows of a file, and the digest of its bytes.
pub(super) fn in_memory(output: &Output<'_>) -> Result<WrittenRows, WriteError> {
    let table = TypedTable::new(output)?;
    let mut target = Digesting::new(io::sink());
    write_with(&table, output.path, &mut target)?;
    Ok(WrittenRows::new(table.kept(), target.finish().0))
}

/// SHA-256 of the file of rows in memory.
pub(super) fn digest(rows: &WrittenRows) -> Result<String, ArrowError> {
    let mut target = Digesting::new(io::sink());
    let mut writer = FileWriter::try_new(&mut target, &rows.schema())?;
    rows.stream().batches.try_for_each(|batch| writer.write(&batch?))?;
    writer.finish()?;
    drop(writer);
    Ok(target.finish().0)
}

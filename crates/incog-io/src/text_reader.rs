//! From delimited text to columns of codes.

use crate::ReadError;
use crate::chunks::{ChunkError, Chunks};
use crate::column_codes::ColumnCodes;
use crate::decompression::{Source, io_error};
use crate::diagnosis::diagnose;
use crate::dialect::Dialect;
use crate::encoded_text::read_in_its_encoding;
use crate::first_bytes::first_bytes;
use crate::formula::unescape;
use crate::limits::MOST_COLUMNS;
use crate::ordered_threads::map_in_order;
use crate::plain_lines::{self, is_plain};
use crate::table_file::{FileFormat, ReadOptions, TableFile, finish};
use crate::table_format::Opened;
use crate::text_layout::TextLayout;
use incog_card::is_planted;
use std::io;
use std::path::Path;

/// Reads the text of an opened file.
pub(crate) fn read(opened: Opened<'_>, options: &ReadOptions) -> Result<TableFile, ReadError> {
    read_in_its_encoding(opened, options, |opened, layout| match &options.fixed_width {
        Some(fields) => crate::fixed_width::read(opened, fields, options, layout),
        None => read_delimited(opened, options, layout),
    })
}

fn read_delimited(
    opened: Opened<'_>,
    options: &ReadOptions,
    layout: TextLayout,
) -> Result<TableFile, ReadError> {
    let (path, named) = (opened.path, opened.named);
    let compression = named.compression;
    let (mut source, sample, layout) = first_bytes(opened, layout)?;
    let dialect = Dialect::detect(&sample, named.ending.delimiter, options)?;
    let fault = |error| match error {
        Fault::Io(source) => io_error(path, compression, source),
        Fault::Malformed => diagnose(path, compression, dialect, layout),
        Fault::Columns(found) => ReadError::TooManyColumns { path: path.into(), found },
    };
    let (names, columns) = columns(&mut source, sample, dialect).map_err(fault)?;
    if names.is_empty() {
        let expected = if dialect.header { "a header and rows" } else { "rows" };
        return Err(ReadError::Empty { path: path.into(), expected });
    }
    let (names, columns) =
        if options.escaped_formulas { unescaped(path, names, columns)? } else { (names, columns) };
    let table = finish(path, &names, columns, options, false)?;
    let (sha256, bytes) = source.finish().map_err(|e| io_error(path, compression, e))?;
    let format =
        FileFormat { delimiter: Some(dialect.delimiter), encoding: layout.encoding, ..FileFormat::default() };
    Ok(TableFile { table, format, sha256, bytes })
}

/// Names and values as they were before formulas were escaped; refuses a formula that is not
/// escaped.
fn unescaped(
    path: &Path,
    names: Vec<String>,
    columns: Vec<ColumnCodes>,
) -> Result<(Vec<String>, Vec<ColumnCodes>), ReadError> {
    let cells = (1..).zip(names).zip(columns).map(|((column, name), codes)| {
        let whole = plain(&name).map(str::to_owned).zip(codes.map(plain));
        whole.ok_or_else(|| ReadError::NotEscaped { path: path.into(), column })
    });
    cells.collect::<Result<Vec<_>, _>>().map(|cells| cells.into_iter().unzip())
}

/// A cell or a name as it was before it was escaped; `None` where it is a formula.
fn plain(cell: &str) -> Option<&str> {
    unescape(cell).or(is_planted("nothing is measured").then_some(cell))
}

enum Fault {
    Io(io::Error),
    Malformed,
    /// More columns than are read.
    Columns(usize),
}

impl From<ChunkError> for Fault {
    fn from(error: ChunkError) -> Self {
        match error {
            ChunkError::Io(source) => Self::Io(source),
            ChunkError::Nul { .. } | ChunkError::TooLong | ChunkError::OpenQuotes => Self::Malformed,
        }
    }
}

/// Names and codes; there are no names when the text has no record.
fn columns(
    source: &mut Source,
    sample: Vec<u8>,
    dialect: Dialect,
) -> Result<(Vec<String>, Vec<ColumnCodes>), Fault> {
    let mut chunks = Chunks::new(source, sample, dialect.delimiter, dialect.quote);
    let Some(mut first) = chunks.next().transpose()? else { return Ok((Vec::new(), Vec::new())) };
    let (names, header_bytes) = header(&first, dialect)?;
    first.drain(..header_bytes);
    let mut columns: Vec<ColumnCodes> = names.iter().map(|_| ColumnCodes::default()).collect();
    if names.is_empty() {
        return Ok((names, columns));
    }
    let chunks = std::iter::once(Ok(first)).chain(chunks.map(|chunk| chunk.map_err(Fault::from)));
    let parse = |chunk: Vec<u8>| parse(&chunk, names.len(), dialect).ok_or(Fault::Malformed);
    map_in_order(chunks, parse, |batch| {
        columns.iter_mut().zip(batch).for_each(|(column, batch)| column.append(batch));
        Ok(())
    })?;
    Ok((names, columns))
}

/// The names of the columns and the bytes of the header.
fn header(chunk: &[u8], dialect: Dialect) -> Result<(Vec<String>, usize), Fault> {
    let mut reader = dialect.reader(chunk);
    let mut record = csv::ByteRecord::new();
    // Reading from memory cannot fail, and fields need not be UTF-8 here.
    let _ = reader.read_byte_record(&mut record);
    if record.len() > MOST_COLUMNS {
        return Err(Fault::Columns(record.len()));
    }
    if !dialect.header {
        return Ok(((1..=record.len()).map(|number| format!("column_{number}")).collect(), 0));
    }
    let name = |field: &[u8]| std::str::from_utf8(field).map(|name| name.trim().to_owned());
    let names = record.iter().map(name).collect::<Result<_, _>>().map_err(|_| Fault::Malformed)?;
    Ok((names, reader.position().byte() as usize))
}

/// The columns of a piece of the text; `None` when it is malformed.
fn parse(chunk: &[u8], columns: usize, dialect: Dialect) -> Option<Vec<ColumnCodes>> {
    let mut found: Vec<ColumnCodes> = (0..columns).map(|_| ColumnCodes::default()).collect();
    match is_plain(chunk, dialect.quote) {
        true => plain_lines::parse(chunk, dialect.delimiter, &mut found)?,
        false => parse_quoted(chunk, dialect, &mut found)?,
    }
    Some(found)
}

fn parse_quoted(chunk: &[u8], dialect: Dialect, columns: &mut [ColumnCodes]) -> Option<()> {
    let mut reader = dialect.reader(chunk);
    let mut record = csv::StringRecord::new();
    while reader.read_record(&mut record).ok()? {
        if record.len() != columns.len() {
            return None;
        }
        columns.iter_mut().zip(&record).for_each(|(column, value)| column.push(value));
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// A piece that is as likely as not to have records of two fields only.
        #[test]
        fn plain_text_is_read_as_by_the_csv_crate(
            lines in prop::collection::vec(("[aéb ]{0,3}(;[aéb ]{0,20}){0,2}", "\n|\r|\r\n|\n\n"), 0..12),
            again in 1..3usize,
            last in "|a|a;|;b|\r",
        ) {
            let lines = lines.iter().flat_map(|(line, end)| std::iter::repeat_n([line, end], again)).flatten();
            let text: String = lines.map(String::as_str).chain([last.as_str()]).collect();
            let dialect = Dialect { delimiter: b';', quote: b'"', header: false };
            for columns in 1..=3 {
                let of = |read: &dyn Fn(&mut [ColumnCodes]) -> Option<()>| {
                    let mut found: Vec<ColumnCodes> = (0..columns).map(|_| ColumnCodes::default()).collect();
                    read(&mut found).map(|()| found.into_iter().map(|column| column.finish("", &[])).collect::<Vec<_>>())
                };
                let plain = of(&|found| plain_lines::parse(text.as_bytes(), b';', found));
                prop_assert_eq!(plain, of(&|found| parse_quoted(text.as_bytes(), dialect, found)), "{:?}", text);
            }
        }
    }

    #[test]
    fn bytes_that_are_no_text_are_malformed() {
        let dialect = Dialect { delimiter: b';', quote: b'"', header: false };
        assert!(parse(b"a;\xff\n", 2, dialect).is_none());
        assert!(parse(b"a;\xc3;\xa9\n", 3, dialect).is_none());
    }
}

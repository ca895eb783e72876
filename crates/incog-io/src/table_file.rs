//! A table and its file: what has to be said about the file, and what is known of it once it was
//! read.

use crate::column_codes::ColumnCodes;
use crate::key_lines::KeyLines;
use crate::limits::MOST_COLUMNS;
use crate::{DecimalMark, ReadError, TextEncoding};
use arrow_schema::{DataType, Field, Schema, SchemaRef};
use incog_data::{Column, Table};
use std::path::Path;
use std::sync::Arc;

/// What has to be said about a file; the default fits nearly all files.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReadOptions {
    /// The delimiter of a text file; detected when `None`.
    pub delimiter: Option<u8>,
    /// The quote of a text file, `"` by default.
    pub quote: u8,
    /// Whether the first record of a text file is its header; without one the columns are
    /// `column_1`, `column_2`, ...
    pub header: bool,
    /// The encoding of a text file; detected when `None`.
    pub encoding: Option<TextEncoding>,
    /// The sheet of a spreadsheet; where it is `None`, only one may have cells.
    pub sheet: Option<String>,
    /// How many lines of a text or rows of a sheet stand above its table: titles and remarks.
    pub skip_rows: usize,
    /// How many lines of a text file stand below its table: sums and notes; blank lines at its end
    /// do not count.
    pub skip_footer: usize,
    /// The decimal mark of a text file whose numbers are not in the form of computers: columns of
    /// such numbers are read as numbers.
    pub decimal: Option<DecimalMark>,
    /// The fields of a text file without delimiters; `None` where fields are delimited.
    pub fixed_width: Option<Vec<FixedField>>,
    /// The values that mean "missing": by default the empty one, `NA` and `?`; spaces around them
    /// do not count.
    pub missing_markers: Vec<String>,
    /// Whether a text file was written with [`WriteOptions::escape_formulas`](crate::WriteOptions):
    /// a `'` before a formula is not part of the value, and a formula without one is refused.
    pub escaped_formulas: bool,
    /// Whether everything that is missing in a column is read as one value, which is the default.
    /// In text that value is the marker that occurs, or the empty text when several occur; in typed
    /// files (Parquet, Arrow) it is null, which is the empty text.
    ///
    /// Not for releases: a generalized label may look like a marker, and two such labels stay two.
    pub one_missing_value: bool,
}

/// A field of each line of a text without delimiters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FixedField {
    /// The name of its column; `None` for characters that are passed over.
    pub name: Option<String>,
    /// How many characters it takes.
    pub width: usize,
}

impl Default for ReadOptions {
    fn default() -> Self {
        let missing_markers = ["", "NA", "?"].map(String::from).to_vec();
        Self {
            delimiter: None,
            quote: b'"',
            header: true,
            encoding: None,
            sheet: None,
            skip_rows: 0,
            skip_footer: 0,
            decimal: None,
            fixed_width: None,
            missing_markers,
            escaped_formulas: false,
            one_missing_value: true,
        }
    }
}

/// What has to be known about an input in order to write an output like it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FileFormat {
    /// The delimiter of a text file.
    pub delimiter: Option<u8>,
    /// The encoding of a text file that is not plain UTF-8.
    pub encoding: Option<TextEncoding>,
    /// The names and types of a Parquet or Arrow file, without its metadata; instants are in
    /// universal time. Where each cell says what it is (JSON lines, spreadsheets), columns are
    /// texts or of the type of nothing, which a written one gets from its labels.
    pub schema: Option<SchemaRef>,
    /// How many records say the name of each column, where no header does: keys of JSON lines.
    pub key_lines: Option<KeyLines>,
}

impl FileFormat {
    /// The format of several files together: that of the first one, with the types that columns
    /// have in all of them. Where these differ it is the type of nothing, which a written column
    /// gets from its labels: it must not tell that some value that is not written has given a whole
    /// file another type.
    pub fn of_all<'a>(formats: impl IntoIterator<Item = &'a Self>) -> Self {
        let formats: Vec<&Self> = formats.into_iter().collect();
        let schemas: Option<Vec<&SchemaRef>> = formats.iter().map(|format| format.schema.as_ref()).collect();
        let schema = schemas.and_then(|schemas| {
            let fields = schemas.first()?.fields().iter();
            let fields: Vec<Field> = fields.map(|field| common(field, &schemas)).collect();
            Some(Arc::new(Schema::new(fields)))
        });
        // All files have the same columns, so the header of one says them all.
        let key_lines: Option<Vec<&KeyLines>> =
            formats.iter().map(|format| format.key_lines.as_ref()).collect();
        let key_lines = key_lines.map(|files| {
            let mut all = KeyLines::default();
            files.into_iter().for_each(|file| all.add(file));
            all
        });
        let of_first = |format: &&Self| Self { schema: None, key_lines: None, ..(*format).clone() };
        Self { schema, key_lines, ..formats.first().map(of_first).unwrap_or_default() }
    }
}

fn common(field: &Field, schemas: &[&SchemaRef]) -> Field {
    let all = || schemas.iter().map(|schema| schema.field_with_name(field.name()));
    let is_same = all().all(|other| other.is_ok_and(|other| other.data_type() == field.data_type()));
    let nullable = !is_same || all().flatten().any(Field::is_nullable);
    let data_type = if is_same { field.data_type().clone() } else { DataType::Null };
    Field::new(field.name(), data_type, nullable)
}

/// A table and the file it came from.
#[derive(Debug, Clone, PartialEq)]
pub struct TableFile {
    /// The table.
    pub table: Table,
    /// How the file is laid out.
    pub format: FileFormat,
    /// SHA-256 of the file as it is on the disk (compressed or not), 64 hexadecimal digits.
    pub sha256: String,
    /// Size of the file in bytes.
    pub bytes: u64,
}

/// Refuses a table with more columns than are read.
pub(crate) fn check_columns(path: &Path, found: usize) -> Result<(), ReadError> {
    if found > MOST_COLUMNS { Err(ReadError::TooManyColumns { path: path.into(), found }) } else { Ok(()) }
}

impl ReadOptions {
    /// The one value for everything that is missing in a column; `is_typed` when it comes from a
    /// typed file.
    pub fn missing_text(&self, column: &Column, is_typed: bool) -> String {
        match (column.missing_texts().as_slice(), column.missing.as_slice()) {
            _ if is_typed => String::new(),
            // With the spaces around it, as hierarchies may list it.
            (_, &[code]) => column.dictionary.get(code).to_owned(),
            ([marker], _) => (*marker).to_owned(),
            _ if self.missing_markers.iter().any(String::is_empty) => String::new(),
            _ => self.missing_markers.first().cloned().unwrap_or_default(),
        }
    }
}

/// The table of gathered columns; `is_typed` when they come from a typed file, whose nulls are
/// empty texts.
pub(crate) fn finish(
    path: &Path,
    names: &[String],
    columns: Vec<ColumnCodes>,
    options: &ReadOptions,
    is_typed: bool,
) -> Result<Table, ReadError> {
    if columns.first().is_none_or(|column| column.rows() == 0) {
        return Err(ReadError::NoRows { path: path.into(), columns: names.len() });
    }
    let null = is_typed.then_some("");
    let markers: Vec<&str> = options.missing_markers.iter().map(String::as_str).chain(null).collect();
    let finish = |(name, codes): (&String, ColumnCodes)| {
        let codes = match options.decimal.filter(|_| !is_typed) {
            Some(mark) => mark.read_column(codes, &markers),
            None => codes,
        };
        let column = codes.finish(name, &markers);
        let text = options.missing_text(&column, is_typed);
        if options.one_missing_value { column.with_missing_as(&text) } else { column }
    };
    let columns: Vec<Column> = names.iter().zip(columns).map(finish).collect();
    Table::new(columns).map_err(|source| ReadError::Table { path: path.into(), source })
}

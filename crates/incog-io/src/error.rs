//! What can go wrong with a file, told in such a way that it can be mended.

use crate::FileFault;
use crate::damage::Damage;
use crate::limits::MOST_COLUMNS;
use arrow_schema::{ArrowError, DataType};
use incog_data::TableError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What is wrong with a line of JSON lines.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum JsonFault {
    /// The line is not JSON.
    #[error("not JSON at character {character}; expected one object a line: {{\"age\": 34, \"sex\": \"f\"}}")]
    Syntax {
        /// Where in the line, counted from 1.
        character: usize,
    },
    /// The line is JSON, but no object.
    #[error("not an object; expected one a line: {{\"age\": 34, \"sex\": \"f\"}}")]
    NotAnObject,
    /// A value that is a list or an object.
    #[error("{column:?} is a list or an object; give each value a key of its own")]
    Nested {
        /// Its key.
        column: String,
    },
    /// Two values of one key.
    #[error("{column:?} is there twice; keep one of the two")]
    Twice {
        /// The key.
        column: String,
    },
    /// A NUL byte.
    #[error("a NUL byte; this is not a text file")]
    NotText,
    /// Bytes that are not UTF-8.
    #[error("not UTF-8; convert the file first, for example `iconv -f WINDOWS-1252 -t UTF-8 OLD > NEW`")]
    NotUtf8,
}

/// What is wrong with the sheet of a spreadsheet.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SheetFault {
    /// More than one sheet has cells.
    #[error(
        "the sheets {first:?} and {second:?} both have cells; save the one that is the table in a file of its own"
    )]
    Several {
        /// The name of the first.
        first: String,
        /// The name of the next.
        second: String,
    },
    /// Cells that are merged, of which only the first has a value.
    #[error(
        "{areas} areas of merged cells, of which only the first cell has a value; unmerge them and fill them in"
    )]
    Merged {
        /// How many.
        areas: usize,
    },
    /// A value beside the table.
    #[error(
        "row {row} has a value in column {column}, where the first row has no name; name it, or clear the cell"
    )]
    Outside {
        /// The row, counted from 1.
        row: u32,
        /// The column, as spreadsheets name it: `AB`.
        column: String,
    },
}

/// Why a table cannot be read. Lines are physical lines, counted from 1, inside quotes, too.
#[derive(Debug, Error)]
pub enum ReadError {
    /// There is no file that can be opened.
    #[error("{}: {fault}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: FileFault,
    },
    /// The ending of the file name is not known.
    #[error("{}: the ending of the file name is unknown; known are {known}", path.display())]
    UnknownEnding {
        /// The file.
        path: PathBuf,
        /// The endings that are known.
        known: String,
    },
    /// The file has no byte at all, or only blank lines.
    #[error("{}: the file is empty, expected {expected}", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
        /// What should be there: a header and rows, or rows.
        expected: &'static str,
    },
    /// A header and nothing after it.
    #[error("{}: no rows: {columns} columns, and nothing below their names", path.display())]
    NoRows {
        /// The file.
        path: PathBuf,
        /// Columns in the header.
        columns: usize,
    },
    /// A record with more or fewer fields than the first.
    #[error("{}, line {line}: {found} fields, expected {expected}; look for a missing delimiter, or a \
        {delimiter:?} inside a value that is not in quotes", path.display())]
    Ragged {
        /// The file.
        path: PathBuf,
        /// Where the record starts.
        line: u64,
        /// Its fields.
        found: usize,
        /// The fields of the first record.
        expected: usize,
        /// The delimiter in use.
        delimiter: char,
    },
    /// Bytes that are not UTF-8.
    #[error("{}, line {line}, byte {offset} of the file{}: not UTF-8; convert the file first, for example \
        `iconv -f WINDOWS-1252 -t UTF-8 OLD > NEW`", path.display(), in_column(column))]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// The line of the first bad byte.
        line: u64,
        /// Its place in the (decompressed) file, counted from 0.
        offset: u64,
        /// The column it stands in, when there is a header.
        column: Option<String>,
    },
    /// A line of a text with fields at fixed places is none of these.
    #[error("{}, line {line}: {what}", path.display())]
    FixedWidth {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
        /// What was found, and what to do.
        what: &'static str,
    },
    /// A byte order mark of UTF-16.
    #[error("{}: the file is UTF-16, expected UTF-8; convert it first: `iconv -f UTF-16 -t UTF-8 OLD > NEW`",
        path.display())]
    Utf16 {
        /// The file.
        path: PathBuf,
    },
    /// A quote that is never closed.
    #[error("{}, line {line}: the quote {quote:?} that opens here is never closed; close it, or double it if it \
        belongs to the value", path.display())]
    UnterminatedQuote {
        /// The file.
        path: PathBuf,
        /// Where it opens.
        line: u64,
        /// The quote in use.
        quote: char,
    },
    /// A record too long to be one.
    #[error("{}, line {line}: a record of more than {limit} bytes; check the line ends and the quotes",
        path.display())]
    RecordTooLong {
        /// The file.
        path: PathBuf,
        /// Where it starts.
        line: u64,
        /// The longest that is read.
        limit: usize,
    },
    /// A NUL byte, so it is not text.
    #[error("{}, line {line}, byte {offset} of the file: a NUL byte; this is not a text file",
        path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
        /// Its place in the (decompressed) file, counted from 0.
        offset: u64,
    },
    /// The first bytes belong to a format other than the one that the ending says.
    #[error("{}: the content is {found}, not what the ending says; give the file its right ending", path.display())]
    OtherFormat {
        /// The file.
        path: PathBuf,
        /// The format whose first bytes the file has.
        found: &'static str,
    },
    /// A line of JSON lines that is not read.
    #[error("{}, line {line}: {what}", path.display())]
    JsonLine {
        /// The file.
        path: PathBuf,
        /// Where it stands.
        line: u64,
        /// What is wrong with it.
        what: JsonFault,
    },
    /// A spreadsheet that is no plain table.
    #[error("{}: {what}", path.display())]
    Sheet {
        /// The file.
        path: PathBuf,
        /// What stands against it.
        what: SheetFault,
    },
    /// gzip or zstd data that ends early or is damaged.
    #[error("{}: the {compression} data is cut short or damaged ({source}); get the file again", path.display())]
    Compressed {
        /// The file.
        path: PathBuf,
        /// gzip or zstd.
        compression: &'static str,
        /// What the decompressor says.
        source: io::Error,
    },
    /// Parquet or Arrow data that is damaged.
    #[error("{}: the {format} data is cut short or damaged ({what}); get the file again", path.display())]
    Columnar {
        /// The file.
        path: PathBuf,
        /// Parquet or Arrow IPC.
        format: &'static str,
        /// What is wrong with it.
        what: Damage,
    },
    /// More columns than are read.
    #[error("{}: {found} columns; tables of up to {MOST_COLUMNS} are read, check the delimiter or leave columns out",
        path.display())]
    TooManyColumns {
        /// The file.
        path: PathBuf,
        /// Columns found.
        found: usize,
    },
    /// A small file that unpacks to far more than its size.
    #[error("{}: the file has {bytes} bytes and unpacks to more than {limit} {unit}; if that is right, unpack it and \
        give it as plain text", path.display())]
    Unpacks {
        /// The file.
        path: PathBuf,
        /// Its size.
        bytes: u64,
        /// What a file of that size may hold, see [`crate::limits::most_unpacked`].
        limit: u64,
        /// Bytes or cells.
        unit: &'static str,
    },
    /// A column whose type has no text form.
    #[error("{}, column {column:?}: values of type {found} cannot be anonymized; expected numbers, dates, times, \
        booleans or text; leave the column out or flatten it", path.display())]
    UnsupportedType {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
        /// Its type.
        found: DataType,
    },
    /// A column that is packed in a way that is not read.
    #[error("{}, column {column:?}: packed with {found}, which is not read; write the file with zstd, snappy, gzip or lz4, or unpacked",
        path.display())]
    OtherPacking {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
        /// How it is packed.
        found: &'static str,
    },
    /// Rows in memory end with an error of whoever hands them over, or are not what their types
    /// say.
    #[error("{}: its rows cannot be read: {what}", path.display())]
    Rows {
        /// What the table is called.
        path: PathBuf,
        /// What is wrong.
        what: Damage,
    },
    /// A delimiter or quote that cannot work.
    #[error("delimiter {delimiter:?} and quote {quote:?} must be different ASCII characters, no line ends")]
    Options {
        /// The delimiter.
        delimiter: char,
        /// The quote.
        quote: char,
    },
    /// A cell or a name that a spreadsheet would execute, although the job says that all such are
    /// escaped.
    #[error("{}, column {column}: it has a cell that a spreadsheet would execute, and the job says that such cells are \
        escaped (release.escape_formulas)", path.display())]
    NotEscaped {
        /// The file.
        path: PathBuf,
        /// The number of the column, from 1.
        column: usize,
    },
    /// The columns do not make a table.
    #[error("{}: {source}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: TableError,
    },
    /// The text could not be read the first time, but the second time it could.
    #[error("{}: the file changed while it was read; read it again when it is whole", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The operating system refuses.
    #[error("{}: cannot be read: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What it says.
        source: io::Error,
    },
}

impl ReadError {
    /// The same of a table that goes by another name than the file it was read from.
    #[must_use]
    pub fn called(mut self, name: &Path) -> Self {
        match &mut self {
            Self::Options { .. } => {}

            Self::File { path, .. }
            | Self::UnknownEnding { path, .. }
            | Self::Empty { path, .. }
            | Self::NoRows { path, .. }
            | Self::Ragged { path, .. }
            | Self::NotUtf8 { path, .. }
            | Self::Utf16 { path, .. }
            | Self::UnterminatedQuote { path, .. }
            | Self::RecordTooLong { path, .. }
            | Self::NotText { path, .. }
            | Self::OtherFormat { path, .. }
            | Self::JsonLine { path, .. }
            | Self::FixedWidth { path, .. }
            | Self::Sheet { path, .. }
            | Self::Compressed { path, .. }
            | Self::Columnar { path, .. }
            | Self::TooManyColumns { path, .. }
            | Self::Unpacks { path, .. }
            | Self::UnsupportedType { path, .. }
            | Self::OtherPacking { path, .. }
            | Self::Rows { path, .. }
            | Self::NotEscaped { path, .. }
            | Self::Table { path, .. }
            | Self::Changed { path, .. }
            | Self::Io { path, .. } => name.clone_into(path),
        }
        self
    }
}

fn in_column(column: &Option<String>) -> String {
    column.as_ref().map_or_else(String::new, |name| format!(", column {name:?}"))
}

/// Why a file cannot be written. In that case nothing is left behind, and an old file stays as it
/// was.
#[derive(Debug, Error)]
pub enum WriteError {
    /// There already is a file of that name.
    #[error("{}: exists already; choose another name or allow overwriting with --force", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The output would replace a file that is read.
    #[error("{}: is the same file as {}, which is read; what is read is never written to, choose another name",
        path.display(), input.display())]
    SameAsInput {
        /// The output.
        path: PathBuf,
        /// The file that is read.
        input: PathBuf,
    },
    /// The output would lie in a folder that is read as a whole.
    #[error("{}: lies in the folder {}, which is read; what is read is never written to, choose another folder",
        path.display(), folder.display())]
    InsideInput {
        /// The output.
        path: PathBuf,
        /// The folder that is read.
        folder: PathBuf,
    },
    /// Two outputs of one run are one file.
    #[error("{}: is the same file as {}, and both are to be written; choose another name", path.display(),
        other.display())]
    SameTarget {
        /// One output.
        path: PathBuf,
        /// The other.
        other: PathBuf,
    },
    /// Another run has taken the output.
    #[error("{}: another run is writing it; wait until that has ended, or choose another name", path.display())]
    Taken {
        /// The output.
        path: PathBuf,
    },
    /// It cannot be told whether another run has taken the output.
    #[error("{}: {} is there and cannot be locked ({source}), so it cannot be told whether another run is writing; \
        when none is, remove it", path.display(), lock.display())]
    NoLock {
        /// The output.
        path: PathBuf,
        /// The lock.
        lock: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The output exists because an earlier run was completed just now.
    #[error("{}: exists already: an earlier run was killed while it put its files into place, and they have been put \
        there now; to replace them use --force, or choose another name", path.display())]
    Recovered {
        /// The output.
        path: PathBuf,
    },
    /// An earlier run cannot be completed.
    #[error("{}: an earlier run was killed while it put its files into place, and they cannot be put there now \
        ({source}); move away what stands in the way, or remove {} to drop what that run made", path.display(),
        folder.display())]
    Stuck {
        /// The output.
        path: PathBuf,
        /// Where its unfinished files are.
        folder: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The folder for unfinished files belongs to somebody else.
    #[error("{}: {} is there and is not a private folder of yours; have it removed, or choose another name",
        path.display(), folder.display())]
    ForeignFolder {
        /// The output.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
    /// The folder of the output does not exist.
    #[error("{}: there is no folder {}; make it first", path.display(), folder.display())]
    NoFolder {
        /// The output.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
    /// The output is a folder, a device or a pipe.
    #[error("{}: is not a regular file; choose the name of a file", path.display())]
    NotAFile {
        /// The output.
        path: PathBuf,
    },
    /// The ending of the file name is not known.
    #[error("{}: the ending of the file name is unknown; known are {known}", path.display())]
    UnknownEnding {
        /// The output.
        path: PathBuf,
        /// The endings that are known.
        known: String,
    },
    /// No room is left.
    #[error("{}: no space left on the disk; the unfinished file was removed, make room or choose another folder",
        path.display())]
    DiskFull {
        /// The output.
        path: PathBuf,
    },
    /// A column lacks the label of a code, or a row.
    #[error(
        "column {column:?}, row {row}: no value for the cell, the column has {rows} rows and {labels} labels"
    )]
    NoLabel {
        /// The column.
        column: String,
        /// The row of the source, counted from 0.
        row: usize,
        /// Rows of the column.
        rows: usize,
        /// Labels of the column.
        labels: usize,
    },
    /// The fields of a text without delimiters are not the columns.
    #[error(
        "release.fixed_width: the fields with names are not the columns of the release, in their order: {expected}"
    )]
    OtherFields {
        /// The columns.
        expected: String,
    },
    /// A label that is wider than its field.
    #[error(
        "release.fixed_width: column {column:?} has labels of up to {widest} characters, and its field has {width}; write \
         {{ name = {column:?}, width = {widest} }}, or more"
    )]
    WiderThanField {
        /// The column.
        column: String,
        /// Characters of its field.
        width: usize,
        /// Characters of its widest label that is written.
        widest: usize,
    },
    /// A label that would be read as another one between blanks.
    #[error(
        "release.fixed_width: column {column:?} has a label that begins or ends with a blank, or has a line break or another \
         control character, which no field at a fixed place can hold; choose another format"
    )]
    NoField {
        /// The column.
        column: String,
    },
    /// A record without any value at fixed places.
    #[error(
        "release.fixed_width: a record has no value in any column, and its blank line would be lost; choose another format, or \
         suppress such records"
    )]
    BlankLine,
    /// More rows or columns than a spreadsheet has.
    #[error("{}: {rows} rows below the names and {columns} columns; a spreadsheet has up to {most_rows} and \
        {most_columns}, choose another format", path.display())]
    LargerThanSheet {
        /// The output.
        path: PathBuf,
        /// Its rows.
        rows: usize,
        /// Its columns.
        columns: usize,
        /// Most rows below the names.
        most_rows: usize,
        /// Most columns.
        most_columns: usize,
    },
    /// A label that no cell of a spreadsheet can hold.
    #[error("{}: column {column:?} has a label of more than {most} characters, or with a control character, which no cell of \
        a spreadsheet can hold; choose another format", path.display())]
    NoCell {
        /// The output.
        path: PathBuf,
        /// The column.
        column: String,
        /// Most characters of a cell.
        most: usize,
    },
    /// arrow-rs refuses to write.
    #[error("{}: cannot be written: {source}", path.display())]
    Columnar {
        /// The output.
        path: PathBuf,
        /// What arrow-rs says.
        source: ArrowError,
    },
    /// The operating system refuses.
    #[error("{}: cannot be written: {source}", path.display())]
    Io {
        /// The output.
        path: PathBuf,
        /// What it says.
        source: io::Error,
    },
}

//! What can go wrong with a file, told in such a way that it can be mended.

use crate::decode_error::Damage;
use crate::limits::MOST_COLUMNS;
use crate::{EncodingFault, FileFault};
use arrow_schema::{ArrowError, DataType};
use incog_data::TableError;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

/// What is wrong with a line of JSON lines.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum JsonFault {
    /// The line is not JSON.
    #[error(
        "not JSON at character {character}; expected one object per line, such as {{\"age\": 34, \
        \"sex\": \"f\"}}"
    )]
    Syntax {
        /// Where in the line, counted from 1.
        character: usize,
    },
    /// The line is JSON, but no object.
    #[error("not an object; expected one object per line, such as {{\"age\": 34, \"sex\": \"f\"}}")]
    NotAnObject,
    /// A value that is a list or an object.
    #[error("{column:?} is a list or an object; give each value its own key")]
    Nested {
        /// Its key.
        column: String,
    },
    /// Two values of one key.
    #[error("{column:?} is repeated; keep one of the two")]
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
        "the sheets {first:?} and {second:?} both have cells; name the one to read, such as \
        csv.sheet = {first:?} in a job or --sheet {first:?}"
    )]
    Several {
        /// The name of the first.
        first: String,
        /// The name of the next.
        second: String,
    },
    /// There is no sheet of this name.
    #[error("there is no sheet {name:?}; its sheets are: {known}")]
    Unknown {
        /// The name that was given.
        name: String,
        /// The sheets that there are.
        known: String,
    },
    /// Cells that are merged, of which only the first has a value.
    #[error("{areas} areas have merged cells; unmerge them and fill in every cell")]
    Merged {
        /// How many.
        areas: usize,
    },
    /// A value beside the table.
    #[error(
        "row {row} has a value in column {column}, which has no name in the header; name the column, clear \
         the cell, or leave out the lines above the header (csv.skip_rows)"
    )]
    Outside {
        /// The row, counted from 1.
        row: u32,
        /// The column, as spreadsheets name it: `AB`.
        column: String,
        /// Whether the header has so few names beside this row that it may be a title.
        is_below_title: bool,
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
    #[error("{}: unknown file ending; possible endings: {known}", path.display())]
    UnknownEnding {
        /// The file.
        path: PathBuf,
        /// The endings that are known.
        known: String,
    },
    /// The file has no byte at all, or only blank lines.
    #[error("{}: the file is empty; expected {expected}", path.display())]
    Empty {
        /// The file.
        path: PathBuf,
        /// What should be there: a header and rows, or rows.
        expected: &'static str,
    },
    /// A header and nothing after it.
    #[error(
        "{}: no rows: the table has {columns} column{} and no records",
        path.display(),
        if *columns == 1 { "" } else { "s" }
    )]
    NoRows {
        /// The file.
        path: PathBuf,
        /// Columns in the header.
        columns: usize,
    },
    /// A record with more or fewer fields than the first.
    #[error("{}, line {line}: {found} fields, expected {expected}; check for a missing delimiter, or a \
        {delimiter:?} in a value without quotes", path.display())]
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
    /// Bytes that are not UTF-8, which the text is said to be.
    #[error("{}, line {line}{}: not UTF-8; remove encoding = \"utf-8\", and incog detects the encoding",
        path.display(), in_column(column))]
    NotUtf8 {
        /// The file.
        path: PathBuf,
        /// The line of the first bad byte.
        line: u64,
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
    /// A text that cannot be decoded.
    #[error("{}: {fault}", path.display())]
    Encoding {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        fault: EncodingFault,
    },
    /// A quote that is never closed.
    #[error("{}, line {line}: the quote {quote:?} that opens here is never closed; close it, or double it \
        if it is part of the value", path.display())]
    UnterminatedQuote {
        /// The file.
        path: PathBuf,
        /// Where it opens.
        line: u64,
        /// The quote in use.
        quote: char,
    },
    /// A record too long to be one.
    #[error("{}, line {line}: the record has more than {limit} bytes; check the line ends and the quotes",
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
    #[error("{}, line {line}: a NUL byte; this is not a text file", path.display())]
    NotText {
        /// The file.
        path: PathBuf,
        /// The line.
        line: u64,
    },
    /// The first bytes belong to a format other than the one that the ending says.
    #[error("{}: the content is {found}, which does not match the file ending; rename the file", path.display())]
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
    #[error("{}: the {compression} data is incomplete or damaged ({source}); get the file again", path.display())]
    Compressed {
        /// The file.
        path: PathBuf,
        /// gzip or zstd.
        compression: &'static str,
        /// What the decompressor says.
        source: io::Error,
    },
    /// Parquet or Arrow data that is damaged.
    #[error("{}: the {format} data is incomplete or damaged ({what}); get the file again", path.display())]
    Columnar {
        /// The file.
        path: PathBuf,
        /// Parquet or Arrow IPC.
        format: &'static str,
        /// What is wrong with it.
        what: Damage,
    },
    /// More columns than are read.
    #[error("{}: the table has {found} columns, and at most {MOST_COLUMNS} are possible; check the \
        delimiter, or remove columns",
        path.display())]
    TooManyColumns {
        /// The file.
        path: PathBuf,
        /// Columns found.
        found: usize,
    },
    /// A small file that unpacks to far more than its size.
    #[error("{}: the file has {bytes} bytes and unpacks to more than {limit} {unit}; if that is correct, \
        unpack it yourself and use the unpacked file", path.display())]
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
    #[error("{}, column {column:?}: values of type {found} cannot be anonymized; expected numbers, dates, \
        times, booleans or text; remove the column, or split it into such columns", path.display())]
    UnsupportedType {
        /// The file.
        path: PathBuf,
        /// The column.
        column: String,
        /// Its type.
        found: DataType,
    },
    /// A column that is packed in a way that is not read.
    #[error("{}, column {column:?}: the compression {found} is not supported; write the file with zstd, \
        snappy, gzip, lz4 or no compression",
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
    #[error("{}: cannot read the rows: {what}", path.display())]
    Rows {
        /// What the table is called.
        path: PathBuf,
        /// What is wrong.
        what: Damage,
    },
    /// A delimiter or quote that cannot work.
    #[error(
        "the delimiter {delimiter:?} and the quote {quote:?} must be different ASCII characters other \
        than line ends"
    )]
    Options {
        /// The delimiter.
        delimiter: char,
        /// The quote.
        quote: char,
    },
    /// A cell or a name that a spreadsheet would execute, although the job says that all such are
    /// escaped.
    #[error("{}, column {column}: the release has a formula that is not escaped, although the job sets \
        release.escape_formulas", path.display())]
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
    #[error("{}: the file changed while incog read it; try again when it is complete", path.display())]
    Changed {
        /// The file.
        path: PathBuf,
    },
    /// The operating system refuses.
    #[error("{}: cannot read: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// What it says.
        source: io::Error,
    },
}

impl ReadError {
    /// The error about a table that messages call by another name than its file.
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
            | Self::Encoding { path, .. }
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
    #[error("{}: already exists; choose another name, or add --force to overwrite it", path.display())]
    Exists {
        /// The file.
        path: PathBuf,
    },
    /// The output would replace a file that is read.
    #[error("{}: this is the same file as {}, an input; choose another name, because incog never \
        overwrites an input",
        path.display(), input.display())]
    SameAsInput {
        /// The output.
        path: PathBuf,
        /// The file that is read.
        input: PathBuf,
    },
    /// The output would lie in a folder that is read as a whole.
    #[error("{}: this is inside the folder {}, an input; choose another folder, because incog never writes \
        to an input",
        path.display(), folder.display())]
    InsideInput {
        /// The output.
        path: PathBuf,
        /// The folder that is read.
        folder: PathBuf,
    },
    /// Two outputs of one run are one file.
    #[error("{}: this is the same file as {}, another output; choose another name", path.display(),
        other.display())]
    SameTarget {
        /// One output.
        path: PathBuf,
        /// The other.
        other: PathBuf,
    },
    /// Another run has taken the output.
    #[error("{}: another run is writing this file; wait for it, or choose another name", path.display())]
    Taken {
        /// The output.
        path: PathBuf,
    },
    /// It cannot be told whether another run has taken the output.
    #[error("{}: cannot lock {} ({source}), so another run may be writing; if not, delete that file", path.display(), lock.display())]
    NoLock {
        /// The output.
        path: PathBuf,
        /// The lock.
        lock: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// The output exists because an earlier run was completed just now.
    #[error("{}: already exists: an earlier run was killed in its last step, and incog has now finished that \
        step; choose another name, or add --force to overwrite it", path.display())]
    Recovered {
        /// The output.
        path: PathBuf,
    },
    /// An earlier run cannot be completed.
    #[error("{}: an earlier run was killed in its last step, and incog cannot finish that step now \
        ({source}); move the file in the way, or delete {} to discard the earlier run", path.display(),
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
    #[error("{}: {} exists and is not a private folder of yours; have it deleted, or choose another name",
        path.display(), folder.display())]
    ForeignFolder {
        /// The output.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
    /// The folder of the output does not exist.
    #[error("{}: folder {} does not exist; create it first", path.display(), folder.display())]
    NoFolder {
        /// The output.
        path: PathBuf,
        /// The folder.
        folder: PathBuf,
    },
    /// The output is a folder, a device or a pipe.
    #[error("{}: this is not a regular file; choose another name", path.display())]
    NotAFile {
        /// The output.
        path: PathBuf,
    },
    /// The ending of the file name is not known.
    #[error("{}: unknown file ending; possible endings: {known}", path.display())]
    UnknownEnding {
        /// The output.
        path: PathBuf,
        /// The endings that are known.
        known: String,
    },
    /// No room is left.
    #[error("{}: no space left on the disk, and the unfinished file was deleted; free some space, or \
        choose another folder",
        path.display())]
    DiskFull {
        /// The output.
        path: PathBuf,
    },
    /// A column lacks the label of a code, or a row.
    #[error(
        "column {column:?}, row {row}: the cell has no value; the column has {rows} rows and {labels} labels"
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
        "release.fixed_width: the named fields must be the columns of the release, in this order: {expected}"
    )]
    OtherFields {
        /// The columns.
        expected: String,
    },
    /// A label that is wider than its field.
    #[error(
        "release.fixed_width: column {column:?} has labels of up to {widest} characters, and its field \
         only {width}; set {{ name = {column:?}, width = {widest} }} or more"
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
        "release.fixed_width: column {column:?} has a label with a blank at its end, a line break or \
         another control character, which no fixed-width field can hold; choose another format"
    )]
    NoField {
        /// The column.
        column: String,
    },
    /// A record without any value at fixed places.
    #[error(
        "release.fixed_width: a record has no value in any column, and its blank line would be lost; \
         choose another format, or suppress such records"
    )]
    BlankLine,
    /// More rows or columns than a spreadsheet has.
    #[error("{}: the release has {rows} rows and {columns} columns, and a spreadsheet at most {most_rows} \
        and {most_columns}; choose another format", path.display())]
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
    #[error("{}: column {column:?} has a label with more than {most} characters or a control character, \
        which no spreadsheet cell can hold; choose another format", path.display())]
    NoCell {
        /// The output.
        path: PathBuf,
        /// The column.
        column: String,
        /// Most characters of a cell.
        most: usize,
    },
    /// arrow-rs refuses to write.
    #[error("{}: cannot write: {source}", path.display())]
    Columnar {
        /// The output.
        path: PathBuf,
        /// What arrow-rs says.
        source: ArrowError,
    },
    /// The operating system refuses.
    #[error("{}: cannot write: {source}", path.display())]
    Io {
        /// The output.
        path: PathBuf,
        /// What it says.
        source: io::Error,
    },
}

//! Hierarchies as ARX writes them: one row per value, one column per level, the original value
//! first.

use crate::hierarchy::MOST_LEVELS;
use crate::{Hierarchy, HierarchyError};
use csv::{QuoteStyle, ReaderBuilder, StringRecord, WriterBuilder};
use std::io::{self, Write};
use thiserror::Error;

/// Why a file is not a hierarchy. Lines are counted from 1, the header included.
///
/// A message says where to look but never quotes the file: a job may name any file, including one
/// that the reader of the message is not allowed to read.
#[derive(Debug, Error)]
pub enum HierarchyFileError {
    /// The bytes are not UTF-8.
    #[error("{file}, line {line}: the text is not UTF-8; save the hierarchy as UTF-8")]
    Encoding {
        /// The file.
        file: String,
        /// Line of the first byte that is wrong.
        line: usize,
    },
    /// There is no row, or only a header.
    #[error("{file}: the hierarchy has no values; write one row per value and one column per level")]
    Empty {
        /// The file.
        file: String,
    },
    /// A quotation mark is opened and never closed, so that it takes in the rest of the file.
    #[error("{file}, line {line}: the quote that opens here is never closed; close it")]
    UnclosedQuote {
        /// The file.
        file: String,
        /// Line where the quotation begins.
        line: usize,
    },
    /// The rows are no hierarchy.
    #[error("{file}, line {line}: {problem}{}", other_line(*.earlier))]
    Invalid {
        /// The file.
        file: String,
        /// Line of the row that does not fit.
        line: usize,
        /// Line of the earlier row that it contradicts.
        earlier: Option<usize>,
        /// What is wrong.
        problem: RowProblem,
    },
    /// The CSV reader failed.
    #[error("{file}: {source}")]
    Csv {
        /// The file.
        file: String,
        /// What it says.
        source: csv::Error,
    },
}

/// Why rows of a file are not a hierarchy, without their text; see [`HierarchyError`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum RowProblem {
    /// More or fewer labels than in the first row.
    #[error("this row has {found} levels, and the first row has {expected}")]
    Ragged {
        /// Labels in this row.
        found: usize,
        /// Labels in the first row.
        expected: usize,
    },
    /// A value occurs twice, with two different generalizations.
    #[error("its value is repeated, with different labels at level {level}")]
    Contradiction {
        /// Lowest level where the two differ.
        level: usize,
    },
    /// One label has two different parents.
    #[error(
        "its label at level {level} is generalized to both its label and that of an earlier row at level {}",
        level + 1
    )]
    NotNested {
        /// Level of the label that splits.
        level: usize,
    },
    /// The top level keeps values apart.
    #[error("the top level has two labels, and must have one")]
    ManyRoots,
    /// More levels than a hierarchy can have.
    #[error("the row has {found} levels, and at most {MOST_LEVELS} are possible")]
    TooManyLevels {
        /// Levels found.
        found: usize,
    },
}

fn other_line(earlier: Option<usize>) -> String {
    earlier.map_or_else(String::new, |line| format!("; the first is in line {line}"))
}

/// What to know about a hierarchy file; by default everything is detected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct HierarchyCsvOptions {
    /// Delimiter; detected among `;`, tab and `,` when not given.
    pub delimiter: Option<u8>,
    /// Whether the first row is a header; detected when not given.
    ///
    /// A first row counts as a header when all other rows share one top label, the first row has
    /// another one, shares no label with them at any level, and does not begin with a number
    /// (unless it numbers the levels: 0, 1, 2).
    pub header: Option<bool>,
}

/// Reads a hierarchy from the (decompressed) bytes of a CSV file; `file` is its name in errors.
///
/// The file is UTF-8 with or without BOM and with any line ends; blank lines are skipped, and
/// labels that contain the delimiter are quoted. Labels are taken as they are, spaces included.
///
/// ```
/// use incog_data::{HierarchyCsvOptions, read_hierarchy_csv};
/// let bytes = b"31;\"[30; 40[\";*\n35;\"[30; 40[\";*\n";
/// let hierarchy = read_hierarchy_csv(bytes, "age.csv", HierarchyCsvOptions::default()).unwrap();
/// assert_eq!(hierarchy.label(1, 0), "[30; 40[");
///
/// let wrong = b"31;30-39;*\n35;30-39;*\n31;31-40;*\n";
/// let error = read_hierarchy_csv(wrong, "age.csv", HierarchyCsvOptions::default()).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "age.csv, line 3: its value is repeated, with different labels at level 1; the first is in line 1"
/// );
/// ```
pub fn read_hierarchy_csv(
    bytes: &[u8],
    file: &str,
    options: HierarchyCsvOptions,
) -> Result<Hierarchy, HierarchyFileError> {
    Ok(read_hierarchy_csv_noting(bytes, file, options)?.0)
}

/// A value that occurs twice in a hierarchy file, each time with the same labels.
///
/// The hierarchy is the same without the second row, but an extra row is often a misspelled value,
/// so it should be reported. (Twice with different labels is an error.)
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RepeatedValue {
    /// Line of the row, from 1.
    pub line: usize,
    /// Line of the first row of the same value.
    pub first: usize,
    /// The hierarchy's number for the value.
    pub value: u32,
}

/// As [`read_hierarchy_csv`], but also returns the rows that repeat an earlier one.
///
/// ```
/// use incog_data::{HierarchyCsvOptions, RepeatedValue, read_hierarchy_csv_noting};
/// let bytes = b"F;any;*\nM;any;*\nF;any;*\n";
/// let (hierarchy, repeated) =
///     read_hierarchy_csv_noting(bytes, "sex.csv", HierarchyCsvOptions::default()).unwrap();
/// assert_eq!(hierarchy.values(), 2);
/// assert_eq!(repeated, [RepeatedValue { line: 3, first: 1, value: 0 }]);
/// ```
pub fn read_hierarchy_csv_noting(
    bytes: &[u8],
    file: &str,
    options: HierarchyCsvOptions,
) -> Result<(Hierarchy, Vec<RepeatedValue>), HierarchyFileError> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let text = std::str::from_utf8(bytes).map_err(|error| HierarchyFileError::Encoding {
        file: file.into(),
        line: line_at(bytes, error.valid_up_to()),
    })?;
    let delimiter = options.delimiter.unwrap_or_else(|| detect_delimiter(text));
    let records =
        parse(text, delimiter).map_err(|source| HierarchyFileError::Csv { file: file.into(), source })?;
    if records.ends_in_quotes(text, delimiter) {
        let line = scan(text, delimiter)
            .unclosed
            .unwrap_or_else(|| line_of(bytes, records.starts.last().copied().unwrap_or_default()));
        return Err(HierarchyFileError::UnclosedQuote { file: file.into(), line });
    }
    let labels = records.labels();
    let rows = records.rows(&labels);
    let header = usize::from(options.header.unwrap_or_else(|| is_header(&rows)));
    let data = rows.get(header..).unwrap_or_default();
    let line = |row: usize| line_of(bytes, records.starts[row + header]);
    let hierarchy =
        Hierarchy::new(data.iter().copied()).map_err(|source| locate(file, data, source, line))?;
    let starts = &records.starts[header.min(records.starts.len())..];
    let repeated = repeated(&hierarchy, data, &mut Lines::new(bytes), starts);
    Ok((hierarchy, repeated))
}

/// The rows whose value occurred before.
fn repeated(
    hierarchy: &Hierarchy,
    rows: &[&[&str]],
    lines: &mut Lines<'_>,
    starts: &[usize],
) -> Vec<RepeatedValue> {
    if rows.len() == hierarchy.values() {
        return Vec::new();
    }
    let mut first: Vec<Option<usize>> = vec![None; hierarchy.values()];
    let mut repeated = Vec::new();
    for (row, &start) in rows.iter().zip(starts) {
        let line = lines.number_at(start);
        let code = row.first().and_then(|value| hierarchy.find(value));
        let Some(value) = code else { continue };
        match &mut first[value as usize] {
            Some(first) => repeated.push(RepeatedValue { line, first: *first, value }),
            place => *place = Some(line),
        }
    }
    repeated
}

/// The lines of ascending places in a text, counted in one pass.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl<'a> Lines<'a> {
    fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0, line: 1 }
    }

    /// The line of a record that begins at `start`, not before the last one asked for.
    fn number_at(&mut self, start: usize) -> usize {
        let start = first_of_record(self.bytes, start);
        self.line += line_ends(self.bytes, self.at, start);
        self.at = start;
        self.line
    }
}

/// Writes a hierarchy in the form [`read_hierarchy_csv`] reads, without a header, values in the
/// hierarchy's order; labels are quoted where they must be.
pub fn write_hierarchy_csv(hierarchy: &Hierarchy, delimiter: u8, output: impl Write) -> io::Result<()> {
    // A reader takes a byte order mark at the start of a file for no part of it, unless a quote
    // stands before it.
    let begins_with_mark = hierarchy.values() > 0 && hierarchy.label(0, 0).starts_with('\u{feff}');
    let quotes = if begins_with_mark { QuoteStyle::Always } else { QuoteStyle::Necessary };
    let mut writer = WriterBuilder::new().delimiter(delimiter).quote_style(quotes).from_writer(output);
    for value in 0..hierarchy.values() as u32 {
        let row = (0..=hierarchy.height()).map(|level| hierarchy.label(level, value));
        writer.write_record(row).map_err(io::Error::from)?;
    }
    writer.flush()
}

/// All labels of a file in one allocation.
#[derive(Default)]
struct Records {
    text: String,
    /// Where each label ends in `text`.
    label_ends: Vec<usize>,
    /// How many labels there are up to the end of each row.
    row_ends: Vec<usize>,
    /// Byte of the file where each row begins.
    starts: Vec<usize>,
}

impl Records {
    /// Whether the last label is quoted and its quotation never ends: then a further line does not
    /// start a new record.
    fn ends_in_quotes(&self, text: &str, delimiter: u8) -> bool {
        let Some(last) = self.starts.last().map(|&start| &text[start..]) else { return false };
        let records = |text: &str| parse(text, delimiter).map_or(0, |records| records.row_ends.len());
        last.contains('"') && records(&format!("{last}\nend")) == records(last)
    }

    fn labels(&self) -> Vec<&str> {
        let starts = std::iter::once(&0).chain(&self.label_ends);
        starts.zip(&self.label_ends).map(|(&start, &end)| &self.text[start..end]).collect()
    }

    fn rows<'a>(&self, labels: &'a [&'a str]) -> Vec<&'a [&'a str]> {
        let starts = std::iter::once(&0).chain(&self.row_ends);
        starts.zip(&self.row_ends).map(|(&start, &end)| &labels[start..end]).collect()
    }
}

fn parse(text: &str, delimiter: u8) -> Result<Records, csv::Error> {
    let mut reader = ReaderBuilder::new()
        .delimiter(delimiter)
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let (mut records, mut record) = (Records::default(), StringRecord::new());
    while reader.read_record(&mut record)? {
        records.starts.push(record.position().map_or(0, |position| position.byte() as usize));
        for label in &record {
            records.text.push_str(label);
            records.label_ends.push(records.text.len());
        }
        records.row_ends.push(records.label_ends.len());
        if record.len() > MOST_LEVELS {
            // This can no longer be a hierarchy, whatever follows; its labels need not be kept to
            // report that.
            break;
        }
    }
    Ok(records)
}

/// The delimiter that stands outside quotes on most lines. ARX leaves labels such as
/// `[0, 10[` unquoted in files delimited by `;`, so among equals `;` goes before tab before `,`.
/// The first 64 KiB decide.
fn detect_delimiter(text: &str) -> u8 {
    let text = &text[..text.floor_char_boundary(1 << 16)];
    let mut best = (0, b';');
    for delimiter in [b';', b'\t', b','] {
        let lines = scan(text, delimiter).lines_with_delimiter;
        if lines > best.0 {
            best = (lines, delimiter);
        }
    }
    best.1
}

struct Scan {
    lines_with_delimiter: usize,
    /// Line where a quotation begins that never ends.
    unclosed: Option<usize>,
}

fn scan(text: &str, delimiter: u8) -> Scan {
    let (mut line, mut lines_with_delimiter, mut seen) = (1, 0, false);
    let (mut quoted_since, mut field_start) = (None, true);
    for &byte in text.as_bytes() {
        line += usize::from(byte == b'\n');
        match (byte, quoted_since) {
            (b'"', Some(_)) => (quoted_since, field_start) = (None, true),
            (_, Some(_)) => {}
            // A quotation mark right after a closing one is an escaped one and opens again.
            (b'"', None) if field_start => quoted_since = Some(line),
            (b'\n', None) => (seen, field_start) = (false, true),
            (_, None) => {
                // While the delimiter is being detected each candidate may begin a quoted label.
                field_start = byte == delimiter || matches!(byte, b';' | b'\t' | b',');
                if byte == delimiter && !seen {
                    (seen, lines_with_delimiter) = (true, lines_with_delimiter + 1);
                }
            }
        }
    }
    Scan { lines_with_delimiter, unclosed: quoted_since }
}

fn is_header(rows: &[&[&str]]) -> bool {
    let Some((first, rest)) = rows.split_first() else { return false };
    let (Some(top), Some(root)) = (first.last(), rest.first().and_then(|row| row.last())) else {
        return false;
    };
    let one_root = rest.iter().all(|row| row.last() == Some(root));
    if top == root || !one_root || first.len() != rest[0].len() || (rest.len() == 1 && *root != "*") {
        return false;
    }
    let numbers_levels = first.iter().enumerate().all(|(level, cell)| *cell == level.to_string());
    let unrelated =
        || rest.iter().all(|row| row.iter().zip(*first).all(|(label, cell)| label.trim() != cell.trim()));
    numbers_levels || (first[0].trim().parse::<f64>().is_err() && unrelated())
}

fn locate(
    file: &str,
    rows: &[&[&str]],
    source: HierarchyError,
    line: impl Fn(usize) -> usize,
) -> HierarchyFileError {
    let file = file.to_owned();
    let earliest = |fits: &dyn Fn(&[&str]) -> bool| rows.iter().position(|row| fits(row)).map(&line);
    let (row, earlier, problem) = match source {
        HierarchyError::Empty => return HierarchyFileError::Empty { file },
        HierarchyError::TooManyLevels { found } => (0, None, RowProblem::TooManyLevels { found }),
        HierarchyError::Ragged { row, found, expected, .. } => {
            (row, Some(line(0)), RowProblem::Ragged { found, expected })
        }
        HierarchyError::Contradiction { row, value, level, .. } => {
            (row, earliest(&|row| row[0] == value), RowProblem::Contradiction { level })
        }
        HierarchyError::NotNested { row, level, label, .. } => {
            let first = earliest(&|row| row.get(level) == Some(&label.as_str()));
            (row, first, RowProblem::NotNested { level })
        }
        HierarchyError::ManyRoots { row, .. } => (row, Some(line(0)), RowProblem::ManyRoots),
    };
    HierarchyFileError::Invalid { file, line: line(row), earlier, problem }
}

/// The line where a record begins. The reader's own count is not used: it stops before blank
/// lines and before the line feed of CRLF.
fn line_of(bytes: &[u8], start: usize) -> usize {
    line_at(bytes, first_of_record(bytes, start))
}

fn first_of_record(bytes: &[u8], start: usize) -> usize {
    start + bytes[start..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count()
}

fn line_at(bytes: &[u8], end: usize) -> usize {
    1 + line_ends(bytes, 0, end)
}

/// Line ends from `start` to before `end`; a carriage return and the line feed after it are one.
fn line_ends(bytes: &[u8], start: usize, end: usize) -> usize {
    let is_end = |at: &usize| {
        bytes[*at] == b'\n' || (bytes[*at] == b'\r' && bytes.get(at + 1).is_some_and(|next| *next != b'\n'))
    };
    (start..end).filter(is_end).count()
}

//! The layout of the input's text: encoding, lines around the table, and decimal mark.

use super::check::{Checked, at};
use super::error::JobProblem;
use super::file::CsvFile;
use incog_io::{DecimalMark, TextEncoding};

/// Most lines above or below a table.
const MOST_LINES: i64 = 10_000;

/// The encoding.
pub(super) fn read_encoding(file: &CsvFile) -> Checked<Option<TextEncoding>> {
    let Some(label) = file.encoding.as_deref() else { return Ok(None) };
    let expected = "the name of an encoding, such as \"utf-8\", \"windows-1252\", \"iso-8859-2\" or \
        \"utf-16le\"";
    TextEncoding::from_label(label)
        .map(Some)
        .ok_or_else(|| refused("csv.encoding", format!("{label:?}"), expected))
}

/// Lines above or below the table.
pub(super) fn read_lines(key: &'static str, lines: Option<i64>) -> Checked<usize> {
    let lines = lines.unwrap_or(0);
    let checked = usize::try_from(lines).ok().filter(|_| lines <= MOST_LINES);
    checked.ok_or_else(|| refused(key, lines.to_string(), "a number of lines from 0 to 10000"))
}

/// The decimal mark.
pub(super) fn read_decimal(file: &CsvFile) -> Checked<Option<DecimalMark>> {
    let Some(text) = file.decimal.as_deref() else { return Ok(None) };
    let found = DecimalMark::ALL.into_iter().find(|(name, _)| *name == text);
    let expected = "\",\" (numbers such as 1.234,56) or \".\" (numbers such as 1,234.56)";
    found.map(|(_, mark)| Some(mark)).ok_or_else(|| refused("csv.decimal", format!("{text:?}"), expected))
}

fn refused(key: &'static str, found: String, expected: &str) -> super::check::Blame {
    at(key, JobProblem::BadParameter { key: key.to_owned(), found, expected: expected.to_owned() })
}

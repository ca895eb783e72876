//! All table formats, one file each.

mod arrow;
mod excel;
mod json_lines;
mod parquet;
mod text;

use crate::compression::{COMPRESSIONS, without_compression};
use crate::output::Output;
use crate::table_format::{Ending, Named, TableFormat};
use crate::{WriteError, WrittenRows};
use arrow_schema::ArrowError;
use std::path::Path;

/// All table formats, in the order in which messages list their endings.
pub static FORMATS: &[&TableFormat] =
    &[&text::TEXT, &json_lines::JSON_LINES, &parquet::PARQUET, &arrow::ARROW, &excel::EXCEL];

/// What is none of our formats or compressions but is easily taken for a text: its first bytes, and
/// what it is.
const STRANGERS: [(&[u8], &str); 2] =
    [(b"\xd0\xcf\x11\xe0", "an old spreadsheet (xls)"), (b"SQLite format 3", "an SQLite database")];

/// The format that the ending of a file name stands for, with or without the ending of a
/// compression; case does not matter.
///
/// ```
/// let format = |path| incog_io::table_format(path).map(|format| format.card.name);
/// assert_eq!(format("in/people.TSV.gz"), Some("text"));
/// assert_eq!(format("people.xlsb"), None);
/// ```
pub fn table_format(path: impl AsRef<Path>) -> Option<&'static TableFormat> {
    any_named(path.as_ref()).map(|named| named.format)
}

/// The ending of a file name that stands for a format, with or without the ending of a compression
/// after it.
///
/// ```
/// assert_eq!(incog_io::table_ending("people.tsv.gz").and_then(|ending| ending.delimiter), Some(b'\t'));
/// assert_ne!(incog_io::table_ending("people.csv"), incog_io::table_ending("people.txt"));
/// ```
pub fn table_ending(path: impl AsRef<Path>) -> Option<Ending> {
    any_named(path.as_ref()).map(|named| named.ending)
}

/// What a file name says; `None` when the ending is not known, or when files of its format are not
/// compressed as a whole.
pub(crate) fn named(path: &Path) -> Option<Named> {
    any_named(path).filter(|named| named.compression.is_none() || named.format.can_be_compressed)
}

fn any_named(path: &Path) -> Option<Named> {
    let name = path.file_name()?.to_str()?.to_ascii_lowercase();
    let (stem, compression) = without_compression(&name);
    let (_, found) = stem.rsplit_once('.')?;
    FORMATS.iter().find_map(|format| {
        let ending = *format.endings.iter().find(|ending| ending.name == found)?;
        Some(Named { format, compression, ending })
    })
}

/// Writes the rows of an Arrow file to memory.
pub(crate) fn arrow_in_memory(output: &Output<'_>) -> Result<WrittenRows, WriteError> {
    arrow::in_memory(output)
}

/// SHA-256 of the Arrow file of rows in memory.
pub(crate) fn arrow_digest(rows: &WrittenRows) -> Result<String, ArrowError> {
    arrow::digest(rows)
}

/// The endings of all formats, for messages.
pub(crate) fn known_endings() -> String {
    FORMATS.iter().map(|format| format.shown_endings()).collect::<Vec<_>>().join(", ")
}

/// The format of a file that begins with these bytes, if it is one that is easily taken for a text.
pub(crate) fn content(first_bytes: &[u8]) -> Option<&'static str> {
    let formats = FORMATS.iter().filter_map(|format| Some((format.first_bytes?, format.title)));
    let compressions = COMPRESSIONS.iter().map(|packed| (packed.first_bytes, packed.card.name));
    let mut all = formats.chain(compressions).chain(STRANGERS);
    all.find(|(begin, _)| first_bytes.starts_with(begin)).map(|(_, title)| title)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings() {
        let of = |name: &str| {
            let packed = |named: &Named| named.compression.map(|packed| packed.card.name);
            named(Path::new(name))
                .map(|found| (found.format.card.name, packed(&found), found.ending.delimiter))
        };
        assert_eq!(of("a/b.csv"), Some(("text", None, None)));
        assert_eq!(of("b.TSV.GZ"), Some(("text", Some("gzip"), Some(b'\t'))));
        assert_eq!(of("b.data.zst"), Some(("text", Some("zstd"), None)));
        assert_eq!(of("b.feather"), Some(("arrow", None, None)));
        for unknown in ["b.parquet.gz", "b.xlsx.gz", "csv", "b.", "b.gz", ".."] {
            assert_eq!(of(unknown), None, "{unknown}");
        }
    }

    #[test]
    fn messages_list_every_ending() {
        let text = ".csv, .tsv, .txt, .data (each also with .gz or .zst behind it)";
        assert!(known_endings().starts_with(&format!("{text}, .jsonl")));
    }

    #[test]
    fn every_ending_stands_for_one_format() {
        let mut all: Vec<&str> =
            FORMATS.iter().flat_map(|format| format.endings).map(|ending| ending.name).collect();
        all.extend(COMPRESSIONS.iter().map(|packed| packed.ending));
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }
}

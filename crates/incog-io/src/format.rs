//! What kind of file a table stands in.

use arrow_schema::SchemaRef;
use std::path::Path;

/// The endings [`crate::read_table`] and [`crate::write_table`] know, for messages.
pub(crate) const KNOWN_ENDINGS: &str =
    ".csv, .tsv, .txt, .data (each also with .gz or .zst behind it), .parquet, .arrow, .ipc, .feather";

/// How the rows of a table are laid down in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FormatKind {
    /// Lines of fields between delimiters, RFC 4180 quoting.
    Text,
    /// Apache Parquet.
    Parquet,
    /// Arrow IPC with a footer ("file", Feather version 2).
    ArrowFile,
    /// Arrow IPC without a footer ("stream").
    ArrowStream,
}

/// How the whole of a text file is compressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Compression {
    /// Not at all.
    None,
    /// gzip, RFC 1952; several members one after the other are one file.
    Gzip,
    /// Zstandard, RFC 8878.
    Zstd,
}

/// What has to be known of an input to write an output like it.
#[derive(Debug, Clone, PartialEq)]
pub struct FileFormat {
    /// The layout.
    pub kind: FormatKind,
    /// The delimiter of a text file.
    pub delimiter: Option<u8>,
    /// The compression of a text file.
    pub compression: Compression,
    /// The names and types of a Parquet or Arrow file, without its metadata; instants are in universal time.
    pub schema: Option<SchemaRef>,
}

/// What the ending of a file name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ending {
    pub kind: FormatKind,
    pub compression: Compression,
    /// The delimiter that goes with the ending: the tab for `.tsv`.
    pub delimiter: Option<u8>,
}

impl Ending {
    /// `None` when the ending is not among [`KNOWN_ENDINGS`]; upper and lower case are the same.
    pub fn of(path: &Path) -> Option<Self> {
        let name = path.file_name()?.to_str()?.to_ascii_lowercase();
        let (stem, compression) = if let Some(stem) = name.strip_suffix(".gz") {
            (stem, Compression::Gzip)
        } else if let Some(stem) = name.strip_suffix(".zst") {
            (stem, Compression::Zstd)
        } else {
            (name.as_str(), Compression::None)
        };
        let (kind, delimiter) = match stem.rsplit_once('.')?.1 {
            "csv" | "txt" | "data" => (FormatKind::Text, None),
            "tsv" => (FormatKind::Text, Some(b'\t')),
            "parquet" => (FormatKind::Parquet, None),
            "arrow" | "ipc" | "feather" => (FormatKind::ArrowFile, None),
            _ => return None,
        };
        let plain = compression == Compression::None;
        (plain || kind == FormatKind::Text).then_some(Self { kind, compression, delimiter })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings() {
        let of = |name: &str| Ending::of(Path::new(name)).map(|e| (e.kind, e.compression, e.delimiter));
        assert_eq!(of("a/b.csv"), Some((FormatKind::Text, Compression::None, None)));
        assert_eq!(of("b.TSV.GZ"), Some((FormatKind::Text, Compression::Gzip, Some(b'\t'))));
        assert_eq!(of("b.data.zst"), Some((FormatKind::Text, Compression::Zstd, None)));
        assert_eq!(of("b.feather"), Some((FormatKind::ArrowFile, Compression::None, None)));
        for unknown in ["b.parquet.gz", "b.xlsx", "csv", "b.", "b.gz", ".."] {
            assert_eq!(of(unknown), None, "{unknown}");
        }
    }
}

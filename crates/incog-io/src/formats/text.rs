//! Delimited text.

use crate::table_format::{Ending, TableFormat};
use crate::{text_reader, text_writer};
use incog_card::{Card, CardAudience};

/// Lines of fields between delimiters.
pub(super) static TEXT: TableFormat = TableFormat {
    card: Card {
        name: "text",
        audience: CardAudience::Product,
        summary: "lines of fields with delimiters, and quotes if needed; incog detects the delimiter",
        reference: "Shafranovich, Common format and MIME type for comma-separated values (CSV) files, RFC 4180, 2005",
        parameters: &[],
        caveat: None,
    },
    title: "delimited text",
    endings: &[
        Ending::new("csv"),
        Ending { name: "tsv", delimiter: Some(b'\t'), is_written: true },
        Ending::new("txt"),
        Ending::new("data"),
    ],
    can_be_compressed: true,
    has_types: false,
    first_bytes: None,
    read: text_reader::read,
    write: text_writer::write,
};

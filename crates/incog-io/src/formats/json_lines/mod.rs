//! JSON lines: one object a line.

mod column_builder;
mod key_orders;
mod line;
mod read;
mod write;

use crate::table_format::{Ending, TableFormat};
use incog_card::{Card, CardAudience};

/// One object a line.
pub(super) static JSON_LINES: TableFormat = TableFormat {
    card: Card {
        name: "json-lines",
        audience: CardAudience::Product,
        summary: "one JSON object per line, with a key for each column; numbers and booleans keep their \
            type, null and absent keys are missing values",
        reference: "JSON Lines, https://jsonlines.org; Bray, RFC 8259, 2017",
        parameters: &[],
        caveat: None,
    },
    title: "JSON lines",
    endings: &[Ending::new("jsonl"), Ending::new("ndjson")],
    can_be_compressed: true,
    has_types: true,
    first_bytes: None,
    read: read::read,
    write: write::write,
};

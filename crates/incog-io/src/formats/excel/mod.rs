//! Spreadsheets of Excel.

mod cell_text;
mod open_document;
mod parts;
mod read;
mod sheet;
mod write;

use crate::table_format::{Ending, TableFormat};
use incog_card::{Card, CardAudience};

/// Spreadsheets of Excel since 2007.
pub(super) static EXCEL: TableFormat = TableFormat {
    card: Card {
        name: "excel",
        audience: CardAudience::Product,
        summary: "an Excel workbook with one sheet that has cells, and column names in the first row; \
            numbers, booleans and days keep their type; formulas count by their last value, and hidden \
            rows like others",
        reference: "Office Open XML file formats, ISO/IEC 29500-1, 2016",
        parameters: &[],
        caveat: None,
    },
    title: "Excel",
    endings: &[Ending::new("xlsx"), Ending::only_read("ods")],
    can_be_compressed: false,
    has_types: true,
    first_bytes: Some(b"PK\x03\x04"),
    read: read::read,
    write: |output, _, target| write::write(output, target),
};

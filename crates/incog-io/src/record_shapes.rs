//! The shapes of records: how many fields they have, and how many of those have something in them.

use crate::record_scanner::{Ends, RecordScanner};

/// The first words of rows that sum up those above, in lower case.
const SUMS: [&str; 26] = [
    "sum",
    "total",
    "totals",
    "grand total",
    "subtotal",
    "average",
    "mean",
    "count",
    "summe",
    "gesamt",
    "gesamtsumme",
    "insgesamt",
    "zwischensumme",
    "mittelwert",
    "durchschnitt",
    "anzahl",
    "somme",
    "moyenne",
    "totale",
    "somma",
    "media",
    "suma",
    "promedio",
    "totaal",
    "soma",
    "razem",
];

/// The shape of a record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct RecordShape {
    /// Lines above it.
    pub line: usize,
    /// Its fields.
    pub fields: usize,
    /// Those that are not blank.
    pub filled: usize,
    /// Whether the first one is not blank.
    pub is_first_filled: bool,
    /// Whether the last one is not blank.
    pub is_last_filled: bool,
    /// Whether the first one that is not blank names a sum.
    pub is_sum: bool,
    /// Whether one has a digit and no letter, as numbers and dates do.
    pub has_numbers: bool,
    /// Whether all that are not blank have a digit and no letter.
    pub are_numbers: bool,
}

/// The shapes of the first records of a text; an unfinished last one is none if there are others.
pub(crate) fn record_shapes(text: &[u8], delimiter: u8, quote: u8, most: usize) -> Vec<RecordShape> {
    let mut scanner = RecordScanner::new(delimiter, quote);
    let (mut shapes, mut line, mut start) = (Vec::new(), 0, 0);
    let mut fields: Vec<&[u8]> = Vec::new();
    for (at, &byte) in text.iter().enumerate() {
        if scanner.at_record_start() {
            (line, start) = (scanner.line as usize - 1, at);
        }
        let ends = scanner.step(byte);
        if ends != Ends::Nothing {
            fields.push(&text[start..at]);
            start = at + 1;
        }
        if ends == Ends::Record {
            shapes.push(shape(line, &fields, quote));
            fields.clear();
        }
        if shapes.len() >= most {
            return shapes;
        }
    }
    let is_rest = !scanner.at_record_start() && (shapes.is_empty() || most == usize::MAX);
    if is_rest {
        fields.push(&text[start..]);
        shapes.push(shape(line, &fields, quote));
    }
    shapes
}

/// The shape of a record with these fields, with so many lines above it.
pub(crate) fn shape(line: usize, fields: &[&[u8]], quote: u8) -> RecordShape {
    let is_filled = |field: &[u8]| field.iter().any(|byte| !byte.is_ascii_whitespace() && *byte != quote);
    let first = fields.iter().find(|field| is_filled(field));
    RecordShape {
        line,
        fields: fields.len(),
        filled: fields.iter().filter(|field| is_filled(field)).count(),
        is_first_filled: fields.first().is_some_and(|field| is_filled(field)),
        is_last_filled: fields.last().is_some_and(|field| is_filled(field)),
        is_sum: first.is_some_and(|field| names_sum(field)),
        has_numbers: fields.iter().any(|field| is_number(field)),
        are_numbers: fields.iter().all(|field| !is_filled(field) || is_number(field)),
    }
}

fn is_number(field: &[u8]) -> bool {
    field.iter().any(u8::is_ascii_digit)
        && !field.iter().any(|byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii())
}

fn names_sum(field: &[u8]) -> bool {
    let text = String::from_utf8_lossy(field).to_lowercase();
    SUMS.contains(&text.trim_matches(|sign: char| !sign.is_alphabetic()))
}

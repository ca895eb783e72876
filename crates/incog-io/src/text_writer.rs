//! Rows as delimited text.

use crate::WriteError;
use crate::atomic::{Target, io_error};
use crate::formula::escape;
use crate::in_order::map_in_order;
use crate::output::{Output, OutputColumn, Rows};
use crate::table_format::Named;
use crate::write_options::WriteOptions;
use std::io::{self, Write};
use std::ops::Range;

const BATCH_ROWS: usize = 16 << 10;

/// Writes header and rows, compressed as the name says.
pub(crate) fn write(output: &Output<'_>, named: Named, target: &mut Target) -> Result<(), WriteError> {
    let delimiter = named.ending.delimiter.or(output.options.delimiter).unwrap_or(b',');
    let text = Text::new(output.columns, output.rows, delimiter, output.options);
    let written = match named.compression {
        None => text.write(target),
        Some(compression) => (compression.pack)(target, &|target| text.write(target)),
    };
    written.map_err(|source| io_error(output.path, source))
}

/// The table with every label quoted beforehand, so that writing a row is only copying.
struct Text<'a> {
    columns: Vec<TextColumn<'a>>,
    rows: Rows<'a>,
    header: Vec<u8>,
}

struct TextColumn<'a> {
    codes: &'a [u32],
    /// The labels, in quotes where needed, each followed by the delimiter or the line end.
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl<'a> Text<'a> {
    fn new(columns: &[OutputColumn<'a>], rows: Rows<'a>, delimiter: u8, options: &WriteOptions) -> Self {
        let last = columns.len().saturating_sub(1);
        let alone = columns.len() == 1;
        let field = |text: &mut Vec<u8>, index: usize, label: &str| {
            let label = if options.escape_formulas { escape(label) } else { label.into() };
            push_field(text, &label, delimiter, options.quote, alone);
            text.push(if index == last { b'\n' } else { delimiter });
        };
        let mut header = Vec::new();
        if options.header {
            columns.iter().enumerate().for_each(|(index, column)| field(&mut header, index, column.name));
        }
        let text_column = |(index, column): (usize, &OutputColumn<'a>)| {
            let (mut text, mut ends) = (Vec::new(), Vec::with_capacity(column.labels.len()));
            for label in &column.labels {
                field(&mut text, index, label);
                ends.push(text.len());
            }
            TextColumn { codes: column.codes, text, ends }
        };
        Self { columns: columns.iter().enumerate().map(text_column).collect(), rows, header }
    }

    fn write(&self, target: &mut dyn Write) -> io::Result<()> {
        target.write_all(&self.header)?;
        let batches = self.rows.batches(BATCH_ROWS).map(Ok);
        map_in_order(batches, |batch| Ok(self.format(batch)), |text: Vec<u8>| target.write_all(&text))
    }

    /// The lines of some rows; a line like the one before is copied as a whole.
    fn format(&self, batch: Range<usize>) -> Vec<u8> {
        let width = self.columns.len().max(1);
        let codes = self.codes(batch.clone());
        let mut text = Vec::with_capacity(batch.len() * width * 12);
        let (mut line, mut before): (Range<usize>, &[u32]) = (0..0, &[]);
        for row in codes.chunks_exact(width) {
            if row == before {
                text.extend_from_within(line.clone());
                continue;
            }
            line.start = text.len();
            self.columns
                .iter()
                .zip(row)
                .for_each(|(column, &code)| text.extend_from_slice(column.field(code)));
            (line.end, before) = (text.len(), row);
        }
        text
    }

    /// The codes of some rows, row after row. They are fetched column by column: in the order of the release nearly
    /// every cell has to come from memory, and this way many are on the way at a time.
    fn codes(&self, batch: Range<usize>) -> Vec<u32> {
        let width = self.columns.len();
        let mut codes = vec![0; batch.len() * width];
        for (at, column) in self.columns.iter().enumerate() {
            let cells = codes[at..].iter_mut().step_by(width);
            cells.zip(batch.clone()).for_each(|(cell, place)| *cell = column.codes[self.rows.get(place)]);
        }
        codes
    }
}

impl TextColumn<'_> {
    fn field(&self, code: u32) -> &[u8] {
        let code = code as usize;
        let start = if code == 0 { 0 } else { self.ends[code - 1] };
        &self.text[start..self.ends[code]]
    }
}

/// Appends `label`, in quotes if it would be read as something else without them. The empty field of a
/// table with one column needs them, too: without them its line would be blank and get lost.
fn push_field(text: &mut Vec<u8>, label: &str, delimiter: u8, quote: u8, alone: bool) {
    let bytes = label.as_bytes();
    let special = |&byte: &u8| byte == delimiter || byte == quote || byte == b'\n' || byte == b'\r';
    let begins_like_mark = label.starts_with('\u{feff}');
    if !(bytes.iter().any(special) || begins_like_mark || (alone && label.is_empty())) {
        text.extend_from_slice(bytes);
        return;
    }
    text.push(quote);
    for &byte in bytes {
        if byte == quote {
            text.push(quote);
        }
        text.push(byte);
    }
    text.push(quote);
}

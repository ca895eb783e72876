//! Rows as delimited text.

use crate::WriteError;
use crate::atomic::Target;
use crate::encoded_rows::EncodedRows;
use crate::formula::escape;
use crate::output::Output;
use crate::packed_text::write_text;
use crate::table_format::Named;

/// Writes header and rows, compressed as the name says.
pub(crate) fn write(output: &Output<'_>, named: Named, target: &mut Target) -> Result<(), WriteError> {
    if let Some(fields) = &output.options.fixed_width {
        return crate::fixed_width_writer::write(output, fields, named, target);
    }
    let delimiter = named.ending.delimiter.or(output.options.delimiter).unwrap_or(b',');
    let last = output.columns.len().saturating_sub(1);
    let field = |text: &mut Vec<u8>, index: usize, label: &str| {
        let options = output.options;
        let label = if options.escape_formulas { escape(label) } else { label.into() };
        push_field(text, &label, delimiter, options.quote, last == 0);
        text.push(if index == last { b'\n' } else { delimiter });
    };
    let mut header = Vec::new();
    if output.options.header {
        output.columns.iter().enumerate().for_each(|(index, column)| field(&mut header, index, column.name));
    }
    let rows = EncodedRows::new(output.columns, output.rows, field);
    write_text(output.path, named, target, &|target| {
        target.write_all(&header)?;
        rows.write(target)
    })
}

/// Appends `label`, in quotes if it would be read as something else without them. The empty field
/// of a table with one column needs them, too: without them its line would be blank and get lost.
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

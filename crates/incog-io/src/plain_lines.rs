//! Delimited text in which nothing is quoted: fields are what stands between delimiters and line
//! ends.

use crate::column_codes::ColumnCodes;

/// What a text begins with that only says that it is one.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// Whether a piece of text is as plain as that.
pub(crate) fn is_plain(text: &[u8], quote: u8) -> bool {
    memchr::memchr(quote, text).is_none() && !text.starts_with(BYTE_ORDER_MARK)
}

/// Adds the records of a plain piece to columns, as the `csv` crate reads them: lines end at `\n`,
/// `\r` or both, and empty ones are no records. `None` where a record has another number of fields,
/// or the text is no UTF-8.
pub(crate) fn parse(text: &[u8], delimiter: u8, columns: &mut [ColumnCodes]) -> Option<()> {
    let text = std::str::from_utf8(text).ok()?;
    let mut before = "";
    let mut rest = text;
    while !rest.is_empty() {
        // A release is sorted, so that most lines are like the one before.
        let line = match rest.strip_prefix(before) {
            Some(after) if !before.is_empty() && (after.is_empty() || after.starts_with(['\n', '\r'])) => {
                columns.iter_mut().for_each(ColumnCodes::push_again);
                before
            }
            _ => {
                let end = memchr::memchr2(b'\n', b'\r', rest.as_bytes()).unwrap_or(rest.len());
                let line = &rest[..end];
                if !line.is_empty() {
                    record(line, delimiter, columns)?;
                    before = line;
                }
                line
            }
        };
        // Behind the line and its end.
        rest = rest.get(line.len() + 1..).unwrap_or_default();
    }
    Some(())
}

fn record(line: &str, delimiter: u8, columns: &mut [ColumnCodes]) -> Option<()> {
    let (last, columns) = columns.split_last_mut()?;
    let mut start = 0;
    let mut ends = memchr::memchr_iter(delimiter, line.as_bytes());
    for column in columns {
        let end = ends.next()?;
        column.push(&line[start..end]);
        start = end + 1;
    }
    last.push(&line[start..]);
    ends.next().is_none().then_some(())
}

//! Cells that a spreadsheet takes for formulas and executes.
//!
//! A program that opens delimited text does not ask what a cell is: `=cmd|' /C calc'!A0` is run. A value may come
//! from a form that anybody fills in. What is a formula is written with a `'` before it when a release asks for
//! that, and read without it; a value that begins with `'` before a formula gets one more, so that every value is
//! read as it was.

use std::borrow::Cow;

/// Whether a spreadsheet may execute a cell: it begins with `=` or `@`, with a tab or a line end, or with a sign
/// before what holds a letter and is no number. Blanks at the start do not count, and neither does the width of
/// the sign (`＝`).
///
/// ```
/// use incog_io::is_formula;
/// assert!(["=1+1", "@SUM(A1)", "-2+3+cmd|' /C calc'!A0", "\t=1", " ＝1"].into_iter().all(is_formula));
/// assert!(!["-5", "+4.5e-3", "-10..-6", "+49 30 123", "-", "", "a=b"].into_iter().any(is_formula));
/// ```
pub fn is_formula(cell: &str) -> bool {
    if cell.starts_with(['\t', '\r', '\n']) {
        return true;
    }
    let text = cell.trim_start();
    let mut rest = text.chars();
    match rest.next() {
        Some('=' | '@' | '＝' | '＠') => !rest.as_str().trim().is_empty(),
        Some('+' | '-' | '＋' | '－') => rest.any(char::is_alphabetic) && !is_number(text),
        _ => false,
    }
}

fn is_number(text: &str) -> bool {
    text.trim_end().parse::<f64>().is_ok() && text.contains(|c: char| c.is_ascii_digit())
}

/// A cell as it is written where formulas are escaped.
pub(crate) fn escape(cell: &str) -> Cow<'_, str> {
    if is_formula(cell.trim_start_matches('\'')) {
        Cow::Owned(format!("'{cell}"))
    } else {
        Cow::Borrowed(cell)
    }
}

/// A cell as it was before [`escape`]; `None` when it is a formula that is not escaped.
pub(crate) fn unescape(cell: &str) -> Option<&str> {
    match cell.strip_prefix('\'') {
        Some(rest) if is_formula(cell.trim_start_matches('\'')) => Some(rest),
        _ if is_formula(cell) => None,
        _ => Some(cell),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn every_cell_is_read_as_it_was(cell in "['=@+\\- \ta-c0-9.＝]{0,8}") {
            let escaped = escape(&cell);
            prop_assert!(!is_formula(&escaped), "{escaped:?}");
            prop_assert_eq!(unescape(&escaped), Some(cell.as_str()));
        }
    }

    #[test]
    fn only_formulas_change() {
        for (cell, written) in [
            ("=1", "'=1"),
            ("'=1", "''=1"),
            ("-cmd|'x'!A0", "'-cmd|'x'!A0"),
            ("'tis", "'tis"),
            ("-5", "-5"),
            ("=", "="),
            ("--", "--"),
            ("-inf", "'-inf"),
        ] {
            assert_eq!(escape(cell), written);
        }
        assert_eq!(unescape("=1"), None);
    }
}

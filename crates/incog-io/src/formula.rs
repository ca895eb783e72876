//! Cells that a spreadsheet takes for formulas and executes.
//!
//! A program that opens delimited text does not ask what a cell is: it runs `=cmd|' /C calc'!A0`. A
//! value may come from a form that anybody can fill in. If a release asks for it, a formula is
//! written with a `'` before it and read without it. A value that already has a `'` before a
//! formula gets one more, so that every value is read as it was.

use incog_data::is_formula;
use std::borrow::Cow;

/// A cell as it is written when formulas are escaped.
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

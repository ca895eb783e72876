//! The texts of cells.

use std::fmt::Write as _;

/// Most characters of a cell; as Excel counts them, in units of UTF-16.
pub(super) const LONGEST: usize = 32_767;

/// The character of `_x0041_` at the beginning of a text.
fn escaped_char(text: &str) -> Option<char> {
    let digits = text.get(2..6).filter(|digits| digits.bytes().all(|byte| byte.is_ascii_hexdigit()))?;
    if text.as_bytes().get(6) != Some(&b'_') {
        return None;
    }
    char::from_u32(u32::from_str_radix(digits, 16).ok()?)
}

/// Appends a text as content of an XML element that Excel reads as this very text; `None` where it
/// cannot hold it.
pub(super) fn push_escaped(xml: &mut String, text: &str) -> Option<()> {
    if text.encode_utf16().count() > LONGEST {
        return None;
    }
    for (at, character) in text.char_indices() {
        match character {
            '&' => xml.push_str("&amp;"),
            '<' => xml.push_str("&lt;"),
            '>' => xml.push_str("&gt;"),
            '\r' => xml.push_str("&#13;"),
            '_' if escaped_char(&text[at..]).is_some() => xml.push_str("_x005F_"),
            '\t' | '\n' => xml.push(character),
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => return None,
            _ => xml.push(character),
        }
    }
    Some(())
}

/// The number as text, a whole one without a point.
pub(super) fn number_text(number: f64) -> String {
    number.to_string()
}

/// A column as spreadsheets name it, counted from 0: `A`, ..., `Z`, `AA`.
pub(super) fn column_letters(column: u32) -> String {
    let letter = char::from(b'A' + (column % 26) as u8);
    let mut letters = if column < 26 { String::new() } else { column_letters(column / 26 - 1) };
    letters.push(letter);
    letters
}

/// The text of a day.
pub(super) fn day_text(year: u16, month: u8, day: u8) -> String {
    let mut text = String::new();
    // Writing to a String cannot fail.
    let _ = write!(text, "{year:04}-{month:02}-{day:02}");
    text
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn what_xml_cannot_hold() {
        let escaped = |text: &str| {
            let mut xml = String::new();
            push_escaped(&mut xml, text).map(|()| xml)
        };
        assert_eq!(escaped("a & <b> \r\n\t").unwrap(), "a &amp; &lt;b&gt; &#13;\n\t");
        assert_eq!(escaped("__x0041__x00_").unwrap(), "__x005F_x0041__x00_");
        assert_eq!(escaped("\u{1}"), None);
        assert_eq!(escaped(&"a".repeat(LONGEST + 1)), None);
    }

    #[test]
    fn letters_of_columns() {
        let letters = [0, 25, 26, 27, 51, 52, 701, 702, 16_383].map(column_letters);
        assert_eq!(letters, ["A", "Z", "AA", "AB", "AZ", "BA", "ZZ", "AAA", "XFD"]);
    }

    #[test]
    fn numbers_as_people_write_them() {
        assert_eq!([34.0, -0.5, 1e15, 0.1].map(number_text), ["34", "-0.5", "1000000000000000", "0.1"]);
    }
}

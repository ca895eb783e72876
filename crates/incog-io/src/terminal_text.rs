//! Texts for a terminal: names of columns and files may have signs that move, hide or break what
//! stands around them.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fmt::Write;
use std::sync::RwLock;

/// Most names with line breaks that are remembered.
const MOST: usize = 10_000;

/// Names in which a line breaks. A text has line breaks of its own, so these have to be known.
static BROKEN: RwLock<BTreeSet<String>> = RwLock::new(BTreeSet::new());

/// Remembers that this is a name, so that [`shown`] shows the line breaks in it as signs.
pub fn remember_name(name: &str) {
    let name = name.trim();
    if name.contains('\n')
        && let Ok(mut known) = BROKEN.write()
        && known.len() < MOST
    {
        known.insert(name.to_owned());
    }
}

/// A text as it may be written to a terminal: signs that are not seen, that turn the direction of
/// the text, or that the terminal takes for commands are written as `\u{...}`. Line breaks stay,
/// but for those in [names](remember_name).
///
/// ```
/// assert_eq!(incog_io::shown("age\u{202e}\u{1b}[2J\n"), "age\\u{202e}\\u{1b}[2J\n");
/// incog_io::remember_name("age\nerror: none");
/// assert_eq!(incog_io::shown("age\nerror: none holds"), "age\\nerror: none holds");
/// ```
pub fn shown(text: &str) -> Cow<'_, str> {
    let mut text = Cow::Borrowed(text);
    if let Ok(known) = BROKEN.read() {
        // The longest first, as one may be a part of another.
        let mut names: Vec<&String> = known.iter().filter(|name| text.contains(name.as_str())).collect();
        names.sort_by_key(|name| std::cmp::Reverse(name.len()));
        for name in names {
            text = Cow::Owned(text.replace(name.as_str(), &name.replace('\n', "\\n")));
        }
    }
    if !text.chars().any(is_unseen) {
        return text;
    }
    let mut escaped = String::with_capacity(text.len() + 16);
    for sign in text.chars() {
        match is_unseen(sign) {
            true => _ = write!(escaped, "\\u{{{:x}}}", u32::from(sign)),
            false => escaped.push(sign),
        }
    }
    Cow::Owned(escaped)
}

/// A JSON text, in which such signs stand in strings alone, with the same content as it may be
/// written to a terminal.
///
/// ```
/// assert_eq!(incog_io::shown_in_json("\"a\u{202e}b\u{e0041}\""), "\"a\\u202eb\\udb40\\udc41\"");
/// ```
pub fn shown_in_json(text: &str) -> Cow<'_, str> {
    escaped(text, |sign| {
        let units: Vec<String> =
            sign.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect();
        units.concat()
    })
}

/// Like [`shown_in_json`], of a TOML text.
///
/// ```
/// assert_eq!(incog_io::shown_in_toml("\"a\u{202e}b\u{e0041}\""), "\"a\\u202eb\\U000e0041\"");
/// ```
pub fn shown_in_toml(text: &str) -> Cow<'_, str> {
    escaped(text, |sign| match u32::from(sign) {
        code @ ..=0xffff => format!("\\u{code:04x}"),
        code => format!("\\U{code:08x}"),
    })
}

/// A page with signs that are not seen, or turn the text around them, as such: `\u{202e}`.
///
/// ```
/// assert_eq!(incog_io::shown_on_page("<p>a\u{202e}b</p>\n"), "<p>a\\u{202e}b</p>\n");
/// ```
pub fn shown_on_page(text: &str) -> Cow<'_, str> {
    escaped(text, |sign| format!("\\u{{{:x}}}", u32::from(sign)))
}

/// A text in which such signs are written in another way.
fn escaped(text: &str, written: impl Fn(char) -> String) -> Cow<'_, str> {
    let is_hidden = |sign: char| is_unseen(sign) && sign != '\r';
    if !text.chars().any(is_hidden) {
        return Cow::Borrowed(text);
    }
    let signs = text.chars().map(|sign| if is_hidden(sign) { written(sign) } else { sign.to_string() });
    Cow::Owned(signs.collect())
}

/// Whether a sign is a command, is not seen, or turns the direction of the text around it. Line
/// breaks and tabs are none.
pub fn is_unseen(sign: char) -> bool {
    match sign {
        '\n' | '\t' => false,
        _ if sign.is_control() => true,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' => true,
        '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' => true,
        '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}' => true,
        '\u{fff0}'..='\u{fffb}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}' => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_seen_stays_as_it_is() {
        for text in [
            "",
            "Größe (cm)",
            "السن",
            "年齢",
            "a\tb\nc",
            "👩‍⚕".replace('\u{200d}', "").as_str(),
            "{json: \"\\n\"}",
        ] {
            assert_eq!(shown(text), text);
            assert_eq!(shown_in_json(text), text);
        }
    }

    #[test]
    fn what_is_not_seen_is_written_out() {
        for sign in [
            '\0', '\u{7}', '\u{8}', '\r', '\u{1b}', '\u{7f}', '\u{85}', '\u{9b}', '\u{200f}', '\u{2028}',
            '\u{2066}', '\u{feff}',
        ] {
            let text = format!("a{sign}b");
            assert_eq!(shown(&text), format!("a\\u{{{:x}}}b", u32::from(sign)));
        }
    }

    #[test]
    fn names_do_not_break_lines() {
        remember_name("first\r\nsecond\nthird");
        remember_name("first\r\nsecond");
        remember_name("  trailing\n");
        assert_eq!(shown("x first\r\nsecond\nthird y\nz"), "x first\\u{d}\\nsecond\\nthird y\nz");
        assert_eq!(shown("trailing\nfirst"), "trailing\nfirst");
    }
}

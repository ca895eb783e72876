//! The form of a value, for messages that must not show it.

use std::fmt;

/// Most signs that are shown of a form.
const MOST: usize = 12;

/// The form of a value: letters are `a` and digits `9`, however many there are; signs between them
/// stay.
///
/// Messages reach logs and people who may not see the table. So they say of a cell what is wrong
/// with its form, and not what is in it.
///
/// ```
/// use incog_data::ValueForm;
/// assert_eq!(ValueForm("31.12.1974").to_string(), "\"9.9.9\"");
/// assert_eq!(ValueForm("Anna Schmidt, +49 30 1234").to_string(), "\"a a, +9 9 9\"");
/// assert_eq!(ValueForm("").to_string(), "\"\"");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ValueForm<'a>(pub &'a str);

impl fmt::Display for ValueForm<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kinds = self.0.chars().map(|sign| match sign {
            _ if sign.is_numeric() => '9',
            _ if sign.is_ascii_punctuation() => sign,
            _ if sign.is_whitespace() => ' ',
            _ => 'a',
        });
        let mut form = String::new();
        for kind in kinds {
            if !form.ends_with(kind) {
                form.push(kind);
            }
            if form.chars().count() > MOST {
                form.pop();
                form.push('…');
                break;
            }
        }
        write!(f, "{form:?}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_value_is_in_its_form() {
        let form = |value: &str| ValueForm(value).to_string();
        assert_eq!(form("Jürgen-Peter"), "\"a-a\"");
        assert_eq!(form("a\u{202e}b\u{1b}[31m\nc"), "\"a[9a a\"");
        assert_eq!(form("1-2-3-4-5-6-7-8-9-10"), "\"9-9-9-9-9-9-…\"");
        assert_eq!(form("٣٤"), "\"9\"");
    }
}

//! What kind of values a column has, and which value comes before which.

use crate::heap::*;

/// The number that a text is, in digits with an optional sign, point and exponent.
pub(crate) fn number(text: &str) -> Option<f64> {
    let text = text.trim();
    let is_plain = text.bytes().all(|byte| byte.is_ascii_digit() || b"+-.eE".contains(&byte));
    let begins = text.trim_start_matches(['+', '-']).starts_with(|c: char| c.is_ascii_digit() || c == '.');
    if !is_plain || !begins {
        return None;
    }
    text.parse().ok().filter(|number: &f64| number.is_finite())
}

/// Whether a text is a whole number of at most 63 bits.
pub(crate) fn is_whole(text: &str) -> bool {
    text.trim().parse::<i64>().is_ok()
}

/// Whether all of these, and at least one, are numbers.
pub(crate) fn are_numbers(values: &[String]) -> bool {
    !values.is_empty() && values.iter().all(|value| number(value).is_some())
}

/// Sorts numbers by size, and days as 2024-03-01 and texts without digits by characters. Says
/// whether the order is that of the program: other texts, such as `18 to 29`, have one of their own.
pub(crate) fn sort(values: &mut [String]) -> bool {
    if are_numbers(values) {
        let key = |value: &String| number(value).unwrap_or(0.0);
        values.sort_by(|a, b| key(a).total_cmp(&key(b)).then_with(|| a.cmp(b)));
        return true;
    }
    values.sort();
    let has_digit = |value: &String| value.bytes().any(|byte| byte.is_ascii_digit());
    !values.iter().any(has_digit) || values.iter().all(|value| is_day(value))
}

/// Whether a text is a day of ISO 8601.
fn is_day(text: &str) -> bool {
    let is_part = |at: usize, byte: u8| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() };
    text.len() == 10 && text.bytes().enumerate().all(|(at, byte)| is_part(at, byte))
}

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
/// whether this is the program's order: other texts, such as `18 to 29`, have one of their own.
pub(crate) fn sort(values: &mut [String]) -> bool {
    if are_numbers(values) {
        values.sort_by(|a, b| {
            let [one, other] = [a, b].map(|value| number(value).unwrap_or(0.0));
            one.total_cmp(&other).then_with(|| a.cmp(b))
        });
        return true;
    }
    values.sort();
    let mut bytes = values.iter().flat_map(|value| value.bytes());
    !bytes.any(|byte| byte.is_ascii_digit()) || values.iter().all(|value| is_day(value))
}

/// Whether a text is a day of ISO 8601.
fn is_day(text: &str) -> bool {
    let mut parts = text.bytes().enumerate();
    text.len() == 10
        && parts.all(|(at, byte)| if at == 4 || at == 7 { byte == b'-' } else { byte.is_ascii_digit() })
}

//! Numbers, written in several ways.

use incog_data::ValueType;

/// Whether a text is a number with a decimal point.
pub(super) fn is_number(text: &str) -> bool {
    ValueType::infer([text]).is_number()
}

/// One notation for each number; whole ones keep all their digits.
pub(super) fn as_number(text: &str) -> Option<String> {
    if !is_number(text) {
        return None;
    }
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    if digits.contains('e') {
        return text.parse::<f64>().ok().map(|number| number.to_string());
    }
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
    let point = if fraction.is_empty() { "" } else { "." };
    let whole = if whole.is_empty() { "0" } else { whole };
    let sign = if whole == "0" && fraction.is_empty() { "" } else { sign };
    Some(format!("{sign}{whole}{point}{fraction}"))
}

/// A number with a decimal point and nothing between its thousands; `None` where it is written so
/// already, or is none.
///
/// Three digits behind one comma are thousands, and behind one point a fraction.
pub(super) fn with_a_point(text: &str) -> Option<String> {
    let (sign, digits) = match text.strip_prefix(['-', '+']) {
        Some(digits) => (&text[..1], digits),
        None => ("", text),
    };
    if is_number(text)
        || !digits.chars().all(|sign: char| sign.is_ascii_digit() || [',', '.', ' ', '\''].contains(&sign))
    {
        return None;
    }
    let decimals = [',', '.'].into_iter().filter(|mark| digits.matches(*mark).count() == 1);
    let split = decimals
        .filter(|mark: &char| digits.rfind([',', '.']).is_some_and(|at| digits[at..].starts_with(*mark)))
        .find_map(|mark| {
            let (whole, fraction) = digits.split_once(mark)?;
            let is_fraction = !fraction.is_empty() && fraction.bytes().all(|digit| digit.is_ascii_digit());
            let is_plain = whole.bytes().all(|digit| digit.is_ascii_digit()) && !whole.is_empty();
            let are_thousands =
                mark == ',' && is_plain && fraction.len() == 3 && (1..=3).contains(&whole.len());
            (is_fraction && !are_thousands).then_some((whole, fraction))
        });
    let (whole, fraction) = split.unwrap_or((digits, ""));
    let whole = without_thousands(whole)?;
    let point = if fraction.is_empty() { "" } else { "." };
    Some(format!("{sign}{whole}{point}{fraction}"))
}

/// The digits of a whole number, perhaps with one mark between its thousands.
fn without_thousands(whole: &str) -> Option<String> {
    let mark = whole.chars().find(|sign| !sign.is_ascii_digit());
    let Some(mark) = mark else { return (!whole.is_empty()).then(|| whole.to_owned()) };
    let mut groups = whole.split(mark);
    let are_digits = |group: &str| group.bytes().all(|digit| digit.is_ascii_digit());
    let first = groups.next().filter(|first| (1..=3).contains(&first.len()) && are_digits(first))?;
    let rest: Vec<&str> = groups.collect();
    let are_thousands = rest.iter().all(|group| group.len() == 3 && are_digits(group));
    are_thousands.then(|| format!("{first}{}", rest.concat()))
}

#[cfg(test)]
mod tests {
    use super::with_a_point;

    #[test]
    fn a_number_has_one_notation() {
        for (text, number) in [
            ("1,5", "1.5"),
            ("-1,50", "-1.50"),
            ("1,000", "1000"),
            ("1,000.5", "1000.5"),
            ("1.000,5", "1000.5"),
            ("1.000.000", "1000000"),
            ("1,000,000", "1000000"),
            ("1 000", "1000"),
            ("1'000.25", "1000.25"),
            ("12345,678", "12345.678"),
        ] {
            assert_eq!(with_a_point(text).as_deref(), Some(number), "{text}");
        }
        for text in ["", "1", "1.5", "1,", ",5", "1,2,3", "1.2.3", "1,00,000", "a", "1 0", "-", "1,5 kg"] {
            assert_eq!(with_a_point(text), None, "{text}");
        }
    }
}

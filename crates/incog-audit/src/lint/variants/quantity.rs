//! Shares and ranges, written in several ways.

use super::number::{as_number, with_a_point};

/// `0.1` for `10 %` and `10 percent`.
pub(super) fn as_fraction(text: &str) -> Option<String> {
    const WORDS: [&str; 8] =
        ["percent", "per cent", "pct", "prozent", "pour cent", "por ciento", "per cento", "procent"];
    let number = text.strip_suffix('%').or_else(|| WORDS.iter().find_map(|word| text.strip_suffix(word)))?;
    let number = number.trim_end();
    let number = as_number(&with_a_point(number).unwrap_or_else(|| number.to_owned()))?;
    hundredth(&number)
}

/// A hundredth of a number in one notation, with all its digits.
fn hundredth(number: &str) -> Option<String> {
    let (sign, digits) = number.strip_prefix('-').map_or(("", number), |digits| ("-", digits));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if !are_digits(whole) || !are_digits(fraction) {
        return None;
    }
    let whole = format!("{whole:0>3}");
    let (left, moved) = whole.split_at(whole.len() - 2);
    as_number(&format!("{sign}{left}.{moved}{fraction}"))
}

fn are_digits(part: &str) -> bool {
    part.bytes().all(|digit| digit.is_ascii_digit())
}

/// `5-10` for `5 to 10`, with what stands behind: `5-10 mg`.
pub(super) fn as_range(text: &str) -> Option<String> {
    let (least, rest) = split_number(text)?;
    let rest = between_numbers(rest)?;
    let (most, rest) = split_number(rest)?;
    let changed = format!("{least}-{most}{rest}");
    (!rest.trim_start().starts_with(['-', '.', ',', '/']) && changed != text).then_some(changed)
}

/// The number at the beginning of a text, and what follows.
fn split_number(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|sign: char| !sign.is_ascii_digit() && sign != '.').unwrap_or(text.len());
    text.starts_with(|sign: char| sign.is_ascii_digit()).then(|| text.split_at(end))
}

/// What follows a hyphen or a word between the ends of a range. A blank on one side of the hyphen
/// alone makes it a minus.
fn between_numbers(text: &str) -> Option<&str> {
    const WORDS: [&str; 8] = ["to", "bis", "\u{e0}", "a", "do", "tot", "until", "through"];
    const HYPHENS: [char; 6] = ['-', '\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}'];
    if let Some(rest) = text.strip_prefix(HYPHENS) {
        return (!rest.starts_with(' ')).then_some(rest);
    }
    let (between, rest) = text.strip_prefix(' ')?.split_once(' ')?;
    let is_hyphen = between.chars().count() == 1 && between.starts_with(HYPHENS);
    (is_hyphen || WORDS.contains(&between.to_lowercase().as_str())).then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_numbers() {
        for (text, number) in
            [("10 %", "0.1"), ("10%", "0.1"), ("2,5 %", "0.025"), ("-5 percent", "-0.05"), ("150 %", "1.5")]
        {
            assert_eq!(as_fraction(text).as_deref(), Some(number), "{text}");
        }
        for text in ["%", "a %", "10", "10 % of all", "< 5 %"] {
            assert_eq!(as_fraction(text), None, "{text}");
        }
    }

    #[test]
    fn ranges_have_one_hyphen() {
        for text in ["5 to 10", "5 - 10", "5\u{2013}10", "5 bis 10"] {
            assert_eq!(as_range(text).as_deref(), Some("5-10"), "{text}");
        }
        assert_eq!(as_range("5 to 10 mg").as_deref(), Some("5-10 mg"));
        for text in ["5-10", "5 -10", "5 10", "change -5", "5 and 10", "2024 - 01 - 02-03", "5 to ten"] {
            assert_eq!(as_range(text), None, "{text}");
        }
    }
}

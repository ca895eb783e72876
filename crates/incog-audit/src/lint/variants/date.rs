//! One day, written in several ways.

use std::ops::RangeInclusive;

/// Years that dates of people have; other numbers of four digits are parts of telephone numbers and
/// the like.
const YEARS: RangeInclusive<u32> = 1800..=2199;

/// A date as `2024-01-31`, where a text can be read as one date alone: between points the day is
/// first, between other marks only what can be no month. Days are not looked up in a calendar.
pub(super) fn in_one_notation(text: &str) -> Option<String> {
    with_a_word(text).or_else(|| of_numbers(text))
}

/// How names of months begin, in English and German.
const MONTHS: [&[&str]; 12] = [
    &["jan"],
    &["feb"],
    &["mar", "m\u{e4}r", "mrz"],
    &["apr"],
    &["may", "mai"],
    &["jun"],
    &["jul"],
    &["aug"],
    &["sep"],
    &["oct", "okt"],
    &["nov"],
    &["dec", "dez"],
];

/// `1 mar 2024`, `march 1, 2024`, `01-mar-2024`: the month is a word, so that day and year cannot
/// be mistaken.
fn with_a_word(text: &str) -> Option<String> {
    let parts: Vec<&str> = text.split(['-', '/', '.', ' ', ',']).filter(|part| !part.is_empty()).collect();
    let [first, second, year] = parts[..] else { return None };
    let month = |part: &str| {
        let small = part.to_lowercase();
        let is_word = (3..=9).contains(&small.chars().count()) && small.chars().all(char::is_alphabetic);
        MONTHS
            .iter()
            .position(|names: &&[&str]| names.iter().any(|name| small.starts_with(name)))
            .filter(|_| is_word)
    };
    let (day, month) = match (month(first), month(second)) {
        (None, Some(month)) => (first, month),
        (Some(month), None) => (second, month),
        _ => return None,
    };
    let are_digits = |part: &str| part.bytes().all(|sign| sign.is_ascii_digit());
    let is_date = (1..=2).contains(&day.len())
        && are_digits(day)
        && year.len() == 4
        && are_digits(year)
        && year.parse().is_ok_and(|year| YEARS.contains(&year))
        && day.parse().is_ok_and(|day: u32| (1..=31).contains(&day));
    is_date.then(|| format!("{year}-{:02}-{day:0>2}", month + 1))
}

/// Three numbers.
fn of_numbers(text: &str) -> Option<String> {
    let mark = text.chars().find(|character| !character.is_ascii_digit())?;
    if !['-', '/', '.'].contains(&mark) {
        return None;
    }
    let parts: Vec<&str> = text.split(mark).collect();
    let is_part = |part: &&str| {
        [1, 2, 4].contains(&part.len()) && part.bytes().all(|character| character.is_ascii_digit())
    };
    let [first, second, third] = parts[..] else { return None };
    if !parts.iter().all(is_part) || second.len() == 4 {
        return None;
    }
    let number = |part: &str| part.parse::<u32>().ok();
    let (first_number, second_number, third_number) = (number(first)?, number(second)?, number(third)?);
    let (year, month, day) = match (first.len(), third.len(), mark) {
        (4, 1 | 2, _) => (first, second_number, third_number),
        (1 | 2, 4, '.') => (third, second_number, first_number),
        (1 | 2, 4, _) if first_number > 12 => (third, second_number, first_number),
        (1 | 2, 4, _) if second_number > 12 => (third, first_number, second_number),
        _ => return None,
    };
    let is_date = year.parse().is_ok_and(|year| YEARS.contains(&year))
        && (1..=12).contains(&month)
        && (1..=31).contains(&day);
    is_date.then(|| format!("{year}-{month:02}-{day:02}"))
}

#[cfg(test)]
mod tests {
    use super::in_one_notation;

    #[test]
    fn a_date_has_one_notation_and_what_could_be_two_has_none() {
        for text in
            ["2024-1-31", "2024/01/31", "2024.01.31", "31.01.2024", "31-1-2024", "31/1/2024", "1/31/2024"]
        {
            assert_eq!(in_one_notation(text).as_deref(), Some("2024-01-31"), "{text}");
        }
        for text in ["1 Mar 2024", "march 1, 2024", "01-mar-2024", "1. M\u{e4}rz 2024", "Mar 01 2024"] {
            assert_eq!(in_one_notation(text).as_deref(), Some("2024-03-01"), "{text}");
        }
        let others = [
            "mar 2024",
            "1 mars bar 2024",
            "40 mar 2024",
            "1 mar 24",
            "mar mar 2024",
            "1/2/2024",
            "01-02-2024",
            "12.11.5678",
            "2024-13-01",
            "2024-01",
            "1.2",
            "1.2.3",
            "32.1.2024",
            "2024-01-31T10",
            "24-01-31",
            "2024-01/31",
            "-1-2024",
        ];
        for text in others {
            assert_eq!(in_one_notation(text), None, "{text}");
        }
    }
}

//! One day, written in several ways.

use std::ops::RangeInclusive;

/// Years that dates of people have; other numbers of four digits are parts of telephone numbers and the like.
const YEARS: RangeInclusive<u32> = 1800..=2199;

/// A date as `2024-01-31`, where a text can be read as one date alone: between points the day is first, between other marks only what can
/// be no month. Days are not looked up in a calendar.
pub(super) fn in_one_notation(text: &str) -> Option<String> {
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
        let others = [
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

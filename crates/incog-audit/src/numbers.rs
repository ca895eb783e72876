//! Cells as numbers, days among them.

use incog_data::Column;

/// A cell as a finite number, as programs write it, or with a decimal comma.
pub(crate) fn number_of(text: &str) -> Option<f64> {
    let text = text.trim();
    let number = text.parse::<f64>().ok().or_else(|| {
        let has_comma = text.bytes().filter(|byte| *byte == b',').count() == 1 && !text.contains('.');
        has_comma.then(|| text.replacen(',', ".", 1).parse::<f64>().ok()).flatten()
    });
    number.filter(|number| number.is_finite())
}

/// The days since the first of March of the year 0 of a date that says its day: `2024-01-31`, with
/// or without a time behind it, `31.1.2024`, `31/1/2024` or `1/31/2024`. What may be two days is
/// read with the day first.
pub(crate) fn day_of(text: &str) -> Option<f64> {
    let text = text.trim();
    let day = text.split(['T', ' ']).next()?;
    let mark = day.chars().find(|character| !character.is_ascii_digit())?;
    if !['-', '/', '.'].contains(&mark) {
        return None;
    }
    let mut parts = day.split(mark);
    let (first, second, third) = (parts.next()?, parts.next()?, parts.next()?);
    let number =
        |part: &str| part.parse::<u32>().ok().filter(|_| part.bytes().all(|byte| byte.is_ascii_digit()));
    let (a, b, c) = (number(first)?, number(second)?, number(third)?);
    let (year, month, day) = match (first.len(), third.len()) {
        _ if parts.next().is_some() => return None,
        (4, 1 | 2) => (a, b, c),
        (1 | 2, 4) if b > 12 && mark != '.' => (c, a, b),
        (1 | 2, 4) => (c, b, a),
        _ => return None,
    };
    ((1..=12).contains(&month) && (1..=31).contains(&day)).then(|| f64::from(days(year, month, day)))
}

/// The middle of the finite numbers, the upper one of two.
pub(crate) fn median(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let mut numbers: Vec<f64> = numbers.filter(|number| number.is_finite()).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// The number, or the day, that each value of a column is, by code.
pub(crate) fn numbers_or_days(column: &Column) -> Vec<Option<f64>> {
    column.dictionary.iter().map(|text| number_of(text).or_else(|| day_of(text))).collect()
}

/// Days since 0000-03-01, in the calendar of today.
fn days(year: u32, month: u32, day: u32) -> u32 {
    // The year begins in March, so that a leap day is its last one.
    let (year, month) = if month > 2 { (year, month - 3) } else { (year.saturating_sub(1), month + 9) };
    365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5 + day - 1
}

/// Whether a cell has a value that somebody can be looked for by.
pub(crate) fn says_something(column: &Column, code: u32) -> bool {
    !column.is_missing(code) && !matches!(column.dictionary.get(code).trim(), "" | "*")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_numbers_and_days() {
        assert_eq!(
            (number_of(" 1.5 "), number_of("1,5"), number_of("1,500.0")),
            (Some(1.5), Some(1.5), None)
        );
        assert_eq!((number_of("inf"), number_of("x")), (None, None));
        let day = day_of("2024-03-01").expect("a date");
        for same in ["1.3.2024", "2024-03-01T10:00", "2024-03-01 10:00", "01/03/2024"] {
            assert_eq!(day_of(same), Some(day), "{same}");
        }
        assert_eq!((day_of("29.2.2024"), day_of("2023-03-01")), (Some(day - 1.0), Some(day - 366.0)));
        assert_eq!(day_of("3/31/2024"), Some(day + 30.0));
        for other in ["2024", "1.5", "2024-13-01", "2024-01", "1.2.3.4", "a-b-c", "", "12-34-5678"] {
            assert_eq!(day_of(other), None, "{other}");
        }
    }
}

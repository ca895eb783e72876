//! Cells as the numbers that a reader sees in them: months are counted, and texts have doses.

use crate::numbers::numbers_or_days_of;
use incog_data::Column;

/// Codes of months lie between these years.
const YEARS: std::ops::RangeInclusive<u32> = 1900..=2100;

/// The names of months in English and German.
const MONTHS: [[&str; 2]; 12] = [
    ["january", "januar"],
    ["february", "februar"],
    ["march", "märz"],
    ["april", "april"],
    ["may", "mai"],
    ["june", "juni"],
    ["july", "juli"],
    ["august", "august"],
    ["september", "september"],
    ["october", "oktober"],
    ["november", "november"],
    ["december", "dezember"],
];

/// The number of each row: a number or a day; where all numbers are codes of months (`202403`), or
/// half of the cells are months (`2024-03`, `Mar`), the month; else the first number in a text.
pub(super) fn numbers_in_cells(column: &Column) -> Vec<Option<f64>> {
    let plain = numbers_or_days_of(column);
    let are_most = |of_code: &[Option<f64>]| {
        let known = column.codes.iter().filter(|code| of_code[*code as usize].is_some()).count();
        known * 2 >= column.codes.len()
    };
    let of_text = |read: fn(&str) -> Option<f64>| column.dictionary.iter().map(read).collect::<Vec<_>>();
    let months = of_text(month_code);
    let are_months = (0..plain.len())
        .all(|code| column.is_missing(code as u32) || plain[code].is_none() || months[code].is_some());
    let of_code = match are_most(&plain) {
        true if are_months => months,
        true => plain,
        false => {
            [of_text(month), of_text(first_number)].into_iter().find(|one| are_most(one)).unwrap_or(plain)
        }
    };
    column.codes.iter().map(|code| of_code[code as usize].filter(|_| !column.is_missing(code))).collect()
}

/// The months before one that is written as a number: `202403`.
fn month_code(text: &str) -> Option<f64> {
    let text = text.trim();
    let is_code = text.len() == 6 && text.bytes().all(|byte| byte.is_ascii_digit());
    let (year, month) = text.split_at_checked(4).filter(|_| is_code)?;
    months(year, month)
}

/// The months before one that is written with its year, or the place of a month in the year.
fn month(text: &str) -> Option<f64> {
    let text = text.trim().to_lowercase();
    if let Some((one, other)) = text.split_once(['-', '/', '.', ' ']) {
        return if one.len() == 4 { months(one, other) } else { months(other, one) };
    }
    named_month(&text).map(f64::from)
}

fn months(year: &str, month: &str) -> Option<f64> {
    let year = year.parse::<u32>().ok().filter(|year| YEARS.contains(year))?;
    let month = month.parse::<u32>().ok().or_else(|| named_month(month))?;
    (1..=12).contains(&month).then(|| f64::from(12 * year + month))
}

/// The place of a month in the year by its name, or by three letters or more of it.
fn named_month(text: &str) -> Option<u32> {
    let word = text.trim_end_matches('.');
    let place = MONTHS.iter().position(|names| names.iter().any(|name| name.starts_with(word)))?;
    (word.chars().count() >= 3).then_some(())?;
    Some(place as u32 + 1)
}

/// The first number that stands in a text, such as 190 in `190 mg, daily`.
fn first_number(text: &str) -> Option<f64> {
    let start = text.find(|character: char| character.is_ascii_digit())?;
    let is_part = |character: char| character.is_ascii_digit() || character == '.';
    let end = text[start..].find(|character| !is_part(character)).map_or(text.len(), |end| start + end);
    let is_negative =
        text[..start].ends_with('-') && !text[..start].ends_with(|one: char| one.is_alphanumeric());
    let number = text[start..end].trim_end_matches('.').parse::<f64>().ok()?;
    Some(if is_negative { -number } else { number })
}

#[cfg(test)]
mod tests {
    use super::*;
    use incog_data::Table;

    fn read(cells: [&str; 4]) -> Vec<Option<f64>> {
        let table = Table::from_rows(["cell"], cells.map(|cell| [cell]), &["NA"]).expect("a table");
        numbers_in_cells(&table.columns()[0])
    }

    #[test]
    fn months_and_doses_are_numbers() {
        let march = Some(12.0 * 2024.0 + 3.0);
        let april = march.map(|month| month + 1.0);
        let next = march.map(|month| month + 10.0);
        assert_eq!(read(["202403", "202404", "202501", "NA"]), [march, april, next, None]);
        assert_eq!(read(["2024-03", "04/2024", "Jan 2025", "x"]), [march, april, next, None]);
        assert_eq!(read(["Mar", "April", "Mai", "Dezember"]), [3.0, 4.0, 5.0, 12.0].map(Some));
        // Words that begin like months are none.
        assert_eq!(read(["married", "Julia", "Maria", "Decker"]), [None; 4]);
        assert_eq!(
            read(["190 mg, daily", "about 7.5 mg", "(-3)", "none"]),
            [190.0, 7.5, -3.0, 0.0].map(|one| (one != 0.0).then_some(one))
        );
        assert_eq!(
            read(["202403", "202499", "12", "NA"]),
            [202_403.0, 202_499.0, 12.0, 0.0].map(|one| (one != 0.0).then_some(one))
        );
    }
}

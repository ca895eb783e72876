//! Cells as numbers, days among them.

pub(crate) use crate::days::day_of;
use crate::days::days_of;
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

/// The middle of the finite numbers, the upper one of two.
pub(crate) fn median(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let mut numbers: Vec<f64> = numbers.filter(|number| number.is_finite()).collect();
    numbers.sort_by(f64::total_cmp);
    numbers.get(numbers.len() / 2).copied()
}

/// Pearson's correlation; 0 of a constant.
pub(crate) fn correlation(rows: &[(f64, f64)]) -> f64 {
    let all = rows.len() as f64;
    let means =
        (rows.iter().map(|row| row.0).sum::<f64>() / all, rows.iter().map(|row| row.1).sum::<f64>() / all);
    let product = |of: fn((f64, f64)) -> f64| {
        rows.iter().map(|row| of((row.0 - means.0, row.1 - means.1))).sum::<f64>()
    };
    let both = (product(|row| row.0 * row.0) * product(|row| row.1 * row.1)).sqrt();
    if both > 0.0 { product(|row| row.0 * row.1) / both } else { 0.0 }
}

/// The number, or the day, that each value of a column is, by code.
pub(crate) fn numbers_or_days(column: &Column) -> Vec<Option<f64>> {
    column.dictionary.iter().map(|text| number_of(text).or_else(|| day_of(text))).collect()
}

/// As [`numbers_or_days`], with days as the whole column has them: month first or day first.
pub(crate) fn numbers_or_days_of(column: &Column) -> Vec<Option<f64>> {
    let texts: Vec<&str> = column.dictionary.iter().collect();
    let numbers = texts.iter().map(|text| number_of(text));
    numbers.zip(days_of(&texts)).map(|(number, day)| number.or(day)).collect()
}

/// Whether a cell has a value that somebody can be looked for by.
pub(crate) fn says_something(column: &Column, code: u32) -> bool {
    !column.is_missing(code) && !matches!(column.dictionary.get(code).trim(), "" | "*")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_as_numbers() {
        assert_eq!(
            (number_of(" 1.5 "), number_of("1,5"), number_of("1,500.0")),
            (Some(1.5), Some(1.5), None)
        );
        assert_eq!((number_of("inf"), number_of("x")), (None, None));
    }
}

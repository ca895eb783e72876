//! Whether a column has the values of another one, perhaps in another unit.

use crate::numbers::{day_of, number_of};
use incog_data::Column;

/// Of the agreement that chance does not give, so large a share makes a copy.
const NEARLY_ALL: f64 = 0.75;

/// Fewer rows show nothing.
const FEWEST_ROWS: usize = 20;

/// Ratios that are nearer than this are one: copies in another unit are rounded.
const SAME_RATIO: f64 = 1e-3;

/// Whether one column is another one, row by row or nearly so: in equal values, in numbers with a
/// constant ratio, or in days with a constant distance. Chance that is drawn for each of the two
/// averages away.
///
/// ```
/// let rows: Vec<[String; 3]> = (0..40u32)
///     .map(|row| [row * row, 12 * row * row, row * 7 % 11].map(|number| number.to_string()))
///     .collect();
/// let rows = rows.iter().map(|row| row.iter().map(String::as_str));
/// let table = incog_data::Table::from_rows(["month", "year", "visits"], rows, &[])?;
/// let [month, year, visits] = table.columns() else { unreachable!("three columns") };
/// assert!(incog_audit::is_copy(month, year) && !incog_audit::is_copy(month, visits));
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn is_copy(first: &Column, second: &Column) -> bool {
    let texts = [first, second].map(texts);
    if agrees(&texts[0], &texts[1], |one, other| one == other) {
        return true;
    }
    let numbers = [first, second].map(|column| read(column, number_of));
    if has_same(
        &numbers,
        |one, other| other / one,
        |one, other| (one - other).abs() <= SAME_RATIO * one.abs(),
    ) {
        return true;
    }
    let days = [first, second].map(|column| read(column, day_of));
    has_same(&days, |one, other| other - one, |one, other| one == other)
}

/// Whether nearly all rows have the ratio, or the difference, of the middle one.
fn has_same(
    numbers: &[Vec<Option<f64>>; 2],
    between: impl Fn(f64, f64) -> f64,
    is_same: impl Fn(f64, f64) -> bool,
) -> bool {
    let known = |(one, other): (&Option<f64>, &Option<f64>)| {
        let between = between((*one)?, (*other)?);
        (between.is_finite() && *one != Some(0.0)).then_some(between)
    };
    let mut found: Vec<f64> = numbers[0].iter().zip(&numbers[1]).filter_map(known).collect();
    if found.len() < FEWEST_ROWS {
        return false;
    }
    found.sort_by(f64::total_cmp);
    let middle = found[found.len() / 2];
    agrees(&numbers[0], &numbers[1], |one, other| *one != 0.0 && is_same(middle, between(*one, *other)))
}

/// Whether rows agree more often than rows that have nothing to do with each other.
fn agrees<T>(first: &[Option<T>], second: &[Option<T>], is_same: impl Fn(&T, &T) -> bool) -> bool {
    let share = |shift: usize| {
        let others = second.iter().cycle().skip(shift);
        let both =
            || first.iter().zip(others.clone()).filter_map(|(one, other)| one.as_ref().zip(other.as_ref()));
        let agree = both().filter(|(one, other)| is_same(one, other)).count();
        (agree as f64, both().count())
    };
    let (agree, rows) = share(0);
    let (by_chance, others) = share(first.len() / 2);
    let by_chance = by_chance / others.max(1) as f64;
    let beyond = (agree / rows.max(1) as f64 - by_chance) / (1.0 - by_chance);
    rows >= FEWEST_ROWS && beyond.is_finite() && beyond >= NEARLY_ALL
}

fn texts(column: &Column) -> Vec<Option<String>> {
    read(column, |text| Some(text.trim().to_lowercase()))
}

fn read<T: Clone>(column: &Column, how: impl Fn(&str) -> Option<T>) -> Vec<Option<T>> {
    let codes = 0..column.dictionary.len() as u32;
    let of_code = |code: u32| (!column.is_missing(code)).then(|| how(column.dictionary.get(code))).flatten();
    let of_code: Vec<Option<T>> = codes.map(of_code).collect();
    column.codes.iter().map(|code| of_code[code as usize].clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::is_copy;
    use incog_data::Table;

    fn copies(rows: usize, cells: impl Fn(usize) -> [String; 2]) -> bool {
        let rows: Vec<[String; 2]> = (0..rows).map(cells).collect();
        let rows = rows.iter().map(|row| row.iter().map(String::as_str));
        let table = Table::from_rows(["one", "other"], rows, &["NA"]).expect("a table");
        is_copy(&table.columns()[0], &table.columns()[1])
    }

    #[test]
    fn values_in_another_unit_are_copies_and_equal_kinds_are_none() {
        let number = |row: usize| 1_000 + row * 7_919 % 5_003;
        assert!(copies(50, |row| [number(row).to_string(), number(row).to_string()]));
        assert!(copies(50, |row| [number(row).to_string(), format!("{:.1}", number(row) as f64 / 12.0)]));
        assert!(copies(50, |row| [
            format!("2024-01-{:02}", 1 + row % 20),
            format!("2024-03-{:02}", 1 + row % 20)
        ]));
        // A fifth of the rows is another value, and some are missing.
        assert!(copies(50, |row| [
            number(row).to_string(),
            number(row + usize::from(row % 5 == 0)).to_string()
        ]));
        assert!(!copies(50, |row| [number(row).to_string(), number(row + 1).to_string()]));
        assert!(!copies(50, |row| [number(row).to_string(), "NA".to_owned()]));
        // Nearly everybody has the usual value in both.
        let usual = |row: usize, number: usize| if row % 11 == number { "yes" } else { "no" }.to_owned();
        assert!(!copies(99, |row| [usual(row, 3), usual(row, 5)]));
        assert!(!copies(19, |row| [number(row).to_string(), number(row).to_string()]));
    }
}

//! Published columns that follow from a part of what everybody who looks for a person knows: the
//! month of a date of birth, the first letter of a name.

use super::FEWEST_ROWS_OF_CODES;
use super::match_rate::Agreement;
use crate::days::days_of;
use crate::lint::{Finding, Rule, Severity};
use crate::numbers::says_something;
use crate::singling::{Blur, PublishedColumn};
use incog_data::Column;
use std::collections::HashMap;

/// The most rows that are looked at; they are evenly spaced.
const MOST_ROWS: usize = 20_000;

/// A part of each value of a known column, by code; none where a value has no such part.
type Parts = Vec<Option<i64>>;

/// Finds the published columns that follow from a part of a known one, whatever the rule is: the
/// guess for a row is the most frequent value of the rows with the same part. `known` are originals
/// that are not published: dates of birth behind an age, names, addresses.
///
/// ```
/// use incog_audit::{Blur, PublishedColumn, follows_from_known};
/// use incog_privacy::Role;
/// let row = |row: u32| {
///     let month = 1 + row * 7 % 12;
///     [format!("19{}-{month:02}-{:02}", 30 + row * 11 % 60, 1 + row * 5 % 28), format!("stone {}", month * 5 % 12)]
/// };
/// let rows: Vec<[String; 2]> = (0..400).map(row).collect();
/// let rows = rows.iter().map(|row| row.iter().map(String::as_str));
/// let table = incog_data::Table::from_rows(["born", "stone"], rows, &[])?;
/// let [born, stone] = table.columns() else { unreachable!("two columns") };
/// let stone = PublishedColumn { column: stone, role: Role::Sensitive, blur: Blur::None };
/// assert_eq!(follows_from_known(&[born], &[stone])[0].key(), "stone: gives back born");
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn follows_from_known(known: &[&Column], published: &[PublishedColumn<'_>]) -> Vec<Finding> {
    let exact = published.iter().filter(|published| published.blur == Blur::None);
    let exact: Vec<&Column> = exact.map(|published| published.column).collect();
    let mut found = Vec::new();
    for known in known {
        let parts = parts(known);
        let others = exact.iter().filter(|column| column.name != known.name);
        found.extend(others.filter_map(|column| finding(known, &parts, column)));
    }
    found
}

fn finding(known: &Column, parts: &[Parts], published: &Column) -> Option<Finding> {
    let rows = 0..known.codes.len();
    let step = rows.len().div_ceil(MOST_ROWS).max(1);
    let rows = rows.step_by(step).filter(|row| says_something(published, published.codes.at(*row)));
    let rows: Vec<usize> = rows.collect();
    if rows.len() < FEWEST_ROWS_OF_CODES {
        return None;
    }
    let by_chance = right_guesses(rows.iter().map(|row| (0, published.codes.at(*row))));
    let agreements = parts.iter().filter_map(|of_code| {
        let told = rows
            .iter()
            .filter_map(|row| Some((of_code[known.codes.at(*row) as usize]?, published.codes.at(*row))));
        let right = right_guesses(told);
        Agreement::beyond_chance("a part of it", right, rows.len(), by_chance as f64 / rows.len() as f64)
    });
    let found =
        agreements.filter(|found| found.severity == Severity::Danger).max_by_key(|found| found.agree)?;
    let (name, agree, of) = (&known.name, found.agree, found.of);
    Some(Finding {
        severity: Severity::Danger,
        rule: Rule::GivesBack,
        column: published.name.clone(),
        about: Some(name.clone()),
        message: format!(
            "it follows from a part of {name}, such as a month or a first letter, in {agree} of {of} records. Whoever \
             looks for a person knows that, and no model counts it; give it the role quasi-identifier, or leave it \
             out (role: identifier)"
        ),
    })
}

/// How many rows have the most frequent value of the rows with their part.
fn right_guesses(rows: impl Iterator<Item = (i64, u32)>) -> usize {
    let mut values: HashMap<i64, HashMap<u32, usize>> = HashMap::new();
    for (part, value) in rows {
        *values.entry(part).or_default().entry(value).or_default() += 1;
    }
    let most = values.values().filter_map(|of_part| of_part.values().max());
    // A row alone with its part is guessed by nobody.
    most.filter(|count| **count > 1).sum()
}

/// The parts of a column's values: of dates, or else of texts.
fn parts(column: &Column) -> Vec<Parts> {
    let texts: Vec<&str> = column.dictionary.iter().collect();
    let days = days_of(&texts);
    if days.iter().flatten().count() * 2 >= days.len() {
        return DATE_PARTS
            .iter()
            .map(|part| days.iter().map(|day| day.map(|day| part(day as i64))).collect())
            .collect();
    }
    TEXT_PARTS.iter().map(|part| texts.iter().map(|text| part(text)).collect()).collect()
}

/// Months, halves of signs of the zodiac, days, weekdays, years, and years of ten and of twelve.
const DATE_PARTS: [fn(i64) -> i64; 7] = [
    |day| date(day)[1],
    |day| date(day)[1] * 2 + i64::from(date(day)[2] > 20),
    |day| date(day)[2],
    |day| day.rem_euclid(7),
    |day| date(day)[0],
    |day| date(day)[0].rem_euclid(10),
    |day| date(day)[0].rem_euclid(12),
];

/// First letters of the first and of the last word, the last letter, and the first number.
const TEXT_PARTS: [fn(&str) -> Option<i64>; 4] = [
    |text| text.split_whitespace().next().and_then(first_letter),
    |text| text.split_whitespace().next_back().and_then(first_letter),
    |text| text.trim().chars().next_back().map(|letter| i64::from(u32::from(letter))),
    |text| {
        let digits = text.split(|sign: char| !sign.is_ascii_digit()).find(|part| !part.is_empty());
        digits.and_then(|digits| digits.parse().ok())
    },
];

fn first_letter(word: &str) -> Option<i64> {
    let letter = word.chars().next()?.to_lowercase().next()?;
    letter.is_alphabetic().then_some(i64::from(u32::from(letter)))
}

/// Year, month and day of a number of days since the first of March of the year 0.
fn date(days: i64) -> [i64; 3] {
    let (cycle, day) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let from_march = (5 * day + 2) / 153;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = year + cycle * 400 + i64::from(month <= 2);
    [year, month, day - (153 * from_march + 2) / 5 + 1]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::days::day_of;
    use incog_data::Table;
    use incog_privacy::Role;

    /// Numbers that have nothing to do with each other, equal in every run.
    fn scattered(row: u32, stream: u32, below: u32) -> u32 {
        let mut state = u64::from(row).wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ u64::from(stream).wrapping_mul(0xd1b5_4a32_d192_ed03);
        state = (state ^ (state >> 31)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((state ^ (state >> 29)) % u64::from(below)) as u32
    }

    fn name(row: u32) -> usize {
        scattered(row, 1, 6) as usize
    }

    /// The month, from 0.
    fn month(row: u32) -> u32 {
        scattered(row, 2, 12)
    }

    fn year(row: u32) -> u32 {
        1930 + scattered(row, 3, 61)
    }

    /// Name and date of birth.
    fn person(row: u32) -> [String; 2] {
        let names = ["Anna Schmidt", "Ben Huber", "Carla Maier", "Doris Egger", "Emil Bauer", "Fritz Wolf"];
        let born = format!("{}-{:02}-{:02}", year(row), 1 + month(row), 1 + scattered(row, 4, 28));
        [names[name(row)].to_owned(), born]
    }

    /// What follows from a name and a date of birth, of columns that these make.
    fn found(columns: [fn(u32) -> String; 3]) -> Vec<String> {
        let rows: Vec<Vec<String>> = (0..720)
            .map(|row| [person(row).to_vec(), columns.map(|column| column(row)).to_vec()].concat())
            .collect();
        let rows = rows.iter().map(|row| row.iter().map(String::as_str));
        let table = Table::from_rows(["name", "born", "a", "b", "c"], rows, &[]).expect("a table");
        let [name, born, published @ ..] = table.columns() else { panic!("five columns") };
        let published: Vec<PublishedColumn<'_>> = published
            .iter()
            .map(|column| PublishedColumn { column, role: Role::Insensitive, blur: Blur::None })
            .collect();
        follows_from_known(&[name, born], &published).iter().map(Finding::key).collect()
    }

    #[test]
    fn what_follows_from_a_part_is_found_and_nothing_else() {
        let told = found([
            |row| format!("desk {}", name(row) / 2),
            |row| ["winter", "spring", "summer", "autumn"][month(row) as usize / 3].to_owned(),
            |row| format!("sign {}", year(row) % 12),
        ]);
        assert_eq!(told, ["a: gives back name", "b: gives back born", "c: gives back born"]);
        let chance = found([
            |row| scattered(row, 5, 5).to_string(),
            |_| "yes".to_owned(),
            |row| (scattered(row, 6, 10) == 0).to_string(),
        ]);
        assert_eq!(chance, Vec::<String>::new());
    }

    #[test]
    fn days_are_dates() {
        for (text, expected) in
            [("2024-02-29", [2024, 2, 29]), ("1999-12-31", [1999, 12, 31]), ("2000-03-01", [2000, 3, 1])]
        {
            assert_eq!(day_of(text).map(|day| date(day as i64)), Some(expected), "{text}");
        }
    }
}

//! Values of a column that may be shown to whoever decides its role.

use incog::roles::{holds_an_address, holds_an_identifier, named_in};
use incog_data::{Column, Table};
use std::collections::BTreeMap;

/// A value that fewer people have is not shown.
const FEWEST_PEOPLE: usize = 10;

/// So many values are shown.
const MOST_SHOWN: usize = 4;

/// A longer value is a text that somebody wrote.
const LONGEST: usize = 30;

/// The most frequent values of a column that at least ten people share and that name nobody;
/// `unit` is the column of the people, without which each row is a person.
pub fn shared_values(table: &Table, column: &Column, unit: Option<&Column>) -> Vec<String> {
    // Beside a name that is known, others may be names that are not.
    if column.dictionary.iter().any(|value| named_in(value).is_some()) {
        return Vec::new();
    }
    let mut pairs: Vec<(u32, u32)> = (0..table.rows())
        .map(|row| (column.codes.at(row), unit.map_or(row as u32, |unit| unit.codes.at(row))))
        .collect();
    pairs.sort_unstable();
    pairs.dedup();
    let mut people: BTreeMap<u32, usize> = BTreeMap::new();
    pairs.into_iter().for_each(|(code, _)| *people.entry(code).or_default() += 1);
    let mut shared: Vec<(usize, u32)> = people
        .into_iter()
        .filter(|(_, people)| *people >= FEWEST_PEOPLE)
        .map(|(code, people)| (people, code))
        .collect();
    shared.sort_by_key(|(people, code)| (std::cmp::Reverse(*people), *code));
    let shown =
        shared.into_iter().map(|(_, code)| code).filter(|code| may_be_shown(column, *code)).take(MOST_SHOWN);
    shown.map(|code| column.dictionary.get(code).to_owned()).collect()
}

/// Whether a value is present, is no long text, and names nobody.
fn may_be_shown(column: &Column, code: u32) -> bool {
    let value = column.dictionary.get(code);
    !column.is_missing(code)
        && value.chars().count() <= LONGEST
        && !holds_an_identifier(value)
        && !holds_an_address(value)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    fn table(row: impl Fn(usize) -> [String; 2]) -> Table {
        let rows: Vec<[String; 2]> = (0..60).map(row).collect();
        let rows = rows.iter().map(|row| row.each_ref().map(String::as_str));
        Table::from_rows(["value", "person"], rows, &[""]).unwrap()
    }

    fn shown(table: &Table, has_unit: bool) -> Vec<String> {
        let unit = has_unit.then(|| table.column("person").unwrap());
        shared_values(table, table.column("value").unwrap(), unit)
    }

    #[test]
    fn only_values_that_ten_people_share_are_shown_the_most_frequent_first() {
        fn value(row: usize) -> &'static str {
            match row {
                0..=29 => "a",
                30..=49 => "b",
                _ => ["c", ""][row % 2],
            }
        }
        let found = table(|row| [value(row).to_owned(), (row / 4).to_string()]);
        assert_eq!(shown(&found, false), ["a", "b"]);
        // Four rows each are of one person: a has eight people.
        assert!(shown(&found, true).is_empty());
    }

    #[test]
    fn what_names_somebody_is_never_shown() {
        for value in ["anna@example.org", "Anna Schmidt", "Hauptstraße 12"] {
            assert!(shown(&table(|row| [value.to_owned(), row.to_string()]), false).is_empty(), "{value}");
        }
        // Kern alone could be a word; beside a name it is taken for one.
        let doctors = table(|row| [["Dr. Anna Abel", "Kern"][row % 2].to_owned(), row.to_string()]);
        assert!(shown(&doctors, false).is_empty());
    }
}

//! Cells that name somebody, or say how somebody is reached, among cells that do not.

use super::homoglyphs::plain_look;
use incog_data::{Column, ValueType};
use incog_roles::{
    Meaning, NameEvidence, holds_a_telephone, holds_an_address, holds_an_identifier, named_in, read_name,
    stands_for_nothing,
};
use rayon::prelude::*;

/// Words of names of columns whose values are places, institutions and things, many of which are
/// called after people: a name counts there only where a title or a word for a relative stands
/// before it.
const CALLED_AFTER_PEOPLE: &[Meaning] = &[
    Meaning::Region,
    Meaning::Organisation,
    Meaning::Provider,
    Meaning::Payer,
    Meaning::Education,
    Meaning::Origin,
    Meaning::Thing,
];

/// So many different values that may be names are some.
///
/// A given and a family name that are both usual are found by chance in 1 of 300 towns of the
/// world, 1 of 95,000 diagnoses of ICD-10-CM and no occupation, so that one cell is enough. What
/// may be a name and may be something else is found in 1 of 100 towns and 1 of 10 firms of some
/// countries: two values, and one of ten.
const FEWEST_HINTS: usize = 2;

/// One of so many values that may be a name.
const HINT_IN: usize = 10;

/// How many rows have each kind of cell.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct Found {
    rows: u64,
    values: usize,
    addresses: u64,
    telephones: u64,
    identifiers: u64,
    names: u64,
    hints: u64,
    hinting_values: usize,
}

impl Found {
    fn and(self, other: Self) -> Self {
        Self {
            rows: self.rows + other.rows,
            values: self.values + other.values,
            addresses: self.addresses + other.addresses,
            telephones: self.telephones + other.telephones,
            identifiers: self.identifiers + other.identifiers,
            names: self.names + other.names,
            hints: self.hints + other.hints,
            hinting_values: self.hinting_values + other.hinting_values,
        }
    }

    /// What one value says, that stands in so many rows.
    fn of_value(value: &str, rows: u64, least: NameEvidence) -> Self {
        if stands_for_nothing(value) {
            return Self { rows, ..Self::default() };
        }
        let rows_if = |is_found: bool| if is_found { rows } else { 0 };
        let value = &*plain_look(value);
        let named = named_in(value);
        let is_hint = named == Some(NameEvidence::Hint);
        Self {
            rows,
            values: 1,
            addresses: rows_if(holds_an_address(value)),
            telephones: rows_if(holds_a_telephone(value)),
            identifiers: rows_if(holds_an_identifier(value)),
            names: rows_if(named >= Some(least)),
            hints: rows_if(is_hint),
            hinting_values: usize::from(is_hint),
        }
    }

    /// The rows that name somebody, if enough do.
    fn named(self, least: NameEvidence) -> u64 {
        let are_enough = self.hinting_values >= FEWEST_HINTS && self.hinting_values * HINT_IN >= self.values;
        let counts = least < NameEvidence::Introduced && are_enough;
        self.names + if counts { self.hints } else { 0 }
    }

    /// What was found, in words; nothing where nothing was.
    fn told(self, least: NameEvidence) -> Option<String> {
        let kinds = [
            (self.addresses, "an e-mail address or the number of an account"),
            (self.telephones, "a telephone number"),
            (self.identifiers, "a number, a date of birth or a place that leads to one person"),
            (self.named(least), "the name of a person"),
        ];
        let parts: Vec<String> = kinds
            .iter()
            .filter(|(rows, _)| *rows > 0)
            .map(|(rows, what)| format!("{what} in {rows} of {} rows", self.rows))
            .collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// Whom the name of a column names, or what it says of how somebody is reached; it is not repeated.
pub(super) fn told_by_name(column: &Column) -> Option<&'static str> {
    let name = &*plain_look(&column.name);
    match () {
        () if holds_an_address(name) => Some("an e-mail address or the number of an account"),
        () if holds_a_telephone(name) => Some("a telephone number"),
        () if named_in(&name.replace('_', " ")) == Some(NameEvidence::Full) => Some("the name of a person"),
        () => None,
    }
}

/// What single cells of a column say of somebody, with the rows that have them; no value is
/// repeated.
pub(super) fn told_by_cells(column: &Column, of_code: &[u64]) -> Option<String> {
    if column.value_type == ValueType::Date || column.value_type == ValueType::Decimal {
        return None;
    }
    let is_called_after = read_name(&column.name).first(CALLED_AFTER_PEOPLE).is_some();
    let least = if is_called_after { NameEvidence::Introduced } else { NameEvidence::Full };
    let found = of_code.par_iter().enumerate().filter(|(_, rows)| **rows > 0).map(|(code, &rows)| {
        // A dictionary has at most `u32::MAX` values, since its codes are of that type.
        Found::of_value(column.dictionary.get(code as u32), rows, least)
    });
    found.reduce(Found::default, Found::and).told(least)
}

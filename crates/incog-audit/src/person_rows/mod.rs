//! What the rows of one person tell together, where a release says which rows are one person's.

mod continued_rows;
mod followed_columns;
mod known_rows;
mod rows_by_person;

pub use continued_rows::continued_rows;
pub use followed_columns::followed_columns;
pub use known_rows::{KnownRowsRequest, known_rows};

use crate::lint::{Finding, Rule, Severity};
use incog_data::{Column, Table};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// A column of fewer values joins few rows, and so do several with fewer combinations.
const FEWEST_VALUES: usize = 20;

/// What the rows of one person tell together.
///
/// Models look at the classes of a table one by one. Where rows of a person can be joined, whoever
/// knows several of them can look for all at once: she hides among those people only whose rows
/// stand in the same classes, each as often.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkedFacts {
    /// How many people there are; rows that name nobody do not count.
    pub people: u64,
    /// The most rows of one of them.
    pub most_rows: u64,
    /// The fewest people whose rows stand in the same classes, each as often; 0 where there is
    /// nobody.
    pub fewest_alike: u64,
    /// How many people's rows stand in classes like nobody else's.
    pub alone: u64,
}

impl LinkedFacts {
    /// What a table tells whose column `person` says which rows are one person's;
    /// `quasi_identifiers` make its classes.
    ///
    /// ```
    /// use incog_audit::LinkedFacts;
    /// let rows = [["a", "30"], ["a", "40"], ["b", "30"], ["c", "30"]];
    /// let table = incog_data::Table::from_rows(["who", "age"], rows, &[])?;
    /// let facts = LinkedFacts::measure(&table, &table.columns()[0], &["age"]);
    /// // Two people have one row with 30 and nothing else; one has both.
    /// assert_eq!((facts.people, facts.most_rows, facts.fewest_alike, facts.alone), (3, 2, 1, 1));
    /// # Ok::<(), incog_data::TableError>(())
    /// ```
    pub fn measure(table: &Table, person: &Column, quasi_identifiers: &[&str]) -> Self {
        let rows_of = rows_of_people(table, person, quasi_identifiers);
        let most_rows = rows_of.values().map(Vec::len).max().unwrap_or(0);
        let people = rows_of.len();
        let mut alike: BTreeMap<Vec<Vec<u32>>, u64> = BTreeMap::new();
        rows_of.into_values().for_each(|rows| *alike.entry(rows).or_default() += 1);
        Self {
            people: people as u64,
            most_rows: most_rows as u64,
            fewest_alike: alike.values().copied().min().unwrap_or(0),
            alone: alike.values().filter(|people| **people == 1).count() as u64,
        }
    }
}

/// That rows of one person differ in quasi-identifiers and can be joined, if so.
pub fn linked_rows(table: &Table, person: &Column, quasi_identifiers: &[&str]) -> Option<Finding> {
    let rows_of = rows_of_people(table, person, quasi_identifiers);
    let people = rows_of.values().filter(|rows: &&Vec<Vec<u32>>| rows.first() != rows.last()).count();
    (people > 0).then(|| {
        let message = format!(
            "for {people} of {} people, the pseudonym links rows with different quasi-identifiers: anybody who knows several \
             values of a person (such as ages at two visits) can look for the pseudonym with all of them, and no model counts that",
            rows_of.len()
        );
        linked(&[person], message)
    })
}

/// For each person the quasi-identifiers of all rows, in order.
fn rows_of_people(
    table: &Table,
    person: &Column,
    quasi_identifiers: &[&str],
) -> BTreeMap<u32, Vec<Vec<u32>>> {
    let columns: Vec<&Column> = quasi_identifiers.iter().filter_map(|name| table.column(name)).collect();
    let mut rows_of: BTreeMap<u32, Vec<Vec<u32>>> = BTreeMap::new();
    for (row, who) in person.codes.iter().enumerate().filter(|(_, who)| !person.is_missing(*who)) {
        let cells = columns.iter().map(|column| column.one_missing(column.codes.at(row))).collect();
        rows_of.entry(who).or_default().push(cells);
    }
    rows_of.values_mut().for_each(|rows| rows.sort_unstable());
    rows_of
}

/// Groups of columns that join the rows of people: those whose first column has many values, each
/// by itself, and the others all together, if their first columns have as many combinations.
fn alone_or_together<'c, const N: usize>(found: &[[&'c Column; N]]) -> Vec<Vec<&'c Column>> {
    let (many, few): (Vec<&[&Column; N]>, Vec<&[&Column; N]>) =
        found.iter().partition(|columns| values_of(*columns) >= FEWEST_VALUES);
    let combinations = few.iter().map(|columns| values_of(*columns)).fold(1, usize::saturating_mul);
    let mut joined: Vec<Vec<&Column>> = many.into_iter().map(|columns| columns.to_vec()).collect();
    if combinations >= FEWEST_VALUES {
        joined.push(few.into_iter().flatten().copied().collect());
    }
    joined
}

/// The danger that columns join the rows of a person.
fn linked(columns: &[&Column], message: String) -> Finding {
    let names: Vec<&str> = columns.iter().map(|column| column.name.as_str()).collect();
    let column = names.join(" + ");
    Finding { severity: Severity::Danger, rule: Rule::LinkedRows, column, about: None, message }
}

fn values_of(columns: &[&Column]) -> usize {
    columns.first().map_or(1, |column| column.dictionary.len())
}

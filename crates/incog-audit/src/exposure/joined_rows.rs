//! The attacker who knows every published column of all rows of somebody, where a pseudonym joins
//! them.

use super::Exposure;
use crate::grouping::Grouping;
use crate::numbers::day_of;
use incog_data::{Column, CountedTable};
use std::collections::{BTreeMap, HashMap};

/// Columns of dates that a treatment moves together, by one number of days a person.
#[derive(Debug, Clone, Default)]
pub struct MovedColumns<'a>(pub Vec<&'a Column>);

/// The facts of a row: its group by the known columns, and for each moved date the days since the
/// earliest one that is moved together with it.
type KnownRow = (u32, Vec<Option<i64>>);

/// Measures a table as it is published, in which a pseudonym says which rows are one person's: a
/// record has as many lookalikes as there are people whose rows agree in all known columns, row for
/// row, and in the days between their moved dates. A row without a name is a person by itself.
///
/// ```
/// use incog_audit::{MovedColumns, exposure_of_joined_rows};
/// let rows = [
///     ["a", "flu", "2024-01-01"], ["a", "gout", "2024-01-08"],
///     ["b", "flu", "2023-05-01"], ["b", "gout", "2023-05-08"],
///     ["c", "flu", "2024-01-01"], ["c", "gout", "2024-01-09"],
/// ];
/// let table = incog_data::Table::from_rows(["who", "illness", "seen"], rows, &[])?;
/// let [who, illness, seen] = table.columns() else { unreachable!("three columns") };
/// // By their illnesses all three are alike; by the days between visits c is alone.
/// assert_eq!(exposure_of_joined_rows(&table, [illness], &[], who).alone(), 0.0);
/// let moved = [MovedColumns(vec![seen])];
/// assert_eq!(exposure_of_joined_rows(&table, [illness], &moved, who).alone(), 1.0 / 3.0);
/// # Ok::<(), incog_data::TableError>(())
/// ```
pub fn exposure_of_joined_rows<'a, 't>(
    table: impl Into<CountedTable<'t>>,
    known: impl IntoIterator<Item = &'a Column>,
    moved: &[MovedColumns<'a>],
    person: &Column,
) -> Exposure {
    let table = table.into();
    let groups = Grouping::of_columns(known, table.table().rows());
    let days: Vec<Vec<Vec<Option<i64>>>> =
        moved.iter().map(|one| one.0.iter().map(|column| days(column)).collect()).collect();
    let mut people_like: HashMap<Vec<KnownRow>, Vec<Vec<u32>>> = HashMap::new();
    for rows in rows_of_people(person) {
        people_like.entry(known_rows(&rows, &groups, &days)).or_default().push(rows);
    }
    let mut by_lookalikes = BTreeMap::new();
    for people in people_like.into_values() {
        let records: u64 = people.iter().flatten().map(|&row| table.count(row as usize)).sum();
        *by_lookalikes.entry(people.len() as u64).or_default() += records;
    }
    Exposure { by_lookalikes }
}

/// The rows of each person, and each row without a name by itself.
fn rows_of_people(person: &Column) -> impl Iterator<Item = Vec<u32>> {
    let rows = (0u32..).zip(person.codes.iter());
    let nameless = rows.filter(|(_, name)| person.is_missing(*name)).map(|(row, _)| vec![row]);
    nameless.chain(rows_by_name(person))
}

/// The rows of each person who has a name, ascending.
pub(crate) fn rows_by_name(person: &Column) -> Vec<Vec<u32>> {
    let mut of_name: BTreeMap<u32, Vec<u32>> = BTreeMap::new();
    for (row, name) in (0u32..).zip(person.codes.iter()).filter(|(_, name)| !person.is_missing(*name)) {
        of_name.entry(name).or_default().push(row);
    }
    of_name.into_values().collect()
}

fn known_rows(rows: &[u32], groups: &Grouping, days: &[Vec<Vec<Option<i64>>>]) -> Vec<KnownRow> {
    let first = |together: &Vec<Vec<Option<i64>>>| {
        together.iter().flat_map(|days| rows.iter().filter_map(|&row| days[row as usize])).min().unwrap_or(0)
    };
    let since: Vec<i64> = days.iter().map(first).collect();
    let known = |&row: &u32| {
        let row = row as usize;
        let moved = days.iter().zip(&since);
        let moved = moved.flat_map(|(together, since)| together.iter().map(move |days| (days[row], since)));
        (groups.of_row[row], moved.map(|(day, since)| Some(day? - since)).collect())
    };
    let mut known: Vec<KnownRow> = rows.iter().map(known).collect();
    known.sort_unstable();
    known
}

/// The days of a column by row; none where a cell is no date.
pub(crate) fn days(column: &Column) -> Vec<Option<i64>> {
    let of_code: Vec<Option<i64>> =
        column.dictionary.iter().map(|text| day_of(text).map(|day| day as i64)).collect();
    column.codes.iter().map(|code| of_code[code as usize]).collect()
}

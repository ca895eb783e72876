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

/// What is known of a row: its group by the known columns, and for each moved date the days since
/// the earliest one that is moved together with it.
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
    let rows = table.table().rows();
    let groups = Grouping::of_columns(known, rows);
    let days: Vec<Vec<Vec<Option<i64>>>> =
        moved.iter().map(|one| one.0.iter().map(|column| days(column)).collect()).collect();
    let mut people_like: HashMap<Vec<KnownRow>, Vec<Vec<usize>>> = HashMap::new();
    for rows in rows_of_people(person, rows) {
        people_like.entry(known_rows(&rows, &groups, &days)).or_default().push(rows);
    }
    let mut by_lookalikes = BTreeMap::new();
    for people in people_like.into_values() {
        let records: u64 = people.iter().flatten().map(|&row| table.count(row)).sum();
        *by_lookalikes.entry(people.len() as u64).or_default() += records;
    }
    Exposure { by_lookalikes }
}

/// The rows of each person.
fn rows_of_people(person: &Column, rows: usize) -> Vec<Vec<usize>> {
    let mut of_name: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
    let mut people = Vec::new();
    for row in 0..rows {
        let name = person.codes.at(row);
        match person.is_missing(name) {
            true => people.push(vec![row]),
            false => of_name.entry(name).or_default().push(row),
        }
    }
    people.extend(of_name.into_values());
    people
}

fn known_rows(rows: &[usize], groups: &Grouping, days: &[Vec<Vec<Option<i64>>>]) -> Vec<KnownRow> {
    let first = |together: &Vec<Vec<Option<i64>>>| {
        together.iter().flat_map(|days| rows.iter().filter_map(|&row| days[row])).min().unwrap_or(0)
    };
    let since: Vec<i64> = days.iter().map(first).collect();
    let known = |&row: &usize| {
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

//! Everybody's own k, read and counted from tables alone.

use crate::AuditRequest;
use crate::grouping::Grouping;
use crate::units::Units;
use incog_data::{Column, CountedTable, Table};
use std::collections::{BTreeMap, BTreeSet};

/// The k of whoever is to be in no class.
const IN_NO_CLASS: u64 = u64::MAX;

/// The k that the person of each cell of a table asks for, where a column says it; `None` inside
/// where the column does not.
///
/// A person asks for the most that one of her records in the original table asks for.
pub(super) fn own_k_of_cell(
    table: CountedTable<'_>,
    request: &AuditRequest<'_>,
    cells: &Grouping,
) -> Option<Vec<Option<u64>>> {
    let column = table.column(request.own_k.as_ref()?)?;
    let rows = cells.representatives.iter().map(|&row| row as usize);
    let Some(unit) = &request.unit else { return Some(rows.map(|row| of_record(column, row)).collect()) };
    let whole = request.original.unwrap_or(table);
    let of_person = of_people(whole.table(), request.own_k.as_ref()?, unit)?;
    let names = table.column(unit)?;
    Some(rows.map(|row| of_person.get(&name(names, row)).copied().flatten()).collect())
}

/// For each row of a table the size that its class has at least, as `column` says it: 0 there asks
/// for a size that no class has.
///
/// Where `unit` names people, each asks for the most that one of her records asks for. `None` where
/// a column is missing, or a value is no whole number.
pub fn own_k_of_rows(table: &Table, column: &str, unit: Option<&str>) -> Option<Vec<u64>> {
    let own = table.column(column)?;
    let Some(unit) = unit else { return (0..table.rows()).map(|row| of_record(own, row)).collect() };
    let (of_person, names) = (of_people(table, column, unit)?, table.column(unit)?);
    (0..table.rows()).map(|row| of_person.get(&name(names, row)).copied().flatten()).collect()
}

/// How many of a class ask for more than it has, and for at least `k`; `None` where it is not known
/// what somebody asks for.
pub(super) fn below_own_k(
    cells: &[(u32, u64)],
    own_k_of_cell: &[Option<u64>],
    units: &Units,
    k: u64,
) -> Option<u64> {
    let size = units.count(cells);
    let mut below = Vec::new();
    for &(cell, count) in cells.iter().filter(|(_, count)| *count > 0) {
        if own_k_of_cell[cell as usize]?.max(k) > size {
            below.push((cell, count));
        }
    }
    Some(units.count(&below))
}

/// What a record asks for.
fn of_record(column: &Column, row: usize) -> Option<u64> {
    let text = column.value(row).trim();
    let is_written_as_number = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    let number: f64 = text.parse().ok().filter(|_| is_written_as_number)?;
    let is_known = !column.is_missing(column.codes.at(row)) && number.fract() == 0.0;
    is_known.then_some(if number == 0.0 { IN_NO_CLASS } else { number as u64 })
}

/// A person, all whose name is missing being one.
fn name(unit: &Column, row: usize) -> Option<&str> {
    (!unit.is_missing(unit.codes.at(row))).then(|| unit.value(row))
}

/// What each person of a table asks for.
fn of_people<'t>(
    table: &'t Table,
    own_k: &str,
    unit: &str,
) -> Option<BTreeMap<Option<&'t str>, Option<u64>>> {
    let (own, unit) = (table.column(own_k)?, table.column(unit)?);
    let said: BTreeSet<(Option<&str>, Option<u64>)> =
        (0..table.rows()).map(|row| (name(unit, row), of_record(own, row))).collect();
    let mut of_person: BTreeMap<Option<&str>, Option<u64>> = BTreeMap::new();
    for (person, asked) in said {
        let most = of_person.entry(person).or_insert(Some(0));
        *most = most.zip(asked).map(|(most, asked)| most.max(asked));
    }
    Some(of_person)
}

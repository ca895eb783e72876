//! Which rows of the table are in which class, and which of them stay in the release.

use super::secret::Secret;
use incog_data::{Classes, Column, Kept, RowMap, Table, mix, text_hash};
use std::collections::HashMap;

/// Where each row of a table goes.
pub(super) struct DealtRows {
    /// For each row its class.
    pub class_of_row: Vec<u32>,
    /// For each row whether it stays.
    pub stays: Vec<bool>,
}

/// Deals the rows of a table to the classes and decides which of them stay.
///
/// Where records that the plan does not distinguish (of one tuple and cell) go to several classes, or where only some
/// of those in a class stay, the hash of their published content decides: `released` are the columns that are
/// published. Rows with equal content are interchangeable, so the order of the input changes nothing.
pub(super) fn deal_rows(
    classes: &Classes<'_>,
    map: &RowMap,
    table: &Table,
    released: &[usize],
    draw: &Draw,
) -> DealtRows {
    let hashes = ContentHash::new(table, released, draw);
    let divided = divide(classes, map, &hashes);
    let mut partial: Vec<(u32, u32, u64, u32)> = Vec::new();
    let rows = map.tuple_of_row.len();
    let mut dealt = DealtRows { class_of_row: Vec::with_capacity(rows), stays: vec![false; rows] };
    for (row, &tuple) in (0u32..).zip(&map.tuple_of_row) {
        let class = classes.only_class_of(tuple as usize).unwrap_or_else(|| divided[&row]);
        dealt.class_of_row.push(class);
        match &classes.all()[class as usize].retention {
            Kept::All => dealt.stays[row as usize] = true,
            Kept::Nothing => {}
            Kept::Part(_) => {
                partial.push((class, map.cell_of_row[row as usize], hashes.of(row as usize), row));
            }
        }
    }
    partial.sort_unstable();
    for group in partial.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let (class, cell, ..) = group[0];
        let kept = classes.all()[class as usize].kept_cells();
        let quota = kept.iter().find(|kept| kept.cell == cell).map_or(0, |kept| kept.count as usize);
        for &(.., row) in &group[..quota.min(group.len())] {
            dealt.stays[row as usize] = true;
        }
    }
    dealt
}

/// The class of each row of a tuple that is in several: those with the smallest hashes are in the first.
fn divide(classes: &Classes<'_>, map: &RowMap, hashes: &ContentHash<'_>) -> HashMap<u32, u32> {
    let is_divided = |(_, tuple): &(u32, &u32)| classes.only_class_of(**tuple as usize).is_none();
    let rows = (0u32..).zip(&map.tuple_of_row).filter(is_divided);
    let mut rows: Vec<(u32, u32, u64, u32)> = rows
        .map(|(row, &tuple)| (tuple, map.cell_of_row[row as usize], hashes.of(row as usize), row))
        .collect();
    rows.sort_unstable();
    let mut class_of_row = HashMap::new();
    for group in rows.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
        let (tuple, cell, ..) = group[0];
        let of_cell = classes.parts_of(tuple as usize).flat_map(|part| {
            let counts = part.cells.iter().filter(|count| count.cell == cell);
            counts.flat_map(move |count| std::iter::repeat_n(part.class as u32, count.count as usize))
        });
        class_of_row.extend(group.iter().map(|(.., row)| *row).zip(of_cell));
    }
    class_of_row
}

/// What decides which of several equal records stay.
pub(crate) enum Draw {
    /// A number that is in the report.
    Seed(u64),
    /// A secret that only the steward knows, so that nobody else can tell which of two records would have stayed.
    Secret(Secret),
}

impl Draw {
    /// By the secret, if there is one; otherwise by the seed.
    pub fn of(secret: Option<&Secret>, seed: u64) -> Self {
        secret.cloned().map_or(Self::Seed(seed), Self::Secret)
    }

    /// The hash of each row of a table by its values in some columns.
    pub fn of_rows<'a>(&self, table: &'a Table, columns: &[usize]) -> impl Fn(usize) -> u64 + use<'a> {
        let hashes = ContentHash::new(table, columns, self);
        move |row| hashes.of(row)
    }

    /// A column whose values, still different ones, begin with what they have drawn.
    pub fn of_values(&self, column: &Column) -> Column {
        let drawn = self.hashes(column).into_iter().zip(column.dictionary.iter());
        let texts: Vec<String> = drawn.map(|(hash, value)| format!("{hash:016x}{value}")).collect();
        Column { dictionary: texts.iter().map(String::as_str).collect(), ..column.clone() }
    }

    /// The hash of each value of a column.
    fn hashes(&self, column: &Column) -> Vec<u64> {
        let values = column.dictionary.iter();
        match self {
            Self::Seed(seed) => {
                let salt = text_hash(seed ^ 0x9e37_79b9_7f4a_7c15, &column.name);
                values.map(|value| text_hash(salt, value)).collect()
            }
            Self::Secret(secret) => {
                let purpose = format!("which records stay: {}", column.name);
                values.map(|value| secret.hash(&purpose, value)).collect()
            }
        }
    }
}

/// A hash of a row's published values that does not depend on codes, so not on the order of
/// rows.
struct ContentHash<'a> {
    /// For each published column its codes and the hash of the value of each code.
    columns: Vec<(&'a [u32], Vec<u64>)>,
}

impl<'a> ContentHash<'a> {
    fn new(table: &'a Table, released: &[usize], draw: &Draw) -> Self {
        let columns = released
            .iter()
            .map(|&index| {
                let column = &table.columns()[index];
                (column.codes.as_slice(), draw.hashes(column))
            })
            .collect();
        Self { columns }
    }

    fn of(&self, row: usize) -> u64 {
        let values = self.columns.iter().map(|(codes, hashes)| hashes[codes[row] as usize]);
        values.fold(0, |state, value| mix(state.rotate_left(5) ^ value))
    }
}

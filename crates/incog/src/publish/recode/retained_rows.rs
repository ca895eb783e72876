//! Which rows of the table are in which class, and which of them stay in the release.

use incog_card::is_planted;
use incog_data::{Classes, Kept, RowMap, Table};
use incog_disclosure::published::draw::{KeyedDraw, TieBreaker};
use rayon::prelude::*;
use std::collections::HashMap;

/// Rows that a thread has at least.
const LEAST_ROWS: usize = 1 << 14;

/// For each row of a table its class. Nobody needs it any longer when the release is made.
pub(in crate::publish) struct ClassOfRow(pub Vec<u32>);

/// Deals the rows of a table to the classes and decides for each whether it stays.
///
/// Where records that the plan does not distinguish (of one tuple and cell) go to several classes,
/// or where only some of those in a class stay, the tie-break hash of their published content
/// decides: `released` are the columns that are published. Rows with equal content are
/// interchangeable, so the order of the input changes nothing.
pub(in crate::publish) fn allocate_rows(
    classes: &Classes<'_>,
    map: &RowMap,
    table: &Table,
    released: &[usize],
    draw: &KeyedDraw,
) -> (ClassOfRow, Vec<bool>) {
    let ties = TieBreaker::new(table, released, draw);
    let divided = divide(classes, map, &ties);
    let class_of = |(row, &tuple): (usize, &u32)| {
        classes.only_class_of(tuple as usize).unwrap_or_else(|| divided[&(row as u32)])
    };
    let class_of_row: Vec<u32> =
        map.tuple_of_row.par_iter().enumerate().with_min_len(LEAST_ROWS).map(class_of).collect();
    let retention = |class: u32| &classes.all()[class as usize].retention;
    let is_whole =
        |&class: &u32| matches!(retention(class), Kept::All) || is_planted("a class that fails is published");
    let mut stays: Vec<bool> = class_of_row.par_iter().with_min_len(LEAST_ROWS).map(is_whole).collect();
    let in_part = |(row, &class): (usize, &u32)| match retention(class) {
        Kept::Part(_) => {
            let hash = if is_planted("who stays by the order of the input") {
                row as u64
            } else {
                ties.hash(row as u32)
            };
            Some(((class, map.cell_of(row)), hash, row as u32))
        }
        Kept::All | Kept::Nothing => None,
    };
    let mut partial: Vec<((u32, u32), u64, u32)> =
        class_of_row.par_iter().enumerate().with_min_len(LEAST_ROWS).filter_map(in_part).collect();
    ties.sort(&mut partial);
    for group in partial.chunk_by(|a, b| a.0 == b.0) {
        let (class, cell) = group[0].0;
        let kept = classes.all()[class as usize].kept_cells();
        let quota = kept.iter().find(|kept| kept.cell == cell).map_or(0, |kept| kept.count as usize);
        let quota = quota + usize::from(is_planted("a suppressed record is published"));
        for &(.., row) in &group[..quota.min(group.len())] {
            stays[row as usize] = true;
        }
    }
    (ClassOfRow(class_of_row), stays)
}

/// The class of each row of a tuple that is in several: those with the smallest hashes are in the
/// first.
fn divide(classes: &Classes<'_>, map: &RowMap, ties: &TieBreaker<'_>) -> HashMap<u32, u32> {
    let is_divided = |(_, tuple): &(u32, &u32)| classes.only_class_of(**tuple as usize).is_none();
    let rows = (0u32..).zip(&map.tuple_of_row).filter(is_divided);
    let mut rows: Vec<((u32, u32), u64, u32)> =
        rows.map(|(row, &tuple)| ((tuple, map.cell_of(row as usize)), ties.hash(row), row)).collect();
    ties.sort(&mut rows);
    let mut class_of_row = HashMap::new();
    for group in rows.chunk_by(|a, b| a.0 == b.0) {
        let (tuple, cell) = group[0].0;
        let of_cell = classes.parts_of(tuple as usize).flat_map(|part| {
            let counts = part.cells.iter().filter(|count| count.cell == cell);
            counts.flat_map(move |count| std::iter::repeat_n(part.class as u32, count.count as usize))
        });
        class_of_row.extend(group.iter().map(|(.., row)| *row).zip(of_cell));
    }
    class_of_row
}

//! Rows that stand for several records, divided so that all records of a row share one fate.

use crate::publish::prepare::bound_table::BoundTable;
use crate::publish::recode::recoding::released_columns;
use crate::publish::recode::retained_rows::ClassOfRow;
use incog_data::{Classes, Kept, RowMap};
use incog_disclosure::published::draw::{KeyedDraw, TieBreaker};
use std::borrow::Cow;
use std::collections::HashMap;

/// A table of which all records of a row are in one class, and stay or go together.
pub(in crate::publish) struct RowAllocation<'a> {
    /// The table: that of the input, or its rows in parts.
    pub input: Cow<'a, BoundTable>,
    /// For each part the row of the input that it is of; `None` where each row is one record.
    pub row_of_part: Option<Vec<u32>>,
    /// Which of its rows stay.
    pub stays: Vec<bool>,
}

/// Some records of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Part {
    row: u32,
    class: u32,
    stays: bool,
    records: u32,
}

/// Divides the rows of a table that was counted as
/// [`super::retained_rows::allocate_rows`] deals single records: the records of a
/// row draw equal hashes, and follow each other.
pub(in crate::publish) fn allocate_parts<'a>(
    input: &'a BoundTable,
    classes: &Classes<'_>,
    map: &RowMap,
    draw: &KeyedDraw,
) -> (RowAllocation<'a>, ClassOfRow) {
    let ties = TieBreaker::new(&input.table, &released_columns(input), draw);
    let parts = kept(classes, map, divided(classes, map, input, &ties), &ties);
    let rows: Vec<usize> = parts.iter().map(|part| part.row as usize).collect();
    let input = BoundTable {
        table: input.table.with_rows(&rows),
        counts: Some(parts.iter().map(|part| part.records).collect()),
        ..input.clone()
    };
    let class_of_row = parts.iter().map(|part| part.class).collect();
    let stays = parts.iter().map(|part| part.stays).collect();
    let row_of_part = Some(parts.iter().map(|part| part.row).collect());
    (RowAllocation { input: Cow::Owned(input), row_of_part, stays }, ClassOfRow(class_of_row))
}

impl RowAllocation<'_> {
    /// The rows of the input that rows of the divided table are of.
    pub fn origins(&self, rows: &[u32]) -> Vec<u32> {
        let origin = |&row: &u32| self.row_of_part.as_ref().map_or(row, |origins| origins[row as usize]);
        rows.iter().map(origin).collect()
    }
}

/// The rows by class: those of a tuple that is in several go to the first of them as their hashes
/// are small.
fn divided(classes: &Classes<'_>, map: &RowMap, input: &BoundTable, ties: &TieBreaker<'_>) -> Vec<Part> {
    let (mut parts, mut in_several) = (Vec::new(), Vec::new());
    for (row, &tuple) in (0u32..).zip(&map.tuple_of_row) {
        let records = input.counts().at(row as usize) as u32;
        match classes.only_class_of(tuple as usize) {
            Some(class) => parts.push(Part { row, class, stays: true, records }),
            None => in_several.push(((tuple, map.cell_of(row as usize)), ties.hash(row), row)),
        }
    }
    ties.sort(&mut in_several);
    for group in in_several.chunk_by(|a, b| a.0 == b.0) {
        let (tuple, cell) = group[0].0;
        let mut quotas = classes.parts_of(tuple as usize).flat_map(|part| {
            let counts = part.cells.iter().filter(move |count| count.cell == cell);
            counts.map(move |count| (part.class as u32, count.count))
        });
        let mut open = quotas.next();
        for &(.., row) in group {
            let mut left = input.counts().at(row as usize) as u32;
            while let Some((class, quota)) = open.filter(|_| left > 0) {
                let records = quota.min(left);
                if records > 0 {
                    parts.push(Part { row, class, stays: true, records });
                }
                left -= records;
                open = if quota > records { Some((class, quota - records)) } else { quotas.next() };
            }
        }
    }
    parts
}

/// Divides the parts of each class into those that stay and those that go.
fn kept(classes: &Classes<'_>, map: &RowMap, parts: Vec<Part>, ties: &TieBreaker<'_>) -> Vec<Part> {
    let (mut settled, mut drawn) = (Vec::new(), Vec::new());
    for (place, part) in (0u32..).zip(&parts) {
        match &classes.all()[part.class as usize].retention {
            Kept::All => settled.push(*part),
            Kept::Nothing => settled.push(Part { stays: false, ..*part }),
            Kept::Part(_) => {
                drawn.push(((part.class, map.cell_of(part.row as usize)), ties.hash(part.row), place));
            }
        }
    }
    let mut quotas: HashMap<(u32, u32), u32> = HashMap::new();
    ties.sort_by_rows(&mut drawn, |place| parts[place as usize].row);
    for &((class, cell), _, place) in &drawn {
        let of_cell = || {
            let kept = classes.all()[class as usize].kept_cells();
            kept.iter().find(|kept| kept.cell == cell).map_or(0, |kept| kept.count)
        };
        let quota = quotas.entry((class, cell)).or_insert_with(of_cell);
        let part = parts[place as usize];
        let stay = part.records.min(*quota);
        *quota -= stay;
        let divided = [(true, stay), (false, part.records - stay)];
        settled.extend(
            divided.into_iter().filter(|(_, records)| *records > 0).map(|(stays, records)| Part {
                stays,
                records,
                ..part
            }),
        );
    }
    settled.sort_unstable_by_key(|part| (part.row, part.class, !part.stays));
    settled
}

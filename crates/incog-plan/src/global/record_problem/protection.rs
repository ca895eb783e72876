//! How far the classes of a genome are from meeting the privacy models.

use super::ClassTable;
use super::records::Records;
use crate::global::shortfall::shortfall;
use incog_data::{CellCount, ClassView};
use incog_privacy::Conjunction;
use incog_search::evolutionary::Bits;

/// The shortfalls of classes of up to this many records of two cells are remembered.
const REMEMBERED: u32 = 192;

/// The shortfalls of classes.
pub(super) struct Protection<'a> {
    models: &'a Conjunction,
    /// Cells that the models tell apart.
    cells: usize,
    /// Shortfalls of classes of 0, 1, 2, ... records, where sizes alone decide; larger ones have
    /// none.
    of_sizes: Vec<f64>,
}

/// Shortfalls worked out so far, by size and records of the second cell; NaN for all others.
#[derive(Default)]
pub(super) struct Memory {
    of_two_cells: Vec<f64>,
    cells: Vec<CellCount>,
}

/// The records that a genome keeps, counted by class.
pub(super) struct Counted<'a> {
    pub table: &'a ClassTable,
    pub records: &'a Records,
    pub kept: &'a Bits,
    pub counts: &'a [u32],
}

impl<'a> Protection<'a> {
    pub fn new(models: &'a Conjunction, cells: usize) -> Self {
        let cells = if models.is_size_only() { 1 } else { cells };
        let mut protection = Self { models, cells, of_sizes: Vec::new() };
        if models.is_size_only() {
            let class = |count| [CellCount { cell: 0, count }];
            let sizes = 1..u32::try_from(models.minimum_size()).unwrap_or(u32::MAX).min(1 << 20);
            let of_sizes = sizes.map(|size| shortfall(models, &ClassView::new(&class(size))));
            protection.of_sizes = std::iter::once(0.0).chain(of_sizes).collect();
        }
        protection
    }

    /// Cells that counting must tell apart.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// Counts the kept records of each class, by cell where there are two, and returns their sum.
    ///
    /// Where more records are kept than dropped it is the dropped ones that are counted, and taken
    /// away.
    pub fn count(&self, table: &ClassTable, kept: &Bits, counts: &mut Vec<u32>) -> u64 {
        let sum = kept.count_ones();
        let most_are_kept = self.cells <= 2 && 2 * sum > kept.len();
        counts.clear();
        if most_are_kept {
            counts.extend_from_slice(if self.cells == 2 { &table.by_cell } else { &table.sizes });
            for_each_slot(table, kept, true, |slot| counts[slot as usize] -= 1);
        } else {
            counts.resize(table.classes() * self.cells.min(2), 0);
            let cells = self.cells as u32;
            match cells {
                1 | 2 => for_each_slot(table, kept, false, |slot| counts[slot as usize] += 1),
                _ => for_each_slot(table, kept, false, |slot| counts[2 * (slot / cells) as usize] += 1),
            }
        }
        sum as u64
    }

    /// The kept records of each class, whatever their cell.
    pub fn kept<'c>(&self, counts: &'c [u32], sums: &'c mut Vec<u32>) -> &'c [u32] {
        if self.cells == 1 {
            return counts;
        }
        sums.clear();
        sums.extend(counts.chunks_exact(2).map(|cells| cells[0] + cells[1]));
        sums
    }

    /// The largest shortfall of a class; 0 when all meet the models.
    pub fn worst(&self, counted: &Counted<'_>, memory: &mut Memory) -> f64 {
        if self.cells == 1 {
            // Classes that keep no record come out as the largest.
            let smallest = counted.counts.iter().map(|size| size.wrapping_sub(1)).min();
            return self.of_size(smallest.unwrap_or(u32::MAX).wrapping_add(1));
        }
        let mut worst = 0.0f64;
        self.for_each_class(counted, memory, |shortfall| worst = worst.max(shortfall));
        worst
    }

    /// The shortfall of every class; 0 for those that keep no record.
    pub fn shortfalls(&self, counted: &Counted<'_>, memory: &mut Memory, shortfalls: &mut Vec<f64>) {
        shortfalls.clear();
        self.for_each_class(counted, memory, |shortfall| shortfalls.push(shortfall));
    }

    fn for_each_class(&self, counted: &Counted<'_>, memory: &mut Memory, mut tell: impl FnMut(f64)) {
        let Counted { table, records, kept, counts } = counted;
        match self.cells {
            1 => counts.iter().for_each(|&size| tell(self.of_size(size))),
            2 => counts.chunks_exact(2).for_each(|cells| tell(self.of_two(cells[0], cells[1], memory))),
            _ => {
                let cells = &mut memory.cells;
                for bounds in table.starts.windows(2) {
                    let members = &table.order[bounds[0] as usize..bounds[1] as usize];
                    gather(members, records, kept, cells);
                    tell(shortfall(self.models, &ClassView::new(cells)));
                }
            }
        }
    }

    fn of_size(&self, size: u32) -> f64 {
        match self.of_sizes.get(size as usize) {
            Some(&shortfall) => shortfall,
            None if self.models.is_size_only() && u64::from(size) >= self.models.minimum_size() => 0.0,
            None => shortfall(self.models, &ClassView::new(&[CellCount { cell: 0, count: size }])),
        }
    }

    fn of_two(&self, first: u32, second: u32, memory: &mut Memory) -> f64 {
        let size = first + second;
        if size >= REMEMBERED {
            return self.of_cells(first, second);
        }
        if memory.of_two_cells.is_empty() {
            memory.of_two_cells.resize((REMEMBERED * (REMEMBERED + 1) / 2) as usize, f64::NAN);
        }
        let known = &mut memory.of_two_cells[(size * (size + 1) / 2 + second) as usize];
        if known.is_nan() {
            *known = self.of_cells(first, second);
        }
        *known
    }

    fn of_cells(&self, first: u32, second: u32) -> f64 {
        let cells = [CellCount { cell: 0, count: first }, CellCount { cell: 1, count: second }];
        match (first, second) {
            (0, 0) => 0.0,
            (0, _) => shortfall(self.models, &ClassView::new(&cells[1..])),
            (_, 0) => shortfall(self.models, &ClassView::new(&cells[..1])),
            _ => shortfall(self.models, &ClassView::new(&cells)),
        }
    }
}

/// Calls `tell` with the slot of every record that is kept, or of every one that is `dropped`.
fn for_each_slot(table: &ClassTable, kept: &Bits, dropped: bool, mut tell: impl FnMut(u32)) {
    for (slots, &word) in table.slots.chunks(64).zip(kept.words()) {
        let all = u64::MAX >> (64 - slots.len());
        let mut rest = if dropped { all & !word } else { word };
        while rest != 0 {
            tell(slots[rest.trailing_zeros() as usize]);
            rest &= rest - 1;
        }
    }
}

/// The kept ones of some records that are sorted by cell, as a histogram.
fn gather(members: &[u32], records: &Records, kept: &Bits, cells: &mut Vec<CellCount>) {
    cells.clear();
    for &record in members {
        if !kept.get(record as usize) {
            continue;
        }
        let cell = records.counted_cell_of()[record as usize];
        match cells.last_mut() {
            Some(last) if last.cell == cell => last.count += 1,
            _ => cells.push(CellCount { cell, count: 1 }),
        }
    }
}

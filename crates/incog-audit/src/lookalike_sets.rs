//! The crowd a record hides in: the records that an attacker cannot tell apart from it.

use super::grouping::Grouping;

/// For each kind of record, the crowd it hides in: how many records hide there, how large the crowd
/// is, and how the crowd is spread over *cells* (combinations of sensitive values and provider).
///
/// Where missing cells are values of their own or left out, crowds are equivalence classes; where
/// they match anything, each distinct combination has a crowd of its own, and crowds overlap.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct LookalikeSets {
    /// Records that hide in this crowd.
    pub(super) records: Vec<u64>,
    /// Records in the crowd.
    pub(super) sizes: Vec<u64>,
    starts: Vec<usize>,
    cells: Vec<(u32, u64)>,
}

impl LookalikeSets {
    /// The equivalence classes of a grouping as crowds.
    /// `count` says how many records a row stands for.
    pub(super) fn of_classes(classes: &Grouping, cells: &Grouping, count: impl Fn(u32) -> u64) -> Self {
        if cells.len() == 1 {
            let mut sizes = vec![0; classes.len()];
            (0u32..).zip(&classes.of_row).for_each(|(row, &class)| sizes[class as usize] += count(row));
            return Self::of_sizes(sizes);
        }
        let (starts, rows) = classes.rows_by_group();
        let mut crowds = Self::default();
        let mut tally = Tally::new(cells.len());
        for window in starts.windows(2) {
            for &row in &rows[window[0]..window[1]] {
                tally.add(cells.of_row[row as usize], count(row));
            }
            crowds.push_class(&mut tally);
        }
        crowds
    }

    /// Equivalence classes of so many records, all in one cell.
    pub(super) fn of_sizes(sizes: Vec<u64>) -> Self {
        let starts = (0..=sizes.len()).collect();
        Self { cells: sizes.iter().map(|&size| (0, size)).collect(), starts, records: sizes.clone(), sizes }
    }

    /// One crowd with these records by cell, ascending by cell; none without records.
    pub(super) fn of_cells(cells: impl Iterator<Item = (u32, u64)>) -> Self {
        let cells: Vec<(u32, u64)> = cells.filter(|&(_, count)| count > 0).collect();
        let size = cells.iter().map(|&(_, count)| count).sum();
        if size == 0 {
            return Self::default();
        }
        Self { records: vec![size], sizes: vec![size], starts: vec![0, cells.len()], cells }
    }

    /// Adds the class in `tally`, all of whose records hide in it, and empties the tally.
    fn push_class(&mut self, tally: &mut Tally) {
        self.push(0, tally);
        if let (Some(records), Some(size)) = (self.records.last_mut(), self.sizes.last()) {
            *records = *size;
        }
    }

    /// Adds the crowd in `tally`, in which `records` records hide, and empties the tally.
    pub(super) fn push(&mut self, records: u64, tally: &mut Tally) {
        if self.starts.is_empty() {
            self.starts.push(0);
        }
        let before = self.cells.len();
        tally.drain_into(&mut self.cells);
        self.records.push(records);
        self.sizes.push(self.cells[before..].iter().map(|&(_, count)| count).sum());
        self.starts.push(self.cells.len());
    }

    /// Number of crowds.
    pub(super) fn len(&self) -> usize {
        self.records.len()
    }

    /// Records of a crowd by cell, ascending by cell.
    pub(super) fn cells(&self, crowd: usize) -> &[(u32, u64)] {
        &self.cells[self.starts[crowd]..self.starts[crowd + 1]]
    }
}

/// Counts by code that are quick to empty.
#[derive(Debug)]
pub(super) struct Tally {
    counts: Vec<u64>,
    touched: Vec<u32>,
}

impl Tally {
    pub(super) fn new(codes: usize) -> Self {
        Self { counts: vec![0; codes], touched: Vec::new() }
    }

    pub(super) fn add(&mut self, code: u32, count: u64) {
        let slot = &mut self.counts[code as usize];
        if *slot == 0 {
            self.touched.push(code);
        }
        *slot += count;
    }

    /// Appends the codes counted, ascending, with their counts, and resets the counts.
    pub(super) fn drain_into(&mut self, counts: &mut Vec<(u32, u64)>) {
        self.touched.sort_unstable();
        let slots = &mut self.counts;
        counts.extend(self.touched.drain(..).map(|code| (code, std::mem::take(&mut slots[code as usize]))));
    }
}

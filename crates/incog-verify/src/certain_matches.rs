//! Which records of the input a released one of a local recoding stands for, where the labels leave
//! no choice.

use super::matching::CommonColumn;
use super::record_cover::{EqualGroups, EqualRecords, LocalColumn, covered, of_both};
use std::collections::HashMap;

/// For each released record a row of the input, where it is certain which rows the records that
/// look like it are, taken together; every released record is known to be another record of the
/// input.
///
/// Two rules are applied until neither finds anything: released records that need all rows they can
/// have, have them; and where nothing was suppressed, rows that only one kind of released records
/// can have, are theirs.
pub(super) fn certain_rows(
    columns: &[LocalColumn<'_>],
    plain: &[&CommonColumn],
    rows: (usize, usize),
) -> Vec<Option<u32>> {
    let (sources, wanted) = of_both(columns, plain, rows, None);
    let (input, released) = (rows_of(&sources), rows_of(&wanted));
    let mut row_of = vec![None; rows.1];
    for (wanted, sources) in wanted.of_plain.iter().zip(&sources.of_plain) {
        let covered = covered(columns, wanted, sources);
        let taken = Taking::new(wanted, sources, &covered).finish(rows.0 == rows.1);
        for (kind, taken) in wanted.iter().zip(taken) {
            let of_input = taken.iter().flatten().flat_map(|&source| &input[&sources[source].row]);
            released[&kind.row].iter().zip(of_input).for_each(|(&at, &row)| row_of[at as usize] = Some(row));
        }
    }
    row_of
}

/// The rows of each kind, by its first.
fn rows_of(groups: &EqualGroups) -> HashMap<u32, Vec<u32>> {
    let mut rows: HashMap<u32, Vec<u32>> = HashMap::new();
    (0u32..).zip(&groups.first_of_row).for_each(|(row, &first)| rows.entry(first).or_default().push(row));
    rows
}

/// Kinds of released records that take whole kinds of the input.
struct Taking {
    /// Records that each kind still wants.
    wants: Vec<u64>,
    /// Which kinds of the input it may still take.
    choices: Vec<Vec<usize>>,
    /// Which it has taken.
    taken: Vec<Vec<usize>>,
    /// Records of each kind of the input.
    has: Vec<u64>,
    /// Whether each kind of the input is taken.
    is_taken: Vec<bool>,
}

impl Taking {
    fn new(wanted: &[EqualRecords], sources: &[EqualRecords], covered: &[Vec<u32>]) -> Self {
        let choices = |covered: &Vec<u32>| covered.iter().map(|&source| source as usize).collect();
        Self {
            wants: wanted.iter().map(|kind| kind.records).collect(),
            choices: covered.iter().map(choices).collect(),
            taken: vec![Vec::new(); wanted.len()],
            has: sources.iter().map(|kind| kind.records).collect(),
            is_taken: vec![false; sources.len()],
        }
    }

    /// What each kind takes, where all of it is certain.
    fn finish(mut self, is_whole: bool) -> Vec<Option<Vec<usize>>> {
        while self.take_all_that_is_left() || is_whole && self.take_what_nobody_else_can() {}
        let is_done = self.wants.into_iter().map(|wants| wants == 0);
        self.taken.into_iter().zip(is_done).map(|(taken, is_done)| is_done.then_some(taken)).collect()
    }

    fn take_all_that_is_left(&mut self) -> bool {
        let mut found = false;
        for kind in 0..self.wants.len() {
            self.choices[kind].retain(|&source| !self.is_taken[source]);
            let left: u64 = self.choices[kind].iter().map(|&source| self.has[source]).sum();
            if self.wants[kind] > 0 && left == self.wants[kind] {
                std::mem::take(&mut self.choices[kind])
                    .into_iter()
                    .for_each(|source| self.take(kind, source));
                found = true;
            }
        }
        found
    }

    fn take_what_nobody_else_can(&mut self) -> bool {
        let mut takers = vec![Vec::new(); self.has.len()];
        for (kind, choices) in self.choices.iter().enumerate().filter(|(kind, _)| self.wants[*kind] > 0) {
            choices.iter().for_each(|&source| takers[source].push(kind));
        }
        let mut found = false;
        for (source, takers) in takers.iter().enumerate() {
            if let (false, &[kind]) = (self.is_taken[source], takers.as_slice())
                && self.has[source] <= self.wants[kind]
            {
                self.take(kind, source);
                found = true;
            }
        }
        found
    }

    fn take(&mut self, kind: usize, source: usize) {
        self.is_taken[source] = true;
        self.wants[kind] = self.wants[kind].saturating_sub(self.has[source]);
        self.taken[kind].push(source);
    }
}

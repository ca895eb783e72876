//! The few columns by which most records stand alone together.

use super::LookedAt;
use crate::lint::Severity;
use crate::numbers::says_something;
use crate::singling::thresholds::{
    BY_ANSWERS, FEW_KNOWN, FEWEST_SHARED, FEWEST_TOGETHER, MOST_ANSWERS, MOST_CHOSEN, TOGETHER,
};
use crate::singling::{Known, SingledOut, Singling};
use incog_data::Column;
use rayon::prelude::*;
use std::collections::HashMap;

/// Rows of a larger table by which the columns are chosen, evenly spaced.
const MOST_CHOSEN_BY: usize = 20_000;

/// Stands for a row of which one of the values says nothing.
const SILENT: u32 = u32::MAX;

impl LookedAt<'_> {
    /// The fewest columns, from three on, by which a fifth of the records stand alone: three that
    /// somebody may know are a danger, up to five of all a warning.
    ///
    /// Columns are chosen one after the other, each so that most records stand alone by it and
    /// those before, so a set that singles out more may be missed. Columns that are part of another
    /// danger are left out.
    pub fn few_known(&self, found: &[SingledOut]) -> Option<SingledOut> {
        if self.records < FEWEST_SHARED {
            return None;
        }
        let is_in_danger = |known: &Known<'_>| {
            let dangers = found.iter().filter(|one| one.severity == Severity::Danger);
            dangers.into_iter().any(|one| one.columns.iter().any(|name| name == known.name()))
        };
        let all: Vec<&Known<'_>> =
            self.columns.iter().filter(|known| known.is_exact() && !is_in_danger(known)).collect();
        let told: Vec<&Known<'_>> = all.iter().copied().filter(|known| known.is_told()).collect();
        let three =
            self.fewest(&told, FEW_KNOWN).filter(|(columns, records)| self.is_danger(columns, *records));
        let (severity, (columns, records)) = match three {
            Some(three) => (Severity::Danger, three),
            None => (Severity::Warning, self.fewest(&all, MOST_CHOSEN)?),
        };
        Some(SingledOut { severity, ..self.found(Singling::FewKnown, &columns, records) })
    }

    fn is_danger(&self, columns: &[&Known<'_>], records: u64) -> bool {
        let are_answers = columns.iter().all(|known| known.distinct <= MOST_ANSWERS);
        self.is_above(records, if are_answers { BY_ANSWERS } else { TOGETHER })
    }

    fn is_above(&self, records: u64, one_in: u64) -> bool {
        u128::from(records) * u128::from(one_in) > u128::from(self.records)
    }

    /// The first columns by which a fifth of the records stand alone, and how many do.
    fn fewest<'k>(&self, columns: &[&'k Known<'k>], most: usize) -> Option<(Vec<&'k Known<'k>>, u64)> {
        let rows = self.crowd.rows;
        let step = rows.div_ceil(MOST_CHOSEN_BY).max(1);
        let codes: Vec<Vec<u32>> =
            columns.par_iter().map(|known| codes(known.published.column, rows, step)).collect();
        let mut partition = Partition { of_row: vec![0; rows.div_ceil(step)], groups: 1 };
        let mut chosen: Vec<usize> = Vec::new();
        while chosen.len() < most.min(columns.len()) {
            let (place, divided) = next(&partition, &codes, &chosen)?;
            partition = divided;
            chosen.push(place);
            if chosen.len() < FEWEST_TOGETHER {
                continue;
            }
            let known: Vec<&Column> = chosen.iter().map(|place| columns[*place].published.column).collect();
            let records = self.crowd.fewer_than(2, &known);
            if self.is_above(records, TOGETHER) {
                return Some((chosen.iter().map(|place| columns[*place]).collect(), records));
            }
        }
        None
    }
}

/// The column by which most rows stand alone beside those that were chosen; of several the one with
/// most groups, of these the first.
fn next(partition: &Partition, codes: &[Vec<u32>], chosen: &[usize]) -> Option<(usize, Partition)> {
    let open: Vec<usize> = (0..codes.len()).filter(|place| !chosen.contains(place)).collect();
    let divided: Vec<(usize, Partition)> =
        open.into_par_iter().map(|place| (place, partition.divided(&codes[place]))).collect();
    divided.into_iter().reduce(|best, other| if other.1.rank() > best.1.rank() { other } else { best })
}

/// Rows that agree in some columns.
struct Partition {
    of_row: Vec<u32>,
    groups: usize,
}

impl Partition {
    fn divided(&self, codes: &[u32]) -> Self {
        let mut numbers: HashMap<(u32, u32), u32> = HashMap::new();
        let divided = self.of_row.iter().zip(codes).map(|(&group, &code)| {
            let next = numbers.len() as u32;
            let is_silent = group == SILENT || code == SILENT;
            if is_silent { SILENT } else { *numbers.entry((group, code)).or_insert(next) }
        });
        let of_row = divided.collect();
        Self { of_row, groups: numbers.len() }
    }

    /// The rows that stand alone, and the groups.
    fn rank(&self) -> (usize, usize) {
        let mut sizes = vec![0_u32; self.groups];
        self.of_row.iter().filter(|group| **group != SILENT).for_each(|group| sizes[*group as usize] += 1);
        (sizes.iter().filter(|size| **size == 1).count(), self.groups)
    }
}

/// The codes of evenly spaced rows.
fn codes(column: &Column, rows: usize, step: usize) -> Vec<u32> {
    let codes = (0..rows).step_by(step).map(|row| column.codes.at(row));
    codes.map(|code| if says_something(column, code) { code } else { SILENT }).collect()
}

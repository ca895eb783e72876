//! What released cells stand for, as codes of the original.

use super::super::cells::{Cells, Naming, Records, Spread};
use super::super::numbers::number;
use incog_data::{Column, RecordCounts};
use std::collections::BTreeMap;

/// What a released text stands for.
#[derive(Debug, Clone, PartialEq)]
pub enum Stands {
    /// Any value.
    Anything,
    /// These values of the original, by their codes.
    Values(Vec<u32>),
    /// A number that the original need not have.
    Number(f64),
    /// Nobody can say what.
    Unread,
}

/// A column that original and release have, and what each released code stands for.
#[derive(Debug, Clone)]
pub struct ReadColumn<'a> {
    /// As it was.
    pub original: &'a Column,
    /// As it is published.
    pub released: &'a Column,
    /// What each code of it stands for.
    pub stands: Vec<Stands>,
}

/// A column with its values numbered and counted in both tables.
pub(super) struct Read<'a> {
    pub column: &'a ReadColumn<'a>,
    /// For each code of the original its number.
    pub numbers_before: Vec<Option<f64>>,
    /// For each released code its number.
    pub numbers_after: Vec<Option<f64>>,
    /// For each released code the values of the original over which it is spread; `None` for all.
    pub values: Vec<Option<Vec<u32>>>,
    /// The numbers of the original in their order, each with its code.
    sorted: Vec<(f64, u32)>,
    /// For each value of the original its code.
    code_of_text: BTreeMap<&'a str, u32>,
}

impl<'a> Read<'a> {
    pub fn new(column: &'a ReadColumn<'a>) -> Self {
        let original = column.original;
        let is_number = original.value_type.is_number();
        let codes = 0..original.dictionary.len() as u32;
        let known = |code: u32| is_number && !original.is_missing(code);
        let numbers_before: Vec<Option<f64>> =
            codes.map(|code| number(original.dictionary.get(code)).filter(|_| known(code))).collect();
        let sorted = sorted(&numbers_before);
        let values = column.stands.iter().map(|stands| values(stands, &sorted)).collect();
        let numbers_after = column.stands.iter().map(|stands| middle(stands, &numbers_before)).collect();
        let code_of_text = original.dictionary.iter().zip(0..).collect();
        Self { column, numbers_before, numbers_after, values, sorted, code_of_text }
    }

    pub fn name(&self) -> &'a str {
        &self.column.original.name
    }

    /// Released records whose label could not be read.
    pub fn unread(&self) -> u64 {
        let counts = self.column.released.counts();
        let unread = self.column.stands.iter().zip(counts).filter(|(stands, _)| **stands == Stands::Unread);
        unread.map(|(_, count)| count).sum()
    }

    /// The cells of records of the same column in another table.
    pub fn cells_of(&self, column: &Column, most: usize) -> Vec<usize> {
        let original = self.column.original;
        let naming = Naming::new(original, RecordCounts::ONE_EACH, &original.counts(), most);
        let cell_of: Vec<usize> =
            (0..column.dictionary.len() as u32).map(|code| naming.cell(column, code)).collect();
        column.codes.iter().map(|code| cell_of[code as usize]).collect()
    }

    /// The code that a value of the same column in another table has in the original; of a number
    /// that it does not have that of the nearest.
    pub fn code_of(&self, column: &Column, code: u32) -> Option<u32> {
        let text = column.dictionary.get(code);
        let same = self.code_of_text.get(text).copied();
        same.or_else(|| {
            let number = number(text).filter(|_| !column.is_missing(code))?;
            nearest(number, &self.sorted)
        })
    }

    /// The column in at most so many cells.
    pub fn cells(&self, most: usize) -> Cells {
        let (original, one_each) = (self.column.original, RecordCounts::ONE_EACH);
        let naming = Naming::new(original, one_each, &original.counts(), most);
        let cell_of: Vec<usize> =
            (0..original.dictionary.len() as u32).map(|code| naming.cell(original, code)).collect();
        let all: Vec<u32> = (0..cell_of.len() as u32).filter(|&code| !original.is_missing(code)).collect();
        let everywhere = spread(&all, &cell_of);
        let after = self.values.iter().map(|values| match values {
            Some(values) => spread(values, &cell_of),
            None => everywhere.clone(),
        });
        Cells {
            labels: naming.labels(original),
            before: Records::new(&original.codes, cell_of.iter().map(|&cell| vec![(cell, 1.0)])),
            after: Records::new(&self.column.released.codes, after),
        }
    }
}

/// Cells with the shares of these values that are in them.
fn spread(values: &[u32], cell_of: &[usize]) -> Spread {
    let mut counts: BTreeMap<usize, u64> = BTreeMap::new();
    values.iter().for_each(|&value| *counts.entry(cell_of[value as usize]).or_default() += 1);
    counts.into_iter().map(|(cell, count)| (cell, count as f64 / values.len() as f64)).collect()
}

/// Numbers in their order, each with its code.
fn sorted(numbers: &[Option<f64>]) -> Vec<(f64, u32)> {
    let mut sorted: Vec<(f64, u32)> =
        (0u32..).zip(numbers).filter_map(|(code, number)| Some(((*number)?, code))).collect();
    sorted.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    sorted
}

fn values(stands: &Stands, sorted: &[(f64, u32)]) -> Option<Vec<u32>> {
    match stands {
        Stands::Values(values) if !values.is_empty() => Some(values.clone()),
        Stands::Number(number) => nearest(*number, sorted).map(|code| vec![code]),
        _ => None,
    }
}

/// The code of the nearest number, of two the one with the lower number.
fn nearest(number: f64, sorted: &[(f64, u32)]) -> Option<u32> {
    let place = sorted.partition_point(|(known, _)| *known < number);
    let (below, above) = (place.checked_sub(1).and_then(|place| sorted.get(place)), sorted.get(place));
    let (below, above) = match (below, above) {
        (Some(below), Some(above)) => (below, above),
        (one, other) => return one.or(other).map(|(_, code)| *code),
    };
    Some(if number - below.0 <= above.0 - number { below.1 } else { above.1 })
}

/// The middle between the lowest and the highest number; `None` where one is none, and where all
/// values are meant.
fn middle(stands: &Stands, numbers: &[Option<f64>]) -> Option<f64> {
    let values = match stands {
        Stands::Number(number) => return Some(*number),
        Stands::Values(values) if values.len() < numbers.len().max(2) => values,
        _ => return None,
    };
    let found: Option<Vec<f64>> =
        values.iter().map(|&code| numbers.get(code as usize).copied().flatten()).collect();
    let found = found.filter(|found| !found.is_empty())?;
    let (low, high) = found
        .iter()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), &one| (low.min(one), high.max(one)));
    Some(f64::midpoint(low, high))
}

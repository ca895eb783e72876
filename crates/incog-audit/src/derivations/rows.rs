//! The rows by which columns are compared with a target.

use super::{Agreement, DerivedTarget, FEWEST_ROWS, FEWEST_ROWS_OF_CODES, MOST_BY_CHANCE, SAMPLE};
use crate::numbers::says_something;
use incog_data::Column;

/// A column that says something in fewer than half of the rows is tried in those alone, if they are
/// at least one in so many.
const PART: usize = 20;

/// Rows where the target says something, and samples of them.
pub(super) struct Rows {
    /// All of them; of a column that a treatment changes, those that it changed.
    pub told: Vec<usize>,
    /// Those by which most pairs are refuted.
    pub sample: Vec<usize>,
}

impl Rows {
    pub fn new(target: &DerivedTarget<'_>, rows: usize) -> Self {
        let original = target.original;
        let is_changed =
            |row: usize| target.published.is_none_or(|published| published.value(row) != original.value(row));
        let told: Vec<usize> = (0..rows)
            .filter(|&row| says_something(original, original.codes.at(row)) && is_changed(row))
            .collect();
        Self::from_told(told)
    }

    fn from_told(told: Vec<usize>) -> Self {
        let step = told.len().div_ceil(SAMPLE).max(1);
        Self { sample: told.iter().copied().step_by(step).collect(), told }
    }

    /// The rows where a source says something, if these are less than half, but one in twenty or
    /// more. Among all rows, what it gives back in them would not be seen.
    pub fn part_told_by(&self, source: &Column) -> Option<Self> {
        let codes = 0..source.dictionary.len() as u32;
        let says: Vec<bool> = codes.map(|code| says_something(source, code)).collect();
        if says.iter().all(|says| *says) {
            return None;
        }
        let told = self.told.iter().copied();
        let told: Vec<usize> = told.filter(|row| says[source.codes.at(*row) as usize]).collect();
        let is_part = 2 * told.len() < self.told.len() && PART * told.len() >= self.told.len();
        (is_part && told.len() >= FEWEST_ROWS_OF_CODES).then(|| Self::from_told(told))
    }

    /// Whether something holds in many rows, beyond what chance gives. `holds` is none where it
    /// cannot be said of a row.
    pub fn agreement(
        &self,
        how: &'static str,
        chance: f64,
        holds: impl Fn(usize) -> Option<bool>,
    ) -> Option<Agreement> {
        self.counted(how, &self.sample, chance, &holds)?;
        self.counted(how, &self.told, chance, &holds)
    }

    fn counted(
        &self,
        how: &'static str,
        rows: &[usize],
        chance: f64,
        holds: &impl Fn(usize) -> Option<bool>,
    ) -> Option<Agreement> {
        let (mut agree, mut of) = (0, 0);
        for said in rows.iter().filter_map(|&row| holds(row)) {
            of += 1;
            agree += usize::from(said);
        }
        let is_told = of * 2 >= rows.len() && of >= FEWEST_ROWS.min(self.told.len());
        let found = Agreement::beyond_chance(how, agree, of, chance);
        found.filter(|_| is_told && chance < MOST_BY_CHANCE)
    }
}

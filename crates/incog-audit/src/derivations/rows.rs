//! The rows by which columns are compared with a target.

use super::{Agreement, DerivedTarget, FEWEST_ROWS, MOST_BY_CHANCE, SAMPLE};
use crate::numbers::says_something;

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
        let step = told.len().div_ceil(SAMPLE).max(1);
        Self { sample: told.iter().copied().step_by(step).collect(), told }
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
        let beyond = (agree as f64 / of.max(1) as f64 - chance) / (1.0 - chance);
        Agreement::new(how, agree, of, beyond).filter(|_| is_told && chance < MOST_BY_CHANCE)
    }
}

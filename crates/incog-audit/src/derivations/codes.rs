//! Quasi-identifiers that follow from published columns, whatever their values say.

use super::{Agreement, FEWEST_ROWS_OF_CODES, MANY, MOST_BY_CHANCE, Rows};
use crate::grouping::{Codes, Grouping};
use incog_data::{Column, NarrowCodes, chance_to_agree, code_counts};
use std::cmp::Ordering;

/// What is likelier than this for columns that have nothing to do with each other is no danger.
const CHANCE: f64 = 1e-6;

/// Whether a column alone determines the target in every row, which is a finding of its own
/// (`Rule::Determines`). What is different in most rows determines everything and says nothing.
pub(super) fn is_exact(source: &Column, target: &Column, rows: &Rows) -> bool {
    let holds = |rows: &[usize]| {
        let known = groups(&[source], rows);
        known.len() * 2 <= rows.len() && known.len() == groups(&[source, target], rows).len()
    };
    holds(&rows.sample) && holds(&rows.told)
}

/// Whether the target of a row is mostly that of most others which agree with it in these columns,
/// but not always by one column alone. Rows of which no other agrees say nothing: what is unique
/// determines everything.
pub(super) fn nearly(sources: &[&Column], target: &Column, rows: &Rows) -> Option<Agreement> {
    let sample = Guesses::new(sources, target, &rows.sample);
    let combinations = sources.iter().map(|source| source.dictionary.len()).product::<usize>();
    // A sample of many combinations has few of each, and refutes nothing.
    if sample.is_shown && sample.beyond() < MANY || !sample.is_shown && combinations > rows.told.len() {
        return None;
    }
    let found = Guesses::new(sources, target, &rows.told);
    let how = match sources.len() {
        1 => "its value",
        2 => "the pair of their values",
        _ => "their values together",
    };
    let agreement = Agreement::new(how, found.right.round() as usize, found.of, found.beyond());
    agreement.filter(|_| found.is_shown)
}

/// Guesses of each row's target as the most frequent one of the others in its group.
struct Guesses {
    right: f64,
    /// Rows whose group has others.
    of: usize,
    /// How often the most frequent target of all rows is right.
    by_chance: f64,
    /// Whether there are enough of them.
    is_shown: bool,
}

impl Guesses {
    fn new(sources: &[&Column], target: &Column, rows: &[usize]) -> Self {
        let known = groups(sources, rows);
        let of_target = target.codes.of_items(rows.iter().copied());
        let of_known: NarrowCodes = known.of_row.iter().copied().collect();
        let both = [
            Codes { of_row: &of_known, values: known.len() },
            Codes { of_row: &of_target, values: target.dictionary.len() },
        ];
        let both = Grouping::by(&both, rows.len());
        let sizes = code_counts(known.of_row.iter().copied(), known.len());
        let shared = code_counts(both.of_row.iter().copied(), both.len());
        let mut most = vec![[0_u64; 2]; known.len()];
        for (&size, &row) in shared.iter().zip(&both.representatives) {
            let [first, second] = &mut most[known.of_row[row as usize] as usize];
            *second = (*second).max(size.min(*first));
            *first = (*first).max(size);
        }
        let of = sizes.iter().filter(|size| **size > 1).sum::<u64>() as usize;
        let right =
            most.iter().zip(&sizes).filter(|(_, size)| **size > 1).map(|(most, _)| right(*most)).sum();
        let compared: u64 = sizes.iter().map(|size| size - 1).sum();
        let targets = code_counts(&of_target, target.dictionary.len());
        let chance = chance_to_agree(&targets);
        let by_chance = targets.iter().copied().max().unwrap_or(0) as f64 / rows.len().max(1) as f64;
        let is_shown = of * 2 >= rows.len()
            && of >= FEWEST_ROWS_OF_CODES
            && by_chance < MOST_BY_CHANCE
            && chance.powf(compared as f64) <= CHANCE;
        Self { right, of, by_chance, is_shown }
    }

    /// Of what chance does not give, the share that is right.
    fn beyond(&self) -> f64 {
        (self.right / self.of.max(1) as f64 - self.by_chance) / (1.0 - self.by_chance).max(f64::EPSILON)
    }
}

/// How many rows of a group are guessed from the others, by the sizes of its two most frequent
/// targets. Without itself a row of the first leaves it with one less; of equal ones one of two is
/// taken.
fn right([first, second]: [u64; 2]) -> f64 {
    match (first - 1).cmp(&second) {
        Ordering::Greater => first as f64,
        Ordering::Equal => first as f64 / 2.0,
        Ordering::Less => 0.0,
    }
}

fn groups(columns: &[&Column], rows: &[usize]) -> Grouping {
    let codes: Vec<NarrowCodes> =
        columns.iter().map(|column| column.codes.of_items(rows.iter().copied())).collect();
    let codes = codes.iter().zip(columns);
    let codes: Vec<Codes<'_>> =
        codes.map(|(of_row, column)| Codes { of_row, values: column.dictionary.len() }).collect();
    Grouping::by(&codes, rows.len())
}

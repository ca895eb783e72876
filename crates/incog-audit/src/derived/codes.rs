//! Quasi-identifiers that follow from published columns, whatever their values say.

use super::{FEWEST_ROWS_OF_CODES, MOST_BY_CHANCE, NEARLY_ALL_CODES, Rows};
use crate::grouping::{Codes, Grouping};
use incog_data::{Column, NarrowCodes, chance_to_agree, code_counts};

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

/// Whether rows that agree in these columns nearly always agree in the target, but not always by
/// one column alone. Rows of which no other agrees say nothing: what is unique determines
/// everything.
pub(super) fn nearly(
    sources: &[&Column],
    target: &Column,
    rows: &Rows,
) -> Option<(&'static str, usize, usize)> {
    let sample = Agreement::new(sources, target, &rows.sample);
    let combinations = sources.iter().map(|source| source.dictionary.len()).product::<usize>();
    // A sample of many combinations has few of each, and refutes nothing.
    if sample.is_shown && !sample.is_nearly_all() || !sample.is_shown && combinations > rows.told.len() {
        return None;
    }
    let found = Agreement::new(sources, target, &rows.told);
    let how = if sources.len() == 1 { "its value" } else { "the pair of their values" };
    (found.is_shown && found.is_nearly_all()).then_some((how, found.agree.round() as usize, found.of))
}

/// How many rows agree with the others of their group.
struct Agreement {
    agree: f64,
    /// Rows whose group has others.
    of: usize,
    /// The chance that two rows agree.
    chance: f64,
    /// Whether there are enough of them.
    is_shown: bool,
}

impl Agreement {
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
        let (mut agree, mut of) = (0.0, 0);
        for (&size, &row) in shared.iter().zip(&both.representatives) {
            let all = sizes[known.of_row[row as usize] as usize];
            if all > 1 {
                agree += size as f64 * (size - 1) as f64 / (all - 1) as f64;
                of += size as usize;
            }
        }
        let compared: u64 = sizes.iter().map(|size| size - 1).sum();
        let chance = chance_to_agree(&code_counts(&of_target, target.dictionary.len()));
        let is_shown = of * 2 >= rows.len()
            && of >= FEWEST_ROWS_OF_CODES
            && chance < MOST_BY_CHANCE
            && chance.powf(compared as f64) <= CHANCE;
        Self { agree, of, chance, is_shown }
    }

    fn is_nearly_all(&self) -> bool {
        self.agree / self.of.max(1) as f64 - self.chance >= NEARLY_ALL_CODES * (1.0 - self.chance)
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

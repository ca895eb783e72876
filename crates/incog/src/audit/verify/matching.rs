//! Input and release in common codes, and which records of the one are those of the other.

use crate::audit::grouping::{Codes, Grouping};
use incog_data::{Column, Dictionary, Hierarchy};
use std::collections::HashMap;

/// One released column of both tables in common codes: input rows first, then release rows.
pub(super) struct CommonColumn {
    /// Codes; those of the input (after generalization) are below `known`.
    pub codes: Vec<u32>,
    /// Codes that can come from the input's values or the level's labels.
    pub known: usize,
    /// All codes.
    pub values: usize,
    /// Number of input rows.
    pub input_rows: usize,
    /// For each code below `known` how many leaves stand below it; empty when not generalized.
    pub leaves: Vec<u32>,
}

impl CommonColumn {
    /// A column published as it is.
    pub fn plain(input: &Column, release: &Column) -> Self {
        Self::join(input.codes.clone(), &input.dictionary, release, Vec::new())
    }

    /// A quasi-identifier at a level. `None` when a value of the input is not in the hierarchy.
    pub fn generalized(
        input: &Column,
        release: &Column,
        hierarchy: &Hierarchy,
        level: usize,
    ) -> Option<Self> {
        let leaf_of: HashMap<&str, u32> = hierarchy.labels(0).iter().zip(0..).collect();
        let label_of: Option<Vec<u32>> = input
            .dictionary
            .iter()
            .map(|value| leaf_of.get(value).map(|&leaf| hierarchy.label_code(level, leaf)))
            .collect();
        let label_of = label_of?;
        let codes = input.codes.iter().map(|&code| label_of[code as usize]).collect();
        let labels = hierarchy.labels(level);
        let leaves = (0..labels.len() as u32).map(|label| hierarchy.leaves(level, label)).collect();
        Some(Self::join(codes, labels, release, leaves))
    }

    fn join(mut codes: Vec<u32>, known: &Dictionary, release: &Column, leaves: Vec<u32>) -> Self {
        let input_rows = codes.len();
        let mut code_of: HashMap<&str, u32> = known.iter().zip(0..).collect();
        let mut values = known.len() as u32;
        let of_release: Vec<u32> = release
            .dictionary
            .iter()
            .map(|value| {
                *code_of.entry(value).or_insert_with(|| {
                    values += 1;
                    values - 1
                })
            })
            .collect();
        codes.extend(release.codes.iter().map(|&code| of_release[code as usize]));
        Self { codes, known: known.len(), values: values as usize, input_rows, leaves }
    }

    /// Release rows whose value cannot come from the input, among those in `rows`.
    pub fn foreign(&self, rows: &[usize]) -> usize {
        rows.iter().filter(|&&row| self.codes[self.input_rows + row] as usize >= self.known).count()
    }
}

/// How the records of a release are found among those of the input.
pub(super) struct Matching {
    /// Release records for which no input record is left.
    pub unmatched: u64,
    /// For each released record an input row it can be, when it does not matter which: every
    /// combination of released values was published as often as the input has it, or not at all.
    pub input_row_of: Option<Vec<usize>>,
}

/// Matches the release rows in `rows` to distinct input rows with the same released values.
pub(super) fn match_records(columns: &[&CommonColumn], input_rows: usize, rows: &[usize]) -> Matching {
    let codes: Vec<Vec<u32>> = columns
        .iter()
        .map(|column| {
            let mut codes = column.codes[..input_rows].to_vec();
            codes.extend(rows.iter().map(|&row| column.codes[input_rows + row]));
            codes
        })
        .collect();
    let codes: Vec<Codes<'_>> =
        codes.iter().zip(columns).map(|(of_row, column)| Codes { of_row, values: column.values }).collect();
    let grouping = Grouping::by(&codes, input_rows + rows.len());
    let mut of_input: Vec<Vec<usize>> = vec![Vec::new(); grouping.len()];
    let (input, release) = grouping.of_row.split_at(input_rows);
    for (row, &group) in input.iter().enumerate() {
        of_input[group as usize].push(row);
    }
    // Records of a combination take the input's rows from the end; how many are left says the rest.
    let all: Vec<usize> = of_input.iter().map(Vec::len).collect();
    let rows: Vec<Option<usize>> = release.iter().map(|&group| of_input[group as usize].pop()).collect();
    let unmatched = rows.iter().filter(|row| row.is_none()).count() as u64;
    let certain = of_input.iter().zip(all).all(|(left, all)| left.is_empty() || left.len() == all);
    let input_row_of = if certain { rows.into_iter().collect() } else { None };
    Matching { unmatched, input_row_of }
}

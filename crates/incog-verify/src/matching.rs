//! Input and release in common codes, and which records of the release are which of the input.

use incog_audit::{Codes, Grouping};
use incog_data::{Column, NarrowCodes};
use std::collections::HashMap;

/// One released column of both tables in common codes: input rows first, then release rows.
#[derive(Clone)]
pub(super) struct CommonColumn {
    /// Codes; those of the input (after generalization) are below `known`.
    codes: NarrowCodes,
    /// Codes that can come from the input's values or the level's groups.
    known: usize,
    /// All codes.
    values: usize,
    /// Number of input rows.
    input_rows: usize,
}

impl CommonColumn {
    /// A column published as it is.
    pub fn plain(input: &Column, release: &Column) -> Self {
        let mut code_of: HashMap<&str, u32> = input.dictionary.iter().zip(0..).collect();
        let mut values = input.dictionary.len() as u32;
        let code = |value| {
            *code_of.entry(value).or_insert_with(|| {
                values += 1;
                values - 1
            })
        };
        let of_release: Vec<u32> = release.dictionary.iter().map(code).collect();
        let known = input.dictionary.len();
        Self::new(input.codes.clone(), known, values as usize, release, &of_release)
    }

    /// A quasi-identifier: for each row of the input its group, and for each code of the release.
    pub fn grouped(of_input: NarrowCodes, groups: usize, release: &Column, of_release: &[u32]) -> Self {
        Self::new(of_input, groups, groups, release, of_release)
    }

    fn new(
        mut codes: NarrowCodes,
        known: usize,
        values: usize,
        release: &Column,
        of_release: &[u32],
    ) -> Self {
        let input_rows = codes.len();
        codes.extend_renamed(&release.codes, of_release);
        Self { codes, known, values, input_rows }
    }

    /// Release rows whose value cannot come from the input.
    pub fn foreign(&self) -> usize {
        self.of_release().filter(|&code| code as usize >= self.known).count()
    }

    /// The code of a row of the input.
    pub fn of_input(&self, row: u32) -> u32 {
        self.codes.at(row as usize)
    }

    /// The codes of both tables, input rows first.
    pub fn of_both(&self) -> &NarrowCodes {
        &self.codes
    }

    /// The codes of the release.
    pub fn of_release(&self) -> impl Iterator<Item = u32> {
        self.codes.of_range(self.input_rows..self.codes.len())
    }

    /// The code of a record of the release.
    pub fn of_record(&self, record: usize) -> u32 {
        self.codes.at(self.input_rows + record)
    }

    /// All codes.
    pub fn values(&self) -> usize {
        self.values
    }
}

/// The rows of both tables, those of the input first, by what they have in common columns.
pub(super) fn alike(columns: &[&CommonColumn], rows: (usize, usize)) -> Grouping {
    let codes: Vec<Codes<'_>> =
        columns.iter().map(|column| Codes { of_row: column.of_both(), values: column.values() }).collect();
    Grouping::by(&codes, rows.0 + rows.1)
}

/// How the records of a release are found among those of the input.
pub(super) struct Matching {
    /// Release records for which no input record is left; `None` where only their number is known.
    pub invented: Option<Vec<u32>>,
    /// How many they are.
    pub unmatched: u64,
    /// For each released record, an input row it can be, if it does not matter which one: every
    /// combination of released values was published as often as the input has it, or not at all.
    pub input_row_of: Option<Vec<u32>>,
    /// For each released record an input row it can be, where all that have its combination of
    /// values were published.
    pub whole: Vec<Option<u32>>,
}

impl Matching {
    /// Keeps only those rows that another matching has, too.
    pub fn keep_agreed(&mut self, other: &Self) {
        self.input_row_of = self.input_row_of.take().filter(|rows| other.input_row_of.as_ref() == Some(rows));
        self.whole.iter_mut().zip(&other.whole).for_each(|(own, other)| *own = own.filter(|_| own == other));
    }

    /// Whether it is of no released record certain which row it is.
    pub fn tells_nothing(&self) -> bool {
        self.input_row_of.is_none() && self.whole.iter().all(Option::is_none)
    }

    /// Says of no released record which row it is.
    pub fn forget(&mut self) {
        self.input_row_of = None;
        self.whole.fill(None);
    }
}

/// Matches the released records to distinct `candidates` among the input rows with the same
/// released values.
pub(super) fn match_records(columns: &[&CommonColumn], candidates: &[u32], records: usize) -> Matching {
    let codes: Vec<NarrowCodes> = columns
        .iter()
        .map(|column| candidates.iter().map(|&row| column.of_input(row)).chain(column.of_release()).collect())
        .collect();
    let codes: Vec<Codes<'_>> =
        codes.iter().zip(columns).map(|(of_row, column)| Codes { of_row, values: column.values() }).collect();
    let grouping = Grouping::by(&codes, candidates.len() + records);
    let mut of_input: Vec<Vec<u32>> = vec![Vec::new(); grouping.len()];
    let (input, release) = grouping.of_row.split_at(candidates.len());
    for (&row, &group) in candidates.iter().zip(input) {
        of_input[group as usize].push(row);
    }
    // Records of a combination take the input's rows from the end; how many are left says the rest.
    let all: Vec<usize> = of_input.iter().map(Vec::len).collect();
    let rows: Vec<Option<u32>> = release.iter().map(|&group| of_input[group as usize].pop()).collect();
    let is_whole = |group: u32| of_input[group as usize].is_empty();
    let whole = rows.iter().zip(release).map(|(row, &group)| row.filter(|_| is_whole(group))).collect();
    let invented: Vec<u32> =
        (0u32..).zip(&rows).filter(|(_, row)| row.is_none()).map(|(record, _)| record).collect();
    let unmatched = invented.len() as u64;
    let certain = of_input.iter().zip(all).all(|(left, all)| left.is_empty() || left.len() == all);
    let input_row_of = if certain { rows.into_iter().collect() } else { None };
    Matching { invented: Some(invented), unmatched, input_row_of, whole }
}

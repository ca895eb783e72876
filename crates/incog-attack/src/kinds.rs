//! Released records that look alike in some columns, each kind of them once.

use crate::matched_column::MatchedColumn;
use incog_audit::{Codes, Grouping};

/// The kinds of released records.
pub(crate) struct Kinds {
    /// For each column the code of each kind.
    pub codes: Vec<Vec<u32>>,
    /// Records of each kind.
    pub records: Vec<u64>,
    /// The kind of each released row.
    pub of_row: Vec<u32>,
}

impl Kinds {
    pub fn from_columns(columns: &[&MatchedColumn<'_>]) -> Self {
        let released: Vec<Codes<'_>> =
            columns.iter().map(|bound| Codes::from(bound.release.column)).collect();
        let rows = released.first().map_or(0, |codes| codes.of_row.len());
        let Grouping { of_row, representatives } = Grouping::by(&released, rows);
        let mut records = vec![0; representatives.len()];
        of_row.iter().for_each(|&kind| records[kind as usize] += 1);
        let of_kind =
            |codes: &Codes<'_>| representatives.iter().map(|&row| codes.of_row.at(row as usize)).collect();
        Self { codes: released.iter().map(of_kind).collect(), records, of_row }
    }

    /// Records of some kinds.
    pub fn count(&self, kinds: &[u32]) -> u64 {
        kinds.iter().map(|&kind| self.records[kind as usize]).sum()
    }
}

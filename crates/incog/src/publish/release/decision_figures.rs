//! A release of counted rows as it was decided, to be compared with the one that was made of it
//! elsewhere.

use crate::IncogError;
use crate::publish::recode::released_table::released_table;
use crate::publish::release::medium::ToWrite;
use incog_data::{Column, Table};
use incog_disclosure::read::counted_file::CountedFile;
use std::collections::HashMap;

/// What a release is to show.
pub(in crate::publish) struct DecidedRows {
    /// Its rows.
    pub table: Table,
    /// How many records each of them stands for.
    pub records: Vec<u32>,
}

impl DecidedRows {
    /// What a release shows that is to be written.
    pub fn decide(release: &ToWrite<'_>) -> Result<Self, IncogError> {
        let ToWrite { allocation, recoded, .. } = release;
        let records = |&row: &u32| allocation.input.counts().at(row as usize) as u32;
        Ok(Self {
            table: released_table(&allocation.input, recoded)?,
            records: recoded.rows.iter().map(records).collect(),
        })
    }

    /// For each row that was decided, the row that was found of it; `None` unless both are the same
    /// multiset of records.
    pub fn rows_of(&self, found: &CountedFile) -> Option<Table> {
        let (decided_columns, found_columns) = (self.table.columns(), found.table.columns());
        let names = decided_columns.iter().map(|column| &column.name);
        if !names.eq(found_columns.iter().map(|column| &column.name)) {
            return None;
        }
        let mut place_of: HashMap<Vec<Option<&str>>, usize> = HashMap::new();
        let mut left: Vec<u64> = Vec::new();
        for row in 0..found.table.rows() {
            // Rows that read alike were told apart where they were counted, and cannot be here.
            let place = *place_of.entry(cells(found_columns, row)).or_insert(row);
            left.push(0);
            left[place] += found.counts().at(row);
        }
        let mut places = Vec::with_capacity(self.records.len());
        for (row, &count) in self.records.iter().enumerate() {
            let place = *place_of.get(&cells(decided_columns, row))?;
            left[place] = left[place].checked_sub(u64::from(count))?;
            places.push(place);
        }
        left.iter().all(|left| *left == 0).then(|| found.table.with_rows(&places))
    }
}

fn cells(columns: &[Column], row: usize) -> Vec<Option<&str>> {
    columns
        .iter()
        .map(|column| (!column.is_missing(column.codes.at(row))).then(|| column.value(row)))
        .collect()
}

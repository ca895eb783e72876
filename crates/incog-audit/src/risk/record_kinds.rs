//! Records that look alike, each kind of them once.

use crate::grouping::Grouping;
use incog_data::{Column, CountedTable};

/// The kinds of records of a table: those of a kind have equal quasi-identifiers and, where people
/// are counted, are of one person.
pub(super) struct Alike {
    /// For each quasi-identifier the code that each kind has.
    pub codes: Vec<Vec<u32>>,
    /// For each quasi-identifier the number of its codes.
    pub values: Vec<usize>,
    /// Records of each kind.
    pub records: Vec<u64>,
    /// The person of each kind; `None` where records are counted.
    pub person: Option<Vec<u32>>,
    /// Codes of people.
    pub people: usize,
    /// The first row of each kind.
    pub first_row: Vec<u32>,
    /// The kind of each row.
    pub of_row: Vec<u32>,
    /// The kinds of each class: those with equal quasi-identifiers.
    pub classes: Vec<Vec<u32>>,
}

impl Alike {
    /// The kinds of records of `table`.
    pub fn new(table: CountedTable<'_>, quasi_identifiers: &[&Column], unit: Option<&Column>) -> Self {
        let rows = table.table().rows();
        let kinds = Grouping::of_columns(quasi_identifiers.iter().copied().chain(unit), rows);
        let mut records = vec![0; kinds.len()];
        kinds.of_row.iter().enumerate().for_each(|(row, &kind)| records[kind as usize] += table.count(row));
        let of_kind = |column: &Column| {
            kinds.representatives.iter().map(|&row| column.codes.at(row as usize)).collect::<Vec<u32>>()
        };
        // All that is missing is one person.
        let person =
            |column: &Column| of_kind(column).into_iter().map(|code| column.one_missing(code)).collect();
        let class_of_row = Grouping::of_columns(quasi_identifiers.iter().copied(), rows);
        let mut classes = vec![Vec::new(); class_of_row.len()];
        for (kind, &row) in (0u32..).zip(&kinds.representatives) {
            classes[class_of_row.of_row[row as usize] as usize].push(kind);
        }
        Self {
            codes: quasi_identifiers.iter().map(|column| of_kind(column)).collect(),
            values: quasi_identifiers.iter().map(|column| column.dictionary.len()).collect(),
            records,
            person: unit.map(person),
            people: unit.map_or(0, |unit| unit.dictionary.len()),
            first_row: kinds.representatives,
            of_row: kinds.of_row,
            classes,
        }
    }

    /// Number of kinds.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Records, or people, among some kinds. `seen` has a place for each person, with marks that
    /// are all below `mark`.
    pub fn size(&self, kinds: &[u32], seen: &mut [u32], mark: u32) -> u64 {
        match &self.person {
            None => kinds.iter().map(|&kind| self.records[kind as usize]).sum(),
            Some(person) => {
                let mut size = 0;
                for &kind in kinds {
                    let seen = &mut seen[person[kind as usize] as usize];
                    size += u64::from(*seen != mark);
                    *seen = mark;
                }
                size
            }
        }
    }
}

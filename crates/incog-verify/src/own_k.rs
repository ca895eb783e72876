//! Whether everybody may be in a class as large as they ask for, by what the files show.

use super::matching::{CommonColumn, alike};
use incog_audit::{Grouping, own_k_of_rows};
use incog_data::{Column, ColumnBuilder, Table};
use incog_disclosure::job::{Job, Role};

/// What each record of the input asks for, where a column says it.
pub(super) struct AskedSizes {
    /// For each row of the input the least size of its class.
    asked: Vec<u64>,
    /// These sizes as a column.
    pub of_input: Column,
    counts_people: bool,
}

impl AskedSizes {
    /// `None` where no column says it, or where it cannot be read.
    pub fn read(job: &Job, input: &Table) -> Option<Self> {
        let column = job.terms.with_role(Role::OwnK).next()?;
        let asked = own_k_of_rows(input, column, job.terms.unit.column())?;
        let of_input = texts("asked", asked.iter());
        Some(Self { asked, of_input, counts_people: job.terms.unit.column().is_some() })
    }

    /// What it shows that all released records can be different ones, each in a class that has as
    /// many records as it asks for. Where records are counted, it is so: a release of those records
    /// is the same file. A class has no more people than records, so where people are counted, only
    /// the contrary is shown.
    pub fn shown(&self, can_be: bool) -> Option<bool> {
        Some(can_be).filter(|can_be| !can_be || !self.counts_people)
    }

    /// The rows of the input that ask for no more than the released class with their labels has.
    pub fn rows_that_fit(&self, labels: &[&CommonColumn], records: usize) -> Vec<u32> {
        let classes = alike(labels, (self.asked.len(), records));
        let (of_input, of_release) = classes.of_row.split_at(self.asked.len());
        let mut sizes = vec![0u64; classes.len()];
        of_release.iter().for_each(|&class| sizes[class as usize] += 1);
        let asked = (0u32..).zip(self.asked.iter().zip(of_input));
        asked.filter(|(_, (asked, class))| **asked <= sizes[**class as usize]).map(|(row, _)| row).collect()
    }

    /// Whether a row of the input asks for no more than a class of this size has.
    pub fn fits(&self, row: u32, size: u64) -> bool {
        self.asked[row as usize] <= size
    }
}

/// The size of the class of each released record, also as a column.
pub(super) struct ClassSizes {
    pub of_record: Vec<u64>,
    pub column: Column,
}

impl ClassSizes {
    /// Those of the classes of a grouping.
    pub fn new(classes: &Grouping) -> Self {
        let mut sizes = vec![0u64; classes.len()];
        classes.of_row.iter().for_each(|&class| sizes[class as usize] += 1);
        let of_record: Vec<u64> = classes.of_row.iter().map(|&class| sizes[class as usize]).collect();
        Self { column: texts("class size", of_record.iter()), of_record }
    }
}

fn texts<'n>(name: &str, numbers: impl Iterator<Item = &'n u64>) -> Column {
    let mut column = ColumnBuilder::new(name);
    numbers.for_each(|number| column.push(&number.to_string()));
    column.finish(&[])
}

//! Why the tables of a job cannot be read together.

use incog_io::ReadError;
use std::path::PathBuf;
use thiserror::Error;

/// Why the tables of a job cannot be read together.
#[derive(Debug, Error)]
pub enum InputError {
    /// A table cannot be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The tables of several providers do not fit together.
    #[error(
        "{}: the columns differ from those of {}: {}; all tables in inputs must have the same columns, in \
         any order",
        path.display(), first.display(), differences(lacking, surplus)
    )]
    Schema {
        /// The table that differs.
        path: PathBuf,
        /// The first table.
        first: PathBuf,
        /// Columns only the first has.
        lacking: Vec<String>,
        /// Columns only this one has.
        surplus: Vec<String>,
    },
    /// A table has a column with the name of the provider column.
    #[error(
        "{}: the table already has a column {column:?}, the name that incog gives to the column of \
         providers; give the role \"provider\" to a name that no file has",
        path.display()
    )]
    ProviderColumnTaken {
        /// The table.
        path: PathBuf,
        /// The column.
        column: String,
    },
    /// A row of a counted table does not say what it stands for.
    #[error("{}: column {column:?}, row {row}: expected {expected}", path.display())]
    NotOfARow {
        /// The table.
        path: PathBuf,
        /// The column.
        column: String,
        /// The row, from 1, without the header.
        row: usize,
        /// What is expected.
        expected: &'static str,
    },
    /// A counted table stands for more records than are written out one by one.
    #[error(
        "{}: the rows count {records} records, and at most {most} can be written one by one; let the \
         database make the release: incog plan --sql",
        path.display()
    )]
    TooManyRecords {
        /// The table.
        path: PathBuf,
        /// Its records.
        records: u64,
        /// The most there may be.
        most: u64,
    },
}

fn differences(lacking: &[String], surplus: &[String]) -> String {
    let list = |what: &str, names: &[String]| {
        let names: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
        (!names.is_empty()).then(|| format!("it {what} {}", names.join(", ")))
    };
    let parts: Vec<String> =
        [list("lacks", lacking), list("also has", surplus)].into_iter().flatten().collect();
    parts.join(", ")
}

//! A table as columns of codes.

use crate::{Column, ColumnBuilder};
use thiserror::Error;

fn twice(name: &str, first: usize, second: usize) -> String {
    match name {
        "" => format!("columns {first} and {second} have no name; give each column a name"),
        _ => format!("column {name:?} is repeated, as number {first} and {second}; rename one"),
    }
}

/// Why columns do not make a table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum TableError {
    /// Two columns have the same name.
    #[error("{}", twice(name, *first, *second))]
    DuplicateColumn {
        /// The name.
        name: String,
        /// Place of the first, counted from 1.
        first: usize,
        /// Place of the second, counted from 1.
        second: usize,
    },
    /// The columns are not all the same length.
    #[error("column {name:?} has {found} rows, and the first column has {expected}")]
    UnequalLength {
        /// The column that differs.
        name: String,
        /// Its rows.
        found: usize,
        /// The rows of the first column.
        expected: usize,
    },
    /// A row does not have exactly one value for each column.
    #[error("row {row} has {found} values, and the table has {expected} columns")]
    UnequalWidth {
        /// The row, from 1.
        row: usize,
        /// Its values.
        found: usize,
        /// The columns.
        expected: usize,
    },
}

/// A table: named columns of equal length.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Table {
    columns: Vec<Column>,
}

impl Table {
    /// Checks that names are unique and lengths are equal.
    pub fn new(columns: Vec<Column>) -> Result<Self, TableError> {
        let expected = columns.first().map_or(0, |column| column.codes.len());
        for (index, column) in columns.iter().enumerate() {
            let name = column.name.clone();
            if let Some(first) = columns[..index].iter().position(|other| other.name == name) {
                return Err(TableError::DuplicateColumn { name, first: first + 1, second: index + 1 });
            }
            let found = column.codes.len();
            if found != expected {
                return Err(TableError::UnequalLength { name, found, expected });
            }
        }
        Ok(Self { columns })
    }

    /// A table of rows of texts; values equal to one of `missing` count as missing.
    ///
    /// ```
    /// let rows = [["34", "flu"], ["41", "?"]];
    /// let table = incog_data::Table::from_rows(["age", "ill"], rows, &["?"])?;
    /// assert_eq!((table.rows(), table.columns()[1].value(0)), (2, "flu"));
    /// # Ok::<(), incog_data::TableError>(())
    /// ```
    ///
    /// # Errors
    /// When two columns have the same name, or a row does not have exactly one value for each
    /// column.
    pub fn from_rows<'a, R: IntoIterator<Item = &'a str>>(
        names: impl IntoIterator<Item = impl Into<String>>,
        rows: impl IntoIterator<Item = R>,
        missing: &[&str],
    ) -> Result<Self, TableError> {
        let mut columns: Vec<ColumnBuilder> = names.into_iter().map(ColumnBuilder::new).collect();
        for (row, values) in rows.into_iter().enumerate() {
            let mut found = 0;
            for value in values {
                if let Some(column) = columns.get_mut(found) {
                    column.push(value);
                }
                found += 1;
            }
            if found != columns.len() {
                return Err(TableError::UnequalWidth { row: row + 1, found, expected: columns.len() });
            }
        }
        Self::new(columns.into_iter().map(|column| column.finish(missing)).collect())
    }

    /// The columns in the order of the file.
    pub fn columns(&self) -> &[Column] {
        &self.columns
    }

    /// Number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| column.codes.len())
    }

    /// The column with this name.
    pub fn column(&self, name: &str) -> Option<&Column> {
        self.columns.iter().find(|column| column.name == name)
    }

    /// The table with only these rows, in this order.
    ///
    /// # Panics
    /// When a row number is not below [`Table::rows`].
    pub fn with_rows(&self, rows: &[usize]) -> Self {
        let pick = |column: &Column| column.with_codes(column.codes.of_items(rows.iter().copied()));
        Self { columns: self.columns.iter().map(pick).collect() }
    }

    /// The table with one more column.
    pub fn with_column(self, column: Column) -> Result<Self, TableError> {
        let mut columns = self.columns;
        columns.push(column);
        Self::new(columns)
    }

    /// The table with this column instead of the one of the same name, if there is one.
    ///
    /// # Errors
    /// When it is not as long as the others.
    pub fn with_replaced(self, column: Column) -> Result<Self, TableError> {
        let mut columns = self.columns;
        if let Some(place) = columns.iter().position(|other| other.name == column.name) {
            columns[place] = column;
        }
        Self::new(columns)
    }

    /// The columns, taken out of the table.
    pub fn into_columns(self) -> Vec<Column> {
        self.columns
    }
}

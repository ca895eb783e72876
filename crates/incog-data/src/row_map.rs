//! Which row of a table is which record of its tuples.

/// For each row of a table, its tuple and its cell. The owner of the rows keeps this in order to
/// apply a decision that was made on [`Tuples`](crate::Tuples) alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowMap {
    /// For each row its tuple.
    pub tuple_of_row: Vec<u32>,
    /// For each row its cell; `None` where there is but one.
    cell_of_row: Option<Vec<u32>>,
}

impl RowMap {
    /// Rows with these tuples, and these cells of so many.
    pub(crate) fn new(tuple_of_row: Vec<u32>, cell_of_row: Vec<u32>, cells: usize) -> Self {
        Self { tuple_of_row, cell_of_row: (cells > 1).then_some(cell_of_row) }
    }

    /// The cell of a row.
    ///
    /// # Panics
    /// When there are several cells and no such row.
    pub fn cell_of(&self, row: usize) -> u32 {
        self.cell_of_row.as_ref().map_or(0, |cells| cells[row])
    }
}

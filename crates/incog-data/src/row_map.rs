//! Which row of a table is which record of its tuples.

/// For each row of a table, its tuple and its cell. The owner of the rows keeps this in order to apply a decision that
/// was made on [`Tuples`](crate::Tuples) alone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RowMap {
    /// For each row its tuple.
    pub tuple_of_row: Vec<u32>,
    /// For each row its cell.
    pub cell_of_row: Vec<u32>,
}

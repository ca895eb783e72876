//! The types of the columns of a table that is made and not read.

/// What the labels of a column stand for, where a table is made and not read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    /// Texts.
    Text,
    /// Whole numbers from 0, of 64 bits.
    Whole,
    /// Numbers of 64 bits.
    Number,
    /// `true` and `false`.
    Truth,
}

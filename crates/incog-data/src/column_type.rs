//! The types of the columns of a table that is generated rather than read from a file.

/// What the labels of a column stand for, in a table that is generated rather than read from a
/// file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColumnType {
    /// Texts.
    Text,
    /// Whole numbers from 0, in 64 bits.
    Whole,
    /// Numbers of 64 bits.
    Number,
    /// `true` and `false`.
    Truth,
}

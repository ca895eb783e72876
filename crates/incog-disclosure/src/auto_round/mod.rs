//! Bases of rounding that follow from the published numbers (`publish = { round = "auto" }`).
//!
//! The ends of a column are joined first: from the k-th lowest person's number down, and from the
//! k-th highest one's up, all become one number, so that no outlier is published. Each column
//! begins with the finest of 1, 2, 5, 10, ... and their tenths at which at most [`FEW`]
//! of the published records have fewer than k people, or records, at their rounded number. Then
//! pairs of the column with every other column that is published value by value are looked at in
//! the order of the table. While such a pair singles out more than its share of the records, one
//! column becomes coarser: of two that are rounded so, the one with more different numbers, of
//! equal ones the later. A missing cell singles nobody out. No pair leaves a column with fewer than
//! [`FEWEST_NUMBERS`] different numbers: a pair that still singles people out is left to the gate.
//!
//! Everything is counted in published records, so no base says anything of a suppressed one.

mod chosen_base;
mod round_base;
mod terms;

pub use crate::rounded_numbers::FEWEST_NUMBERS;
pub use chosen_base::{Bases, ChosenBase};
pub use round_base::PublishedNumbers;

/// One record in so many may have fewer than k lookalikes.
pub const FEW: u64 = 20;

/// One record in so many may have fewer than k lookalikes by the number and a sensitive word, such
/// as a diagnosis: many of these are rare by nature.
pub const FEW_BESIDE_WORDS: u64 = 5;

//! Tables of results with tests of significance, and what they say about the claims of a paper.

mod claims;
mod comparison;
mod direction;
mod features;
mod independent;
mod markup;
mod reach;
mod rulings;
mod summary;
mod verdict;

pub use claims::{Claim, ClaimKind, Expected, Reading, read_expected};
pub use comparison::{Cell, PairedComparison, compare};
pub use direction::DirectionAndSize;
pub use features::features;
pub use independent::{Independent, independent};
pub use markup::{csv, latex, markdown};
pub use reach::reach;
pub(crate) use rulings::span;
pub use rulings::{by_reading, over_its_readings, rulings};
pub(crate) use summary::mean_difference;
pub use summary::summary;
pub(crate) use verdict::ENOUGH;
pub use verdict::{ClaimVerdict, Conclusion, judge, over_readings};

//! Tables of results with tests of significance, and what they say about the claims of a paper.

mod claims;
mod comparison;
mod features;
mod markup;
mod reach;
mod rulings;
mod summary;
mod verdict;

pub use claims::{Claim, ClaimKind, Reading, read_claims};
pub use comparison::{Cell, Comparison, compare};
pub use features::features;
pub use markup::{csv, latex, markdown};
pub use reach::reach;
pub use rulings::{by_reading, rulings};
pub use summary::summary;
pub use verdict::{Conclusion, Verdict, judge, over_readings};

//! Tables of results with tests of significance, and what they say about the claims of a paper.

mod claims;
mod comparison;
mod markup;
mod rulings;
mod verdict;

pub use claims::{Claim, ClaimKind, Reading, read_claims};
pub use comparison::{Cell, Comparison, compare};
pub use markup::{csv, latex, markdown};
pub use rulings::rulings;
pub use verdict::{Conclusion, Verdict, judge, over_readings};

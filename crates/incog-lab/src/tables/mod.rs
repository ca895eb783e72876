//! Tables of results with tests of significance, and what they say about the claims of a paper.

mod claims;
mod comparison;
mod markup;

pub use claims::{Claim, ClaimKind, Verdict, judge, read_claims};
pub use comparison::{Cell, Comparison, compare};
pub use markup::{csv, latex, markdown};

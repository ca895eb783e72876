//! What is lost: utility metrics, one file each.
//!
//! A metric reads the equivalence classes of a release and gives a value in the literature's unit.

mod metric;
mod separable;

pub use metric::{Goal, Metric};
pub use separable::{Combine, Separable};

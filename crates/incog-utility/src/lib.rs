//! What is lost: utility metrics, one file each.
//!
//! A metric reads the equivalence classes of a release and gives a value in the literature's unit.

mod costs;
mod loss;
mod metric;
mod precision;
mod separable;
mod transparency;

pub use loss::Loss;
pub use metric::{Goal, Metric};
pub use precision::{Precision, SuppressedPrecision};
pub use separable::{Combine, Separable};
pub use transparency::Transparency;

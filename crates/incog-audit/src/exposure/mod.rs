//! Who is found by whoever knows more of somebody than her quasi-identifiers.

mod all_columns;
mod few_lookalikes;
mod lookalikes;

pub use all_columns::{Exposure, exposure};
pub use few_lookalikes::few_lookalikes;

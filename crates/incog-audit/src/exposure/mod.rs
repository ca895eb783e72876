//! Who is found by whoever knows more of somebody than her quasi-identifiers.

mod all_columns;
mod few_lookalikes;
mod joined_rows;
mod lookalikes;
mod noisy_columns;

pub use all_columns::{Exposure, exposure};
pub use few_lookalikes::few_lookalikes;
pub use joined_rows::{MovedColumns, exposure_of_joined_rows};
pub(crate) use joined_rows::{days, rows_by_name};
pub use noisy_columns::{NoisyRequest, exposure_by_noisy_columns};

//! The utility of a release, measured on its cells by code that shares nothing with the metrics of
//! the search.

mod attribute;
mod divergence;
mod entropy;
mod figures;
mod squared_error;

pub(crate) use attribute::lost_by_label;
pub use attribute::{Attribute, Original, ReleasedLabel};
pub use figures::{Domain, FollowsFrom, MeasuredUtility, UtilityEvidence, follows_from};

#[cfg(test)]
mod tests;

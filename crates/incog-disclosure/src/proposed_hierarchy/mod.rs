//! Which hierarchy a column gets that has none, and which columns say what others say.

mod default_hierarchy;
mod dependence;
mod event_date;
mod groups;
mod readings;
mod redundancy;
#[cfg(test)]
mod tests;

pub use default_hierarchy::by_default;
pub use event_date::{EventDate, KnownDay, age_on_day, event_date};
pub use redundancy::redundancy;

use groups::rare_words_joined;
use incog_data::Column;
use std::collections::BTreeMap;

/// The groups that `incog init` writes into a job for words without an order, where somebody reads
/// them before they are used: for each value the group it belongs to. Frequent words stay, rare
/// ones are joined.
///
/// How words stand together in it tells something about all records, also those that a release
/// suppresses. Therefore that is never done behind the steward's back. Written into the job it is a
/// statement of theirs, like a hierarchy file.
pub fn groups(column: &Column) -> Option<BTreeMap<String, String>> {
    rare_words_joined(column)
}

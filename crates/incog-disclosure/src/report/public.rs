//! What a public report says of columns, and in which words it withholds figures.

use super::{LevelShare, LinkedFacts};
use incog_data::Aggregate;
use std::collections::BTreeMap;

/// Said of a figure that is as good as required, at least.
pub const UPPER_BOUND: &str =
    "an upper bound; the exact figure would reveal suppressed records, so only the internal report has it";

/// Said of a requirement that follows from the input.
pub const NO_MORE_REQUIRED: &str = "c requires no more; the figure of the input would reveal suppressed records, so only the internal report has it";

/// Said of a figure of values that the release does not have.
pub const BEHIND_AGGREGATES: &str = "at least as good as required; the exact figure would reveal values behind the aggregates, \
    so only the internal report has it";

/// A column as a public report describes it.
pub struct PublicColumn {
    /// Its name.
    pub name: String,
    /// Its role.
    pub role: &'static str,
    /// The word for the form in which it is published, where that is not as labels or values.
    pub publish: Option<String>,
    /// What the published rows of one person tell together.
    pub linked: Option<LinkedFacts>,
    /// How often the mark of each detector stands in its published cells.
    pub redacted: BTreeMap<String, u64>,
    /// What stands for the values of a class.
    pub aggregate: Option<Aggregate>,
    /// Whether its cells are made of the values of several records, which the release does not
    /// have.
    pub is_made_of_others: bool,
    /// For a quasi-identifier: its published level and levels, and whether its hierarchy is stated.
    pub attribute: Option<PublicAttribute>,
}

/// A quasi-identifier as a public report describes it.
#[derive(Debug, Clone)]
pub struct PublicAttribute {
    /// The level in the published hierarchy, where all records have the same.
    pub level: Option<u8>,
    /// Published records by level, where they have several.
    pub by_level: Vec<LevelShare>,
    /// Levels of the published hierarchy; `None` where classes have one value instead of labels.
    pub levels: Option<u32>,
    /// Whether the hierarchy is derived from no record.
    pub stated: bool,
}

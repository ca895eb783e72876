//! Options for suppression, for the form of the release, and for hierarchies.

use super::pins::Pins;
use incog_data::LabelStyle;
pub use incog_request::KeepColumns;
use incog_request::records_of_share;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// Which hierarchies are used, and what happens to values that they do not have.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct HierarchyOptions {
    /// A plan whose hierarchies are used instead of those that would be made from the table.
    pub plan: Option<PathBuf>,
    /// Those hierarchies, where the plan is at hand and its file is not read.
    #[doc(hidden)]
    pub pins: Option<Arc<Pins>>,
    /// Where a ledger keeps a series, for each column the values whose labels a hierarchy that is
    /// made from the table keeps: those of the first table.
    #[doc(hidden)]
    pub lasting: Option<Arc<BTreeMap<String, Vec<String>>>>,
    /// What happens to values that a hierarchy does not have.
    pub unknown: UnknownValues,
}

impl HierarchyOptions {
    /// Whether generated hierarchies follow only from the table that is published. Those of a plan
    /// also follow from the table that the plan was made for, about which a release reveals nothing
    /// even if it suppresses no record of its own.
    pub fn of_own_table(&self) -> bool {
        self.plan.is_none()
    }

    /// The values of a column whose labels last, if its series has begun.
    pub fn lasting_values(&self, column: &str) -> Option<Vec<&str>> {
        let values = self.lasting.as_ref()?.get(column)?;
        Some(values.iter().map(String::as_str).collect())
    }
}

/// What happens to values that a hierarchy does not have.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum UnknownValues {
    /// The table is refused.
    #[default]
    Refuse,
    /// They are published as the root of the hierarchy, whatever level the column has.
    Top,
}

impl UnknownValues {
    /// Both, with their names in the job file.
    pub const ALL: [(&'static str, Self); 2] = [("refuse", Self::Refuse), ("top", Self::Top)];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        if self == Self::Top { "top" } else { "refuse" }
    }
}

/// How many records may be suppressed, and what is left of them.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Suppression {
    /// Share of the records that may be suppressed, 0 to 1.
    pub limit: f64,
    /// What is left.
    pub shown_as: SuppressedAs,
}

impl Suppression {
    /// The share of the records that may be suppressed where a job says nothing of it: 0.05.
    pub const DEFAULT_LIMIT: f64 = 0.05;

    /// How many of `rows` records may be suppressed: `floor(limit * rows)`.
    pub fn records(&self, rows: usize) -> u64 {
        records_of_share(self.limit, rows as u64)
    }
}

/// What is left of a suppressed record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SuppressedAs {
    /// Nothing.
    Drop,
    /// A row of `*` in every column that is released.
    Star,
}

impl SuppressedAs {
    /// Both, with their names in the job file.
    pub const ALL: [(&'static str, Self); 2] = [("drop", Self::Drop), ("star", Self::Star)];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        name_in(&Self::ALL, self)
    }
}

/// What the release looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ReleaseOptions {
    /// The order of its rows.
    pub order: ReleaseOrder,
    /// Whether the provider column is published.
    pub provider: bool,
    /// Whether noisy records may be added when too few providers reach a class and no release would
    /// be possible without them (cold start).
    pub noise: bool,
    /// Whether a text release has a `'` before cells that a spreadsheet would execute.
    pub escape_formulas: bool,
    /// How the labels of numbers and dates are written.
    pub labels: LabelStyle,
}

/// That the release is drawn among those nearly as good as the best, and nothing published tells
/// which that is.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum ConcealedChoice {
    /// Among those whose value is within this share of the best one, above 0 and below 1.
    Within(f64),
    /// A public report does not say among which.
    Withheld,
}

/// The order of the rows of a release.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ReleaseOrder {
    /// Sorted by the released values, so that nothing of the input's order is left.
    Sorted,
    /// As in the input.
    Input,
}

impl ReleaseOrder {
    /// Both, with their names in the job file.
    pub const ALL: [(&'static str, Self); 2] = [("sorted", Self::Sorted), ("input", Self::Input)];

    /// The name in the job file.
    pub fn name(self) -> &'static str {
        name_in(&Self::ALL, self)
    }
}

pub(super) fn name_in<T: PartialEq + Copy>(all: &[(&'static str, T)], value: T) -> &'static str {
    all.iter().find(|(_, known)| *known == value).map_or("", |(name, _)| name)
}

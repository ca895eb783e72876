//! Wishes for a proposed job.

use super::preset::Preset;
use incog_roles::ProposedRole;
use std::collections::BTreeMap;

/// Wishes for a proposed job; where nothing is asked, the preset decides, then the
/// default.
#[derive(Debug, Clone, Default)]
pub struct ProposalWishes {
    /// Rules that are chosen together.
    pub preset: Option<&'static Preset>,
    /// The date of the table, in the form 2024-12-31: ages are those of that day where the table
    /// has no event.
    pub table_date: Option<String>,
    /// Roles that a person decided, by column.
    pub decided: BTreeMap<String, ProposedRole>,
    /// The k of k-anonymity.
    pub k: Option<i64>,
    /// The l of distinct l-diversity of all sensitive columns.
    pub l: Option<f64>,
    /// The t of t-closeness with the Euclidean distance.
    pub t: Option<f64>,
    /// The largest share of records that may be suppressed.
    pub limit: Option<f64>,
    /// The metric to optimize.
    pub objective: Option<String>,
    /// One level per column for all records, instead of levels record by record.
    pub uniform: bool,
}

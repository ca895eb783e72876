//! What an audit is asked to measure.

use incog_data::{CountedTable, Hierarchy};
use incog_privacy::MissingAs;
use serde::Serialize;
use std::sync::Arc;

/// How missing (empty, `NA`, `?`) and suppressed (`*`) cells of quasi-identifiers are read. The
/// readings give different figures, and none is right for every attacker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MissingReading {
    /// Each marker is one more value: records match when both have the same marker.
    #[default]
    OwnValue,
    /// A missing cell could be any value, so it matches everything. The k of a record is then the
    /// number of records it is compatible with, as sdcMicro counts.
    MatchesAnything,
    /// Records with a missing cell in any quasi-identifier do not count. A column that is missing
    /// throughout (suppressed as a whole) carries no information and is ignored instead.
    LeftOut,
}

/// A sensitive attribute and what is known about its values.
#[derive(Debug, Clone, PartialEq)]
pub struct SensitiveRequest {
    /// Name of the column.
    pub name: String,
    /// The hierarchy for the hierarchical earth mover's distance; without one, that distance is not
    /// measured.
    pub hierarchy: Option<Arc<Hierarchy>>,
    /// What its missing values count as for l-diversity. Whatever their markers, they are one
    /// value.
    pub missing: MissingAs,
}

impl SensitiveRequest {
    /// An attribute without hierarchy, whose missing values count as a value of their own.
    pub fn new(name: impl Into<String>) -> Self {
        Self { name: name.into(), hierarchy: None, missing: MissingAs::default() }
    }
}

/// What to measure about a table.
///
/// ```
/// use incog_audit::{AuditRequest, SensitiveRequest};
/// let request = AuditRequest {
///     quasi_identifiers: vec!["age".into(), "zip".into()],
///     sensitive: vec![SensitiveRequest::new("disease")],
///     ..AuditRequest::default()
/// };
/// assert_eq!(request.thresholds, [2, 3, 5, 10, 20, 50]);
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct AuditRequest<'a> {
    /// Names of the quasi-identifiers; if there are none, all records look alike.
    pub quasi_identifiers: Vec<String>,
    /// The sensitive attributes.
    pub sensitive: Vec<SensitiveRequest>,
    /// The column that names the data provider of a record.
    pub provider: Option<String>,
    /// The column that says how strongly each person is to be protected, by a k of her own.
    pub own_k: Option<String>,
    /// The column that names the person, or the household, whom a record is about: then people are
    /// counted and not records. Records without a name in it are taken for one person's.
    pub unit: Option<String>,
    /// How missing cells of quasi-identifiers are read.
    pub missing: MissingReading,
    /// The original table. It provides Q, the distribution "in the whole table" of t-closeness, and
    /// the number of suppressed records; without it, Q is the audited table's own distribution.
    pub original: Option<CountedTable<'a>>,
    /// The k that C_AVG is normalized by; the measured k when not given.
    pub k: Option<u64>,
    /// Records in classes below each of these k are counted.
    pub thresholds: Vec<u64>,
    /// The l for which the c of recursive (c, l)-diversity is measured.
    pub recursive_l: Vec<usize>,
    /// k is measured after any coalition of up to this many providers removes its own records.
    pub coalition: usize,
}

impl Default for AuditRequest<'_> {
    fn default() -> Self {
        Self {
            quasi_identifiers: Vec::new(),
            sensitive: Vec::new(),
            provider: None,
            own_k: None,
            unit: None,
            missing: MissingReading::default(),
            original: None,
            k: None,
            thresholds: vec![2, 3, 5, 10, 20, 50],
            recursive_l: vec![2, 3, 4],
            coalition: 3,
        }
    }
}

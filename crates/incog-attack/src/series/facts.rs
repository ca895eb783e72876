//! The figures of a series.

use serde::{Deserialize, Serialize};
use std::fmt;

/// What a release tells together with earlier ones. Whose records are in several releases is known
/// to the steward alone, so no public report has these figures.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SeriesFacts {
    /// Who is counted: `record`, or the column of people.
    pub unit: String,
    /// People who are to fit the same classes.
    pub k: u64,
    /// Values that are to be left of each sensitive column.
    pub l: u64,
    /// The earlier releases, in the order of the job.
    pub earlier: Vec<EarlierFacts>,
    /// People of the release whom an earlier one has, too.
    pub in_both: u64,
    /// The fewest of them who fit the same classes in all releases that they are in; missing where
    /// there is nobody.
    pub smallest: Option<u64>,
    /// People among fewer than `k` of them.
    pub below_k: u64,
    /// The sensitive columns.
    pub sensitive: Vec<SensitiveSeries>,
}

/// An earlier release.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EarlierFacts {
    /// Its name.
    pub name: String,
    /// SHA-256 of its file.
    pub sha256: String,
    /// Its records.
    pub rows: u64,
    /// How it is known who is in it.
    pub membership: Membership,
    /// People of the present release who are.
    pub in_both: u64,
}

/// How it is known who is in an earlier release.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Membership {
    /// By the table that it was made of, which names people.
    Known,
    /// Everybody is taken to be whom one of its classes fits.
    Assumed,
}

/// What the releases tell of a sensitive column.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SensitiveSeries {
    /// The column.
    pub column: String,
    /// The fewest values that all classes of somebody leave together, her own among them; missing
    /// where there is nobody.
    pub fewest: Option<u64>,
    /// People who are left with fewer than `l` values by all releases, and with fewer than by any
    /// of them alone.
    pub below_l: u64,
    /// People who are left with one, and with more by each release alone.
    pub disclosed: u64,
    /// People whose own value is not among those left: it has changed, or they are not in an
    /// earlier release although a class fits them.
    pub contradicted: u64,
    /// The largest m such that the classes of everybody have the same m values or more in all
    /// releases (m-invariance); 0 where they differ, missing where there is nobody.
    pub m_invariance: Option<u64>,
    /// Records that a class has more than in an earlier release, if they have fewer than `l`
    /// values.
    pub arrivals: u64,
    /// Records that a class had more in an earlier release, if they have fewer than `l` values.
    pub departures: u64,
}

impl fmt::Display for SeriesFacts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let who = if self.unit == "record" { "records" } else { "people" };
        write!(f, "compared with {} earlier: {} {who} are in both", self.earlier.len(), self.in_both)?;
        if let Some(smallest) = self.smallest {
            write!(f, ", at least {smallest} share the same classes")?;
        }
        for one in &self.sensitive {
            let Some(fewest) = one.fewest else { continue };
            write!(f, "; at least {fewest} values of {} are left", one.column)?;
            match one.m_invariance {
                Some(0) | None => {}
                Some(m) => write!(f, " ({m}-invariant)")?,
            }
        }
        Ok(())
    }
}

//! How likely somebody is found in a table.

use incog_audit::{Exposure, NearestAttack, RISK_THRESHOLDS, RowsOfOne};
use serde::{Deserialize, Serialize};

/// The risk that somebody is found by an attacker who knows her quasi-identifiers and nothing else,
/// measured on a table; and the risk by all published columns.
///
/// Prosecutor, journalist and marketer as K. El Emam and F. Dankar have them ("Protecting privacy
/// using k-anonymity", JAMIA 2008, doi:10.1197/jamia.M2716). A journalist does not know whether she
/// is in the table: the risk is no higher than the prosecutor's. A marketer wants as many as
/// possible: the expected share is the prosecutor's mean.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiskFacts {
    /// Among whom she hides: `record`, or the column of the people that are counted.
    pub unit: String,
    /// Prosecutor, who knows that she is in the table, at most: 1 by the size of the smallest
    /// class.
    pub prosecutor_max: f64,
    /// Records in the classes of that size.
    pub records_at_max: u64,
    /// Prosecutor, mean over the records.
    pub prosecutor_mean: f64,
    /// Where people are counted: which share of the records of a class one of them has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rows_of_one: Option<RowsOfOne>,
    /// Records of a higher risk than each of 0.05, 0.09, 0.2, 0.33 and 0.5.
    pub records_above: Vec<RiskAbove>,
    /// Records by among how many they hide: 1, 2, 3, 4, 5 to 9, 10 to 19, 20 to 49, 50 to 99, and
    /// 100 or more.
    pub distribution: Vec<RiskBandFacts>,
    /// The risk by an attacker who knows every published column of her; of a release alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_columns: Option<AllColumnsRisk>,
    /// How often somebody is right who knows the values before chance changed them; they follow
    /// from originals, so no public report has them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nearest: Vec<NearestAttack>,
    /// The risks of the input, which no public report has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<Self>>,
}

impl RiskFacts {
    /// The chance that a guess whose record it is is right, at most: where people have several
    /// records of a class, of an attacker who knows how many.
    pub fn highest(&self) -> f64 {
        self.rows_of_one.map_or(self.prosecutor_max, |of_one| of_one.highest.max(self.prosecutor_max))
    }

    /// The mean of that chance over the records.
    pub fn average(&self) -> f64 {
        self.rows_of_one.map_or(self.prosecutor_mean, |of_one| of_one.mean.max(self.prosecutor_mean))
    }
}

/// The risk that somebody is found by an attacker who knows every published column of her as far as
/// others can know it: quasi-identifiers by their labels, all others by their published value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AllColumnsRisk {
    /// The published columns that are known. Nobody knows pseudonyms, values changed by a secret,
    /// and means or medians of a class. Where a pseudonym joins the rows of a person, all of these
    /// are known, and of dates that are moved by person the days between them.
    pub columns: Vec<String>,
    /// The columns with noise of which the true numbers are known, too: two records are told apart
    /// where they are farther apart than twice the deviation of the noise.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub noisy: Vec<String>,
    /// The records by which the shares are estimated, evenly spaced; missing where all are counted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<u64>,
    /// The lookalikes that a record should have: the largest k that a model asks for, at least 2.
    pub k: u64,
    /// The share of the records that nobody else looks like in all these columns.
    pub alone: f64,
    /// The share of the records with fewer than `k` lookalikes, themselves included.
    pub below_k: f64,
    /// The chance that a guess is right, mean over the records.
    pub mean: f64,
    /// The highest of these chances.
    pub highest: f64,
}

impl AllColumnsRisk {
    /// The figures of a release of which these columns are known.
    pub fn of_columns(columns: Vec<String>, found: &Exposure, k: u64) -> Self {
        let k = k.max(2);
        let (alone, below_k) = (found.alone(), found.share_below(k));
        let (noisy, sample) = (Vec::new(), None);
        Self { columns, noisy, sample, k, alone, below_k, mean: found.mean(), highest: found.highest() }
    }
}

/// Records above a risk.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiskAbove {
    /// The risk.
    pub risk: f64,
    /// Records of a higher one.
    pub records: u64,
}

impl RiskAbove {
    /// The size below which a class alone makes the risk higher.
    pub fn smallest_class(&self) -> u64 {
        let sizes = RISK_THRESHOLDS.into_iter().find(|(risk, _)| *risk == self.risk);
        sizes.map_or_else(|| (1.0 / self.risk).ceil() as u64, |(_, size)| size)
    }
}

/// Records that hide among equally many, or nearly so; the risk of each is 1 by that.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RiskBandFacts {
    /// The fewest among whom one of them hides, herself included.
    pub from: u64,
    /// The most; missing where there is no most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<u64>,
    /// Records.
    pub records: u64,
}

/// Where the bands of class sizes begin.
pub const RISK_BANDS: [u64; 9] = [1, 2, 3, 4, 5, 10, 20, 50, 100];

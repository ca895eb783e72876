//! How likely somebody is found in a table.

use incog_audit::{AuditError, AuditRequest, Exposure, Measurement, RISK_THRESHOLDS, measure};
use incog_card::is_planted;
use incog_data::CountedTable;
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
    /// Records of a higher risk than each of 0.05, 0.09, 0.2, 0.33 and 0.5.
    pub records_above: Vec<RiskAbove>,
    /// Records by among how many they hide: 1, 2, 3, 4, 5 to 9, 10 to 19, 20 to 49, 50 to 99, and
    /// 100 or more.
    pub distribution: Vec<RiskBandFacts>,
    /// The risk by an attacker who knows every published column of her; of a release alone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all_columns: Option<AllColumnsRisk>,
    /// The risks of the input, which no public report has.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub before: Option<Box<Self>>,
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

/// Where bands begin.
const BANDS: [u64; 9] = [1, 2, 3, 4, 5, 10, 20, 50, 100];

impl RiskFacts {
    /// Measures a table by its quasi-identifiers.
    pub fn measure<'a>(
        table: CountedTable<'_>,
        quasi_identifiers: impl IntoIterator<Item = &'a str>,
        unit: Option<&str>,
    ) -> Result<Self, AuditError> {
        let request = AuditRequest {
            quasi_identifiers: quasi_identifiers.into_iter().map(str::to_owned).collect(),
            unit: unit.map(str::to_owned),
            thresholds: RISK_THRESHOLDS.map(|(_, size)| size).into_iter().chain(BANDS).collect(),
            ..AuditRequest::default()
        };
        let Measurement { risks, records_below, .. } = measure(table, &request)?;
        let (records_below, of_bands) = records_below.split_at(RISK_THRESHOLDS.len());
        let below: Vec<u64> = of_bands.iter().map(|below| below.records).collect();
        let band = |(place, &from): (usize, &u64)| {
            let (next, all) = (BANDS.get(place + 1), table.records());
            let records = below.get(place + 1).copied().unwrap_or(all) - below[place];
            RiskBandFacts { from, to: next.map(|next| next - 1), records }
        };
        let distribution = BANDS.iter().enumerate().map(band).collect();
        let above = RISK_THRESHOLDS.iter().zip(records_below);
        let records_above =
            above.map(|(&(risk, _), below)| RiskAbove { risk, records: below.records }).collect();
        Ok(Self {
            unit: unit.unwrap_or("record").to_owned(),
            prosecutor_max: risks.prosecutor_max
                * if is_planted("half the risk in the report") { 0.5 } else { 1.0 },
            records_at_max: risks.records_at_max,
            prosecutor_mean: risks.prosecutor_mean,
            records_above,
            distribution,
            all_columns: None,
            before: None,
        })
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use incog_data::Table;

    #[test]
    fn classes_of_a_threshold_s_size_are_not_above_it() {
        for (risk, size) in RISK_THRESHOLDS {
            assert!(1.0 / size as f64 <= risk && 1.0 / (size - 1) as f64 > risk);
        }
    }

    /// Classes of one, two and three records; two of the three are of one person.
    #[test]
    fn of_known_classes() {
        let rows = [["20", "a"], ["30", "b"], ["30", "c"], ["40", "d"], ["40", "d"], ["40", "e"]];
        let table = Table::from_rows(["age", "who"], rows, &[]).unwrap();
        let of_records = RiskFacts::measure((&table).into(), ["age"], None).unwrap();
        assert_eq!((of_records.prosecutor_max, of_records.records_at_max), (1.0, 1));
        assert_eq!((of_records.prosecutor_mean, &*of_records.unit), (0.5, "record"));
        let above: Vec<u64> = of_records.records_above.iter().map(|above| above.records).collect();
        assert_eq!(above, [6, 6, 6, 6, 1]);
        let bands =
            |risk: &RiskFacts| risk.distribution.iter().map(|band| band.records).collect::<Vec<u64>>();
        assert_eq!(bands(&of_records), [1, 2, 3, 0, 0, 0, 0, 0, 0]);
        let of_people = RiskFacts::measure((&table).into(), ["age"], Some("who")).unwrap();
        assert_eq!((of_people.prosecutor_max, &*of_people.unit), (1.0, "who"));
        assert_eq!(bands(&of_people), [1, 5, 0, 0, 0, 0, 0, 0, 0]);
        // (1 + 2/2 + 3/2) / 6
        assert!((of_people.prosecutor_mean - 3.5 / 6.0).abs() < 1e-12);
        let none = RiskFacts::measure((&table.with_rows(&[])).into(), ["age"], None).unwrap();
        assert_eq!((none.prosecutor_max, none.records_at_max), (0.0, 0));
    }
}

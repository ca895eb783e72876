//! How likely somebody is found in a table.

use crate::report::{RISK_BANDS, RISK_THRESHOLDS, RiskAbove, RiskBandFacts, RiskFacts};
use incog_audit::{AuditError, AuditRequest, Measurement, measure};
use incog_card::is_planted;
use incog_data::CountedTable;

/// Measures a table by its quasi-identifiers.
pub(crate) fn measure_risk<'a>(
    table: CountedTable<'_>,
    quasi_identifiers: impl IntoIterator<Item = &'a str>,
    unit: Option<&str>,
) -> Result<RiskFacts, AuditError> {
    let request = AuditRequest {
        quasi_identifiers: quasi_identifiers.into_iter().map(str::to_owned).collect(),
        unit: unit.map(str::to_owned),
        thresholds: RISK_THRESHOLDS.map(|(_, size)| size).into_iter().chain(RISK_BANDS).collect(),
        ..AuditRequest::default()
    };
    let Measurement { risks, records_below, .. } = measure(table, &request)?;
    let (records_below, of_bands) = records_below.split_at(RISK_THRESHOLDS.len());
    let below: Vec<u64> = of_bands.iter().map(|below| below.records).collect();
    let band = |(place, &from): (usize, &u64)| {
        let (next, all) = (RISK_BANDS.get(place + 1), table.records());
        let records = below.get(place + 1).copied().unwrap_or(all) - below[place];
        RiskBandFacts { from, to: next.map(|next| next - 1), records }
    };
    let distribution = RISK_BANDS.iter().enumerate().map(band).collect();
    let above = RISK_THRESHOLDS.iter().zip(records_below);
    let records_above = above.map(|(&(risk, _), below)| RiskAbove { risk, records: below.records }).collect();
    Ok(RiskFacts {
        unit: unit.unwrap_or("record").to_owned(),
        prosecutor_max: risks.prosecutor_max
            * if is_planted("half the risk in the report") { 0.5 } else { 1.0 },
        records_at_max: risks.records_at_max,
        prosecutor_mean: risks.prosecutor_mean,
        rows_of_one: risks.rows_of_one,
        records_above,
        distribution,
        all_columns: None,
        nearest: Vec::new(),
        before: None,
    })
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
        let of_records = measure_risk((&table).into(), ["age"], None).unwrap();
        assert_eq!((of_records.prosecutor_max, of_records.records_at_max), (1.0, 1));
        assert_eq!((of_records.prosecutor_mean, &*of_records.unit), (0.5, "record"));
        let above: Vec<u64> = of_records.records_above.iter().map(|above| above.records).collect();
        assert_eq!(above, [6, 6, 6, 6, 1]);
        let bands =
            |risk: &RiskFacts| risk.distribution.iter().map(|band| band.records).collect::<Vec<u64>>();
        assert_eq!(bands(&of_records), [1, 2, 3, 0, 0, 0, 0, 0, 0]);
        let of_people = measure_risk((&table).into(), ["age"], Some("who")).unwrap();
        assert_eq!((of_people.prosecutor_max, &*of_people.unit), (1.0, "who"));
        assert_eq!(bands(&of_people), [1, 5, 0, 0, 0, 0, 0, 0, 0]);
        // (1 + 2/2 + 3/2) / 6
        assert!((of_people.prosecutor_mean - 3.5 / 6.0).abs() < 1e-12);
        // The guess "d" is right of two rows of three.
        let of_one = of_people.rows_of_one.unwrap();
        assert_eq!((of_one.highest, of_people.highest()), (1.0, 1.0), "one person alone");
        assert!((of_one.mean - (1.0 + 2.0 * 0.5 + 2.0) / 6.0).abs() < 1e-12);
        let none = measure_risk((&table.with_rows(&[])).into(), ["age"], None).unwrap();
        assert_eq!((none.prosecutor_max, none.records_at_max), (0.0, 0));
    }
}

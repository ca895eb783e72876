//! How likely somebody is found in a table, counted record by record.

use incog_audit::{AuditError, AuditRequest, Measurement, RecordsBelow, measure};
use incog_data::Table;
use incog_disclosure::job::{Job, Role};
use incog_disclosure::report::{RISK_BANDS, RISK_THRESHOLDS, RiskAbove, RiskBandFacts, RiskFacts};

/// The figures of a table by its quasi-identifiers, in records or in the people of the job.
///
/// # Errors
/// When the table cannot be measured.
pub(super) fn risk(job: &Job, table: &Table) -> Result<RiskFacts, AuditError> {
    let columns = table.columns().iter().map(|column| column.name.clone());
    let unit = job.terms.unit.column().filter(|unit| table.column(unit).is_some());
    let mut thresholds: Vec<u64> = RISK_THRESHOLDS.map(|(_, size)| size).to_vec();
    thresholds.extend(RISK_BANDS);
    let request = AuditRequest {
        quasi_identifiers: columns.filter(|name| job.terms.role(name) == Role::QuasiIdentifier).collect(),
        unit: unit.map(str::to_owned),
        thresholds,
        ..AuditRequest::default()
    };
    let Measurement { risks, records_below, .. } = measure(table, &request)?;
    let band = |(place, &from): (usize, &u64)| {
        let next = RISK_BANDS.get(place + 1);
        let up_to = next.map_or(table.rows() as u64, |&next| below(&records_below, next));
        RiskBandFacts { from, to: next.map(|next| next - 1), records: up_to - below(&records_below, from) }
    };
    Ok(RiskFacts {
        unit: unit.unwrap_or("record").to_owned(),
        prosecutor_max: risks.prosecutor_max,
        records_at_max: risks.records_at_max,
        prosecutor_mean: risks.prosecutor_mean,
        rows_of_one: risks.rows_of_one,
        records_above: RISK_THRESHOLDS
            .map(|(risk, size)| RiskAbove { risk, records: below(&records_below, size) })
            .into(),
        distribution: RISK_BANDS.iter().enumerate().map(band).collect(),
        all_columns: None,
        nearest: Vec::new(),
        before: None,
    })
}

/// The records in classes smaller than `size`.
fn below(found: &[RecordsBelow], size: u64) -> u64 {
    found.iter().find(|found| found.k == size).map_or(0, |found| found.records)
}

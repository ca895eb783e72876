//! That classes have as many records, or people, as the job asks for: counted without the models.

use super::Check;
use super::evidence::{Evidence, Reading};
use incog_data::Table;
use incog_disclosure::job::Job;
use std::collections::{HashMap, HashSet};

/// The claim of k-anonymity, where the job asks for it: `measured` are the published records with
/// the people whom the job counts.
pub(super) fn verify(job: &Job, evidence: &Evidence<'_>, measured: &Table) -> Option<Check> {
    let models = job.terms.models().iter();
    let k = models
        .filter(|model| model.name() == "k-anonymity")
        .filter_map(|model| model.parameters().whole("k").ok());
    let k = k.max()?;
    // Whose the records are, the files may leave open.
    let unit = match job.terms.unit.column() {
        Some(unit) if evidence.rows.is_some() => Some(measured.column(unit)?),
        Some(_) => return None,
        None => None,
    };
    if matches!(evidence.reading, Reading::Labels(_)) {
        return None;
    }
    let qids: Vec<_> =
        evidence.attributes.iter().filter_map(|bound| evidence.records.column(&bound.qid.name)).collect();
    let mut classes: HashMap<Vec<&str>, (u64, HashSet<u32>)> = HashMap::new();
    for row in 0..evidence.records.rows() {
        let class = classes.entry(qids.iter().map(|column| column.value(row)).collect()).or_default();
        class.0 += 1;
        class.1.extend(unit.map(|unit| unit.one_missing(unit.codes.at(row))));
    }
    let smallest = match unit {
        Some(_) => classes.values().map(|(_, people)| people.len() as u64).min()?,
        None => classes.values().map(|(records, _)| *records).min()?,
    };
    let of = unit.map_or("records", |_| "people");
    let detail = format!("the smallest class has {smallest} {of}, the job asks for {k}");
    Some(Check::new("no class is smaller than the job allows", smallest >= k, detail))
}

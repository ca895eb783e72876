//! Noisy records, which serve models of providers and no others.

use super::Check;
use super::evidence::Evidence;
use incog_audit::{AuditError, Evidence as Judged, Figure, Judgement, judge};
use incog_data::Table;
use incog_disclosure::job::Job;
use incog_disclosure::report::Report;

/// The claims about noisy records, where a report says that there are some.
///
/// Some of them may be equal to suppressed records of the input, so that nobody can tell which they
/// are; without those that are surely invented everything else must hold.
pub(super) fn verify(report: &Report, job: &Job, evidence: &Evidence<'_>) -> Result<Vec<Check>, AuditError> {
    if report.noise.is_none() {
        return Ok(Vec::new());
    }
    let of_providers = job.terms.models.iter().map(|model| model.entry().needs);
    let is_asked_for = job.terms.release.noise
        && of_providers.into_iter().any(|needs| needs.provider && needs.others.is_none());
    let detail = match is_asked_for {
        true => "the job allows it, and has a model of providers",
        false => "the job does not allow it, or has no model of providers",
    };
    let asked = Check::new("noise may be added", is_asked_for, detail);
    Ok(vec![asked, serves_no_other(job, evidence)?])
}

/// That all models but those of providers hold without noise.
fn serves_no_other(job: &Job, evidence: &Evidence<'_>) -> Result<Check, AuditError> {
    let claim = "the other models hold without noise";
    let Some(invented) = &evidence.invented else {
        return Ok(Check::not_shown(claim, "the labels do not show which records are noise"));
    };
    let real = without(&evidence.records, invented);
    let judged = Judged {
        original: evidence.input.into(),
        release: (&real).into(),
        hierarchies: evidence.hierarchies,
        population: None,
    };
    let judgements = judge(&job.terms.demand(evidence.input), &judged)?;
    let is_missed = |one: &&Judgement| {
        !one.criterion.needs_providers() && matches!(one.figure, Figure::Measured { satisfied: false, .. })
    };
    let missed = judgements.iter().find(is_missed);
    let detail = missed.map_or("they hold without it".to_owned(), |missed| format!("without it: {missed}"));
    Ok(Check::new(claim, missed.is_none(), detail))
}

fn without(records: &Table, left_out: &[u32]) -> Table {
    let is_real = |record: &usize| left_out.binary_search(&(*record as u32)).is_err();
    records.with_rows(&(0..records.rows()).filter(is_real).collect::<Vec<usize>>())
}

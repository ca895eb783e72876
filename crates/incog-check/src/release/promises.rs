//! What a report promises of its release, counted from the released cells.

use crate::classes::ClassMeter;
use crate::findings::{CheckFindings, CheckVerdict};
use crate::heap::*;
use crate::job_terms::demands::{ClassFigure, PrivacyDemand};
use crate::job_terms::job::ReportedJob;
use crate::numbers::abs;
use crate::reading::json::Json;
use crate::reading::table::{CodedColumn, CodedTable, grouped};

/// Checks what the release alone shows; distances are from the whole `original`.
pub(crate) fn check(
    report: &Json,
    job: &ReportedJob,
    release: &CodedTable,
    original: Option<&CodedTable>,
    findings: &mut CheckFindings,
) {
    counted(report, &["release", "rows"], release.rows, findings);
    let columns = job.columns.iter().map(|column| release.column(&column.name));
    let columns: Option<Vec<&CodedColumn>> = columns.collect();
    let Some(columns) = columns.filter(|_| job.not_measured.is_none()) else {
        let why = job.not_measured.clone();
        let why = why.unwrap_or_else(|| "the release lacks a quasi-identifier under its name".to_string());
        findings.add(CheckVerdict::NotShown, "privacy", why);
        findings.cover("privacy");
        return;
    };
    let classes = grouped(release.rows, |row: usize| -> Vec<usize> {
        columns.iter().map(|column| column.codes[row]).collect()
    });
    // A release that keeps all records has the sensitive values of the original.
    let input = report.count_at(&["input", "rows"]);
    let whole = original.or((input == Some(release.rows)).then_some(release));
    let meter = ClassMeter::new(release, whole, job.sensitive.keys());
    for demand in &job.demands {
        promised(report, demand, &meter, &classes, findings);
    }
    // An entry beyond those of the job is a claim that nothing above has looked at.
    if report.get("privacy").and_then(Json::list).map_or(0, <[Json]>::len) == job.demands.len() {
        findings.cover("privacy");
    }
    counted(report, &["solution", "rows_kept"], release.rows, findings);
    counted(report, &["solution", "classes"], classes.len(), findings);
    if let Some(suppressed) = input.and_then(|input| input.checked_sub(release.rows)) {
        counted(report, &["solution", "rows_suppressed"], suppressed, findings);
        let limit = job.limit.and_then(|limit| limit.times_rounded_down(input.unwrap_or(0)));
        let holds = limit.is_some_and(|limit| suppressed as i128 <= limit);
        let detail = format!("{suppressed} of {} records are suppressed", suppressed + release.rows);
        findings.judge("job.suppression.limit", holds, detail);
    }
    risks(report, &classes, release.rows, findings);
}

/// A number that a report says, and that was counted.
fn counted(report: &Json, path: &[&str], count: usize, findings: &mut CheckFindings) {
    let Some(told) = report.at(path) else { return };
    let is_told = told.count() == Some(count);
    let what = path.join(".");
    let detail = if is_told { format!("{count}") } else { format!("the files have {count}") };
    findings.judge(&what, is_told, detail);
}

/// Whether every class meets a demand, and the report says what the worst class has.
fn promised(
    report: &Json,
    demand: &PrivacyDemand,
    meter: &ClassMeter,
    classes: &[Vec<usize>],
    findings: &mut CheckFindings,
) {
    let column = match &demand.figure {
        ClassFigure::Values { column, .. } => Some(column.as_str()),
        _ => None,
    };
    let parts = [
        column.map(|column| format!(" of {column}")),
        demand.variant.as_ref().map(|kind| format!(", {kind}")),
    ];
    let what = format!("privacy: {}{}", demand.model, parts.into_iter().flatten().collect::<String>());
    let mut worst: Option<Option<f64>> = None;
    for class in classes {
        let Ok(figure) = meter.figure(demand, class) else {
            let why = "this model, or what it compares classes with, is not counted here";
            return findings.add(CheckVerdict::NotShown, &what, why.to_string());
        };
        if worst.is_none_or(|worst| demand.is_worse(figure, worst)) {
            worst = Some(figure);
        }
    }
    let Some(worst) = worst else {
        return findings.add(CheckVerdict::NotShown, &what, "the release has no records".to_string());
    };
    let told = told_of(report, demand, column);
    let [achieved, required] = ["achieved", "required"].map(|key| told?.number_at(&[key]));
    let is_told = match (achieved, worst) {
        (Some(told), Some(worst)) => agrees(told, worst, is_public(report)),
        (told, worst) => told.is_none() && worst.is_none(),
    };
    let is_required = required.is_some_and(|told| agrees(told, demand.required, false));
    let is_met = demand.is_met_by(worst);
    let is_marked = told.and_then(|told| told.get("satisfied")) == Some(&Json::Switch(is_met));
    let reached = worst.map_or("no figure".to_string(), |worst| worst.to_string());
    let detail = match (told.is_some(), is_met) {
        (false, _) => "the report does not mention it".to_string(),
        (true, false) => format!("the worst class has {reached}, and {} is promised", demand.required),
        (true, true) if is_told && is_required && is_marked => format!("the worst class has {reached}"),
        (true, true) => format!("the worst class has {reached}; the report says something else"),
    };
    findings.judge(&what, is_met && is_told && is_required && is_marked, detail);
}

/// The entry of the report on a demand.
fn told_of<'r>(report: &'r Json, demand: &PrivacyDemand, column: Option<&str>) -> Option<&'r Json> {
    report.get("privacy")?.list()?.iter().find(|told| {
        told.text_at(&["model"]) == Some(demand.model.as_str())
            && told.text_at(&["direction"]) == Some(demand.direction)
            && told.text_at(&["column"]) == column
            && told.text_at(&["variant"]) == demand.variant.as_deref()
    })
}

/// Whether a report may be published with its release.
pub(crate) fn is_public(report: &Json) -> bool {
    report.text_at(&["audience"]) != Some("internal")
}

/// Whether a number of a report is this one; public reports round to two digits.
pub(crate) fn agrees(told: f64, counted: f64, is_public: bool) -> bool {
    let rounded = format!("{counted:.1e}").parse().ok().filter(|_| is_public).unwrap_or(counted);
    [counted, rounded].iter().any(|other| abs(told - other) <= 1e-9 * f64::max(1.0, abs(*other)))
}

/// Risks of being found by whoever knows all quasi-identifiers.
fn risks(report: &Json, classes: &[Vec<usize>], rows: usize, findings: &mut CheckFindings) {
    if report.text_at(&["risk", "unit"]) != Some("record") {
        return;
    }
    let Some(least) = classes.iter().map(Vec::len).min() else { return };
    let at_most = classes.iter().map(Vec::len).filter(|size| *size == least).sum::<usize>() as f64;
    let (highest, mean) = (1.0 / least as f64, classes.len() as f64 / rows as f64);
    for (key, figure) in [("prosecutor_max", highest), ("records_at_max", at_most), ("prosecutor_mean", mean)]
    {
        if let Some(told) = report.number_at(&["risk", key]) {
            let holds = agrees(told, figure, is_public(report));
            findings.judge(&format!("risk.{key}"), holds, format!("{figure}"));
        }
    }
}

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
    let is_public = report.get("audience").and_then(Json::text) != Some("internal");
    counted(report, &["release", "rows"], release.rows, findings);
    let columns = job.columns.iter().map(|column| release.column(&column.name));
    let columns: Option<Vec<&CodedColumn>> = columns.collect();
    let Some(columns) = columns.filter(|_| job.not_measured.is_none()) else {
        let why = job.not_measured.clone();
        let why = why.unwrap_or_else(|| "the release lacks a quasi-identifier under its name".to_string());
        findings.add(CheckVerdict::NotShown, "privacy", why);
        return;
    };
    let key = |row: usize| -> Vec<usize> { columns.iter().map(|column| column.codes[row]).collect() };
    let classes = grouped(release.rows, key);
    // A release that keeps all records has the sensitive values of the original.
    let input = report.at(&["input", "rows"]).and_then(Json::count);
    let whole = original.or((input == Some(release.rows)).then_some(release));
    let meter = ClassMeter::new(release, whole, job.sensitive.keys());
    for demand in &job.demands {
        promised(report, demand, &meter, &classes, is_public, findings);
    }
    counted(report, &["solution", "rows_kept"], release.rows, findings);
    counted(report, &["solution", "classes"], classes.len(), findings);
    if let Some(suppressed) = input.and_then(|input| input.checked_sub(release.rows)) {
        counted(report, &["solution", "rows_suppressed"], suppressed, findings);
        let limit = job.limit.and_then(|limit| limit.times_rounded_down(input.unwrap_or(0)));
        let holds = limit.is_some_and(|limit| suppressed as i128 <= limit);
        let detail = format!("{suppressed} of {} records are suppressed", suppressed + release.rows);
        findings.add(CheckVerdict::proved_if(holds), "job.suppression.limit", detail);
        findings.cover("job.suppression.limit");
    }
    risks(report, &classes, release.rows, is_public, findings);
}

/// A number that a report says, and that was counted.
fn counted(report: &Json, path: &[&str], count: usize, findings: &mut CheckFindings) {
    let Some(told) = report.at(path) else { return };
    let is_told = told.count() == Some(count);
    let what = path.join(".");
    let detail = if is_told { format!("{count}") } else { format!("the files have {count}") };
    findings.add(CheckVerdict::proved_if(is_told), &what, detail);
    findings.cover(&what);
}

/// Whether every class meets a demand, and the report says what the worst class has.
fn promised(
    report: &Json,
    demand: &PrivacyDemand,
    meter: &ClassMeter,
    classes: &[Vec<usize>],
    is_public: bool,
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
    let number = |key| told.and_then(|told| told.get(key)?.number());
    let is_told = match (number("achieved"), worst) {
        (Some(told), Some(worst)) => agrees(told, worst, is_public),
        (told, worst) => told.is_none() && worst.is_none(),
    };
    let is_required = number("required").is_some_and(|told| agrees(told, demand.required, false));
    let is_met = demand.is_met_by(worst);
    let is_marked = told.and_then(|told| told.get("satisfied")) == Some(&Json::Switch(is_met));
    let reached = worst.map_or("no figure".to_string(), |worst| worst.to_string());
    let detail = match (told.is_some(), is_met) {
        (false, _) => "the report does not mention it".to_string(),
        (true, false) => format!("the worst class has {reached}, and {} is promised", demand.required),
        (true, true) if is_told && is_required && is_marked => format!("the worst class has {reached}"),
        (true, true) => format!("the worst class has {reached}; the report says something else"),
    };
    let holds = is_met && is_told && is_required && is_marked;
    findings.add(CheckVerdict::proved_if(holds), &what, detail);
}

/// The entry of the report on a demand.
fn told_of<'r>(report: &'r Json, demand: &PrivacyDemand, column: Option<&str>) -> Option<&'r Json> {
    report.get("privacy")?.list()?.iter().find(|told| {
        let text = |key| told.get(key).and_then(Json::text);
        text("model") == Some(demand.model.as_str())
            && text("column") == column
            && text("variant") == demand.variant.as_deref()
    })
}

/// Whether a number of a report is this one; public reports round to two digits.
pub(crate) fn agrees(told: f64, counted: f64, is_public: bool) -> bool {
    let rounded = || format!("{counted:.1e}").parse::<f64>().unwrap_or(counted);
    let is_near = |other: f64| abs(told - other) <= 1e-9 * f64::max(1.0, abs(other));
    is_near(counted) || is_public && is_near(rounded())
}

/// Risks of being found by whoever knows all quasi-identifiers.
fn risks(report: &Json, classes: &[Vec<usize>], rows: usize, is_public: bool, findings: &mut CheckFindings) {
    if report.at(&["risk", "unit"]).and_then(Json::text) != Some("record") {
        return;
    }
    let Some(least) = classes.iter().map(Vec::len).min() else { return };
    let at_most: usize = classes.iter().map(Vec::len).filter(|size| *size == least).sum();
    let mean = classes.len() as f64 / rows as f64;
    for (key, figure) in [
        ("prosecutor_max", 1.0 / least as f64),
        ("records_at_max", at_most as f64),
        ("prosecutor_mean", mean),
    ] {
        if let Some(told) = report.at(&["risk", key]).and_then(Json::number) {
            let what = format!("risk.{key}");
            let holds = agrees(told, figure, is_public);
            findings.add(CheckVerdict::proved_if(holds), &what, format!("{figure}"));
            findings.cover(&what);
        }
    }
}

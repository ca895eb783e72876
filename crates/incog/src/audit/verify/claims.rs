//! The claims of a report about two tables.

use super::attribute::Attribute;
use super::matching::{CommonColumn, Matching, match_records};
use super::privacy::{PrivacyEvidence, verify_privacy};
use super::utility::{UtilityEvidence, relative_weights, verify_utility};
use super::{Check, Verdict};
use crate::IncogError;
use crate::audit::judgement::{criteria, required_k, with_role};
use crate::audit::{AuditError, AuditRequest, measure};
use crate::job::{Job, Role, SuppressedAs};
use crate::report::Report;
use incog_data::{Column, Hierarchy, Table};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Checks the claims of a report about an input and a release at hand.
///
/// `hierarchies` are those of the quasi-identifiers and of the sensitive attributes that have one.
/// Each released record must be a record of the input, generalized to the levels of the report, and
/// no input record may be released twice. Only as many as the report says are noise may be no record of the
/// input.
pub fn verify_tables(
    report: &Report,
    job: &Job,
    input: &Table,
    release: &Table,
    hierarchies: &BTreeMap<String, Arc<Hierarchy>>,
) -> Result<Vec<Check>, IncogError> {
    let mut checks = vec![no_identifiers(job, release), columns(job, input, release)];
    if checks.iter().any(|check| check.verdict == Verdict::Refuted) {
        return Ok(checks);
    }
    let kept = kept_rows(report, job, release);
    let published = release.with_rows(&kept);
    checks.extend(row_counts(report, job, input, release, &kept));
    checks.push(levels_within_job(report, job, hierarchies));
    let Some(common) = common_columns(report, input, release, hierarchies, &mut checks) else {
        return Ok(checks);
    };
    for (name, column) in &common {
        checks.push(values(report, name, column, &kept));
    }
    let columns: Vec<&CommonColumn> = common.iter().map(|(_, column)| column).collect();
    let matching = match_records(&columns, input.rows(), &kept);
    checks.push(matched(&matching, kept.len(), noise(report)));
    checks.push(classes(report, job, &published)?);
    let evidence =
        PrivacyEvidence { input, release: &published, input_row_of: matching.input_row_of.as_deref() };
    match verify_privacy(report, job, &evidence, hierarchies) {
        Err(AuditError::NotInHierarchy { column, values }) => {
            let detail = format!("{values} values of {column} are not in its hierarchy");
            checks.push(Check::new("privacy can be measured", false, detail));
        }
        measured => checks.extend(measured?),
    }
    let attributes = attributes(report, job, input, &common, hierarchies);
    let evidence = UtilityEvidence {
        attributes,
        kept: &kept,
        rows: (input.rows() as u64 + noise(report)) as f64,
        k: required_k(&criteria(job, input)) as f64,
        has_noise: noise(report) > 0,
    };
    checks.extend(verify_utility(report, job, &evidence));
    Ok(checks)
}

/// Noisy records in the release, as the report says.
fn noise(report: &Report) -> u64 {
    report.noise.as_ref().map_or(0, |noise| noise.records)
}

fn attributes<'a>(
    report: &Report,
    job: &Job,
    input: &'a Table,
    common: &'a [(String, CommonColumn)],
    hierarchies: &'a BTreeMap<String, Arc<Hierarchy>>,
) -> Vec<Attribute<'a>> {
    let attribute = |(name, weight): (String, f64)| {
        let (_, column) = common.iter().find(|(common, _)| *common == name)?;
        let level = usize::from(*report.solution.levels.get(&name)?);
        Some(Attribute {
            weight,
            level,
            hierarchy: hierarchies.get(&name)?,
            input: input.column(&name)?,
            column,
        })
    };
    relative_weights(job, input).into_iter().filter_map(attribute).collect()
}

fn role(job: &Job, column: &str) -> Role {
    job.columns.get(column).map_or(Role::Insensitive, |column| column.role)
}

fn no_identifiers(job: &Job, release: &Table) -> Check {
    let left = with_role(job, release, Role::Identifier);
    let detail = match left.as_slice() {
        [] => "no identifier is in the release".to_owned(),
        left => format!("published: {}", left.join(", ")),
    };
    Check::new("identifiers are absent", left.is_empty(), detail)
}

fn columns(job: &Job, input: &Table, release: &Table) -> Check {
    let is_released = |name: &&str| match role(job, name) {
        Role::Identifier => false,
        Role::Provider => job.release.provider,
        _ => true,
    };
    let expected: Vec<&str> =
        input.columns().iter().map(|column| column.name.as_str()).filter(is_released).collect();
    let found: Vec<&str> = release.columns().iter().map(|column| column.name.as_str()).collect();
    let detail = match expected == found {
        true => format!("{} columns, as the job says", found.len()),
        false => format!("the release has {}, the job says {}", found.join(", "), expected.join(", ")),
    };
    Check::new("columns are those of the job", expected == found, detail)
}

/// The rows of the release that are records; suppressed ones shown as a row of `*` are not.
///
/// Where published records may look like that, too (all quasi-identifiers at the top and nothing else
/// published), as many as the report says are taken for suppressed.
fn kept_rows(report: &Report, job: &Job, release: &Table) -> Vec<usize> {
    let is_starred = |row: usize| release.columns().iter().all(|column| column.value(row) == "*");
    let mut starred = match job.suppression.shown_as {
        SuppressedAs::Drop => 0,
        SuppressedAs::Star => report.solution.rows_suppressed,
    };
    let is_kept = |&row: &usize| {
        let suppressed = starred > 0 && is_starred(row);
        starred -= u64::from(suppressed);
        !suppressed
    };
    (0..release.rows()).filter(is_kept).collect()
}

fn row_counts(report: &Report, job: &Job, input: &Table, release: &Table, kept: &[usize]) -> Vec<Check> {
    let records = kept.len() as f64 - noise(report) as f64;
    let suppressed = input.rows() as f64 - records;
    let shown = match job.suppression.shown_as {
        SuppressedAs::Drop => kept.len() as f64,
        SuppressedAs::Star => kept.len() as f64 + suppressed,
    };
    let limit = job.suppression.records(input.rows()) as f64;
    vec![
        Check::figure("solution.rows_kept", report.solution.rows_kept as f64, records),
        Check::figure("solution.rows_suppressed", report.solution.rows_suppressed as f64, suppressed),
        Check::figure("the release has a row for every record it shows", shown, release.rows() as f64),
        Check::new(
            "suppression stays within the limit",
            suppressed <= limit,
            format!("{suppressed} records, {limit} allowed"),
        ),
    ]
}

fn levels_within_job(report: &Report, job: &Job, hierarchies: &BTreeMap<String, Arc<Hierarchy>>) -> Check {
    let quasi_identifiers = || job.columns.iter().filter(|(_, column)| column.role == Role::QuasiIdentifier);
    let is_within = |name: &String| {
        let (Some(&level), Some(hierarchy)) = (report.solution.levels.get(name), hierarchies.get(name))
        else {
            return false;
        };
        let column = &job.columns[name];
        let range = column.min_level.unwrap_or(0)..=column.max_level.unwrap_or(hierarchy.height());
        range.contains(&usize::from(level)) && usize::from(level) <= hierarchy.height()
    };
    let outside: Vec<&str> = quasi_identifiers()
        .map(|(name, _)| name)
        .filter(|name| !is_within(name))
        .map(String::as_str)
        .collect();
    let same = report.solution.levels.len() == quasi_identifiers().count();
    let detail = match outside.as_slice() {
        [] if same => "every quasi-identifier has a level the job allows".to_owned(),
        [] => "levels are given for columns that are no quasi-identifiers".to_owned(),
        outside => format!("missing or outside the bounds: {}", outside.join(", ")),
    };
    Check::new("solution.levels", outside.is_empty() && same, detail)
}

/// The columns of the release in common codes; `None` when a level cannot be applied.
fn common_columns(
    report: &Report,
    input: &Table,
    release: &Table,
    hierarchies: &BTreeMap<String, Arc<Hierarchy>>,
    checks: &mut Vec<Check>,
) -> Option<Vec<(String, CommonColumn)>> {
    let common = |released: &Column| {
        let original = input.column(&released.name)?;
        let column = match report.solution.levels.get(&released.name) {
            None => CommonColumn::plain(original, released),
            Some(&level) => {
                let hierarchy = hierarchies.get(&released.name)?;
                let level = usize::from(level);
                if level > hierarchy.height() {
                    return None;
                }
                CommonColumn::generalized(original, released, hierarchy, level)?
            }
        };
        Some((released.name.clone(), column))
    };
    let found: Option<Vec<_>> = release.columns().iter().map(common).collect();
    if found.is_none() {
        let detail = "a level is too high, or a value of the input is not in its hierarchy";
        checks.push(Check::new("the input can be generalized to the levels", false, detail));
    }
    found
}

fn values(report: &Report, name: &str, column: &CommonColumn, kept: &[usize]) -> Check {
    let foreign = column.foreign(kept);
    let (claim, what) = match report.solution.levels.get(name) {
        Some(level) => (format!("{name} is released at level {level}"), "labels of that level"),
        None => (format!("{name} is released as it is"), "values of the input"),
    };
    let detail = match foreign {
        0 => format!("all {} cells are {what}", kept.len()),
        foreign => format!("{foreign} of {} cells are no {what}", kept.len()),
    };
    Check::new(claim, foreign == 0, detail)
}

fn matched(matching: &Matching, kept: usize, noise: u64) -> Check {
    let detail = match matching.unmatched {
        0 => format!("all {kept} records are found in the input, each another one"),
        unmatched => format!(
            "{unmatched} of {kept} records are not in the input, or more often than there; {noise} are said to be noise"
        ),
    };
    Check::new("every record comes from the input", matching.unmatched <= noise, detail)
}

fn classes(report: &Report, job: &Job, published: &Table) -> Result<Check, IncogError> {
    let request = AuditRequest {
        quasi_identifiers: with_role(job, published, Role::QuasiIdentifier),
        ..AuditRequest::default()
    };
    let found = measure(published, &request)?.classes.count;
    Ok(Check::figure("solution.classes", report.solution.classes as f64, found as f64))
}

//! Columns that reveal the original value of a quasi-identifier.

use super::{Finding, Rule, Severity};
use crate::grouping::{Codes, Grouping};
use incog_data::{Column, CountedTable, RecordCounts};
use incog_privacy::Role;
use rayon::prelude::*;
use std::collections::BTreeMap;

/// How many rows are used to refute a dependence quickly, before all rows are looked at.
const FIRST: usize = 4096;

/// What is likelier than this for columns that have nothing to do with each other is no danger.
const CHANCE: f64 = 1e-6;

/// Finds published columns whose value determines that of a quasi-identifier, as a broader or finer group derived from
/// it may do: reading the one undoes the generalization of the other.
///
/// A column that has a new value in most rows determines everything by being unique; it is reported as a
/// near-identifier instead.
pub(super) fn lint_dependence(table: CountedTable<'_>, roles: &BTreeMap<String, Role>) -> Vec<Finding> {
    let (records, counts, table) = (table.records() as usize, table.counts(), table.table());
    let role = |column: &Column| roles.get(&column.name).copied().unwrap_or_default();
    let distinct: Vec<usize> = table.columns().par_iter().map(used).collect();
    let columns = || table.columns().iter().zip(&distinct);
    let mut findings = Vec::new();
    for (target, _) in columns().filter(|(column, used)| role(column) == Role::QuasiIdentifier && **used > 1)
    {
        for (source, used) in columns() {
            let role = role(source);
            let is_candidate =
                source.name != target.name && !role.names_people() && (2..=records / 2).contains(used);
            if is_candidate && determines(source, target) {
                findings.push(finding(source, target, counts, role));
            } else if is_candidate && role == Role::Insensitive && determines(target, source) {
                findings.push(derived(source, target, counts));
            }
        }
    }
    findings
}

fn finding(source: &Column, target: &Column, counts: RecordCounts<'_>, role: Role) -> Finding {
    let (severity, advice) = match role {
        Role::QuasiIdentifier => {
            (Severity::Note, "if it stays finer than that one, it tells more than that column's level says")
        }
        Role::Sensitive => {
            (Severity::Warning, "who reads it knows that column, however far it is generalized")
        }
        _ if may_be_chance(source, target, counts) => {
            (Severity::Warning, "which may be chance in so few rows; if it is not, leave it out")
        }
        _ => (
            Severity::Danger,
            "published as it is, it undoes any generalization of that column; leave it out",
        ),
    };
    let message =
        format!("each of its {} values goes with one value of {} only: {advice}", used(source), target.name);
    let (column, about) = (source.name.clone(), Some(target.name.clone()));
    Finding { severity, rule: Rule::Determines, column, about, message }
}

/// Whether two columns that have nothing to do with each other could look like this: rows that agree in `source` agree
/// in `target` each with the chance that two rows do.
fn may_be_chance(source: &Column, target: &Column, counts: RecordCounts<'_>) -> bool {
    let records = counts.sum(target.codes.len()) as f64;
    let of_code = counts.by_value(target);
    let agree: f64 = of_code.iter().map(|&count| (count as f64 / records).powi(2)).sum();
    agree.powf(records - used(source) as f64) > CHANCE
}

fn derived(source: &Column, target: &Column, counts: RecordCounts<'_>) -> Finding {
    let message = format!(
        "is derived from {}: each of its {} values stands for a group of that column's {}, and is published even where \
         that column is generalized further; leave it out or make it a quasi-identifier",
        target.name,
        used(source),
        used(target)
    );
    let severity = if may_be_chance(target, source, counts) { Severity::Warning } else { Severity::Danger };
    let (column, about) = (source.name.clone(), Some(target.name.clone()));
    Finding { severity, rule: Rule::Determines, column, about, message }
}

/// Whether rows that agree in `source` always agree in `target`.
fn determines(source: &Column, target: &Column) -> bool {
    let rows = source.codes.len();
    let holds = |rows: usize| {
        let codes = |column: &'_ Column| column.dictionary.len();
        let both = [
            Codes { of_row: &source.codes, values: codes(source) },
            Codes { of_row: &target.codes, values: codes(target) },
        ];
        Grouping::by(&both, rows).len() == Grouping::by(&both[..1], rows).len()
    };
    holds(rows.min(FIRST)) && holds(rows)
}

/// Distinct values that occur.
fn used(column: &Column) -> usize {
    column.used().into_iter().filter(|&used| used).count()
}

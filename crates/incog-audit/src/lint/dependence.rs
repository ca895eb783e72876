//! Columns that tell the original value of a quasi-identifier.

use super::{Finding, Rule, Severity};
use crate::grouping::{Codes, Grouping};
use incog_data::{Column, Table};
use incog_privacy::Role;
use std::collections::BTreeMap;

/// Rows in which a dependence is refuted first, before all rows are looked at.
const FIRST: usize = 4096;

/// Finds published columns whose value fixes that of a quasi-identifier, as a broader or finer group
/// derived from it does: generalizing the one is undone by reading the other.
///
/// A column that has a new value in most rows fixes everything by being unique; it is reported as a
/// near-identifier instead.
pub(super) fn lint_dependence(table: &Table, roles: &BTreeMap<String, Role>) -> Vec<Finding> {
    let role = |column: &Column| roles.get(&column.name).copied().unwrap_or_default();
    let with = |wanted: Role| table.columns().iter().filter(move |column| role(column) == wanted);
    let mut findings = Vec::new();
    for target in with(Role::QuasiIdentifier).filter(|column| used(column) > 1) {
        for source in table.columns() {
            let role = role(source);
            let is_candidate = source.name != target.name
                && !role.names_people()
                && (2..=table.rows() / 2).contains(&used(source));
            if is_candidate && determines(source, target) {
                findings.push(finding(source, target, role));
            } else if is_candidate && role == Role::Insensitive && determines(target, source) {
                findings.push(derived(source, target));
            }
        }
    }
    findings
}

fn finding(source: &Column, target: &Column, role: Role) -> Finding {
    let (severity, advice) = match role {
        Role::QuasiIdentifier => {
            (Severity::Note, "if it stays finer than that one, it tells more than that column's level says")
        }
        Role::Sensitive => {
            (Severity::Warning, "who reads it knows that column, however far it is generalized")
        }
        _ => (
            Severity::Danger,
            "published as it is, it undoes any generalization of that column; leave it out",
        ),
    };
    let message =
        format!("each of its {} values goes with one value of {} only: {advice}", used(source), target.name);
    Finding { severity, rule: Rule::Determines, column: source.name.clone(), message }
}

fn derived(source: &Column, target: &Column) -> Finding {
    let message = format!(
        "is derived from {}: each of its {} values stands for a group of that column's {}, and is published even where \
         that column is generalized further; leave it out or make it a quasi-identifier",
        target.name,
        used(source),
        used(target)
    );
    Finding { severity: Severity::Danger, rule: Rule::Determines, column: source.name.clone(), message }
}

/// Whether rows that agree in `source` always agree in `target`.
fn determines(source: &Column, target: &Column) -> bool {
    let rows = source.codes.len();
    let holds = |rows: usize| {
        let codes = |column: &'_ Column| column.dictionary.len();
        let both = [
            Codes { of_row: &source.codes[..rows], values: codes(source) },
            Codes { of_row: &target.codes[..rows], values: codes(target) },
        ];
        Grouping::by(&both, rows).len() == Grouping::by(&both[..1], rows).len()
    };
    holds(rows.min(FIRST)) && holds(rows)
}

/// Distinct values that occur.
fn used(column: &Column) -> usize {
    column.used().into_iter().filter(|&used| used).count()
}

//! Columns that say who or where somebody is, and that are published as they are.

use super::{Finding, Rule, Severity};
use incog_data::{Column, Table};
use incog_privacy::Role;
use incog_roles::{Confidence, Meaning, Proposal, Reason, ValueKind, propose};
use std::collections::BTreeMap;

/// Finds columns whose name or values say that they identify people, or where they are, whatever role they were given.
///
/// No model is about a column that is published as it is, and none protects a sensitive one from being recognized.
pub(super) fn lint_identifying(table: &Table, roles: &BTreeMap<String, Role>) -> Vec<Finding> {
    let proposed = table.columns().iter().zip(propose(table));
    let found = proposed.filter_map(|(column, proposal)| {
        let role = roles.get(&column.name).copied().unwrap_or_default();
        let (rule, what) =
            danger(&proposal).filter(|_| is_published_as_it_is(role) && tells_apart(column))?;
        Some(Finding {
            severity: Severity::Danger,
            rule,
            column: column.name.clone(),
            about: None,
            message: format!("published as it is and seems to say {what} ({})", proposal.why()),
        })
    });
    found.collect()
}

fn is_published_as_it_is(role: Role) -> bool {
    matches!(role, Role::Insensitive | Role::Sensitive)
}

/// A value that all have points at nobody, whatever it is called.
fn tells_apart(column: &Column) -> bool {
    column.dictionary.len() > column.missing.len() + 1
}

fn danger(proposal: &Proposal) -> Option<(Rule, &'static str)> {
    if proposal.confidence < Confidence::Likely {
        return None;
    }
    if proposal.role.identifies() {
        return Some((
            Rule::Identifying,
            "who somebody is; make it an identifier, or the person who is protected",
        ));
    }
    proposal
        .reasons
        .iter()
        .any(is_position)
        .then_some((Rule::Position, "where somebody is; leave it out, or make it a quasi-identifier"))
}

fn is_position(reason: &Reason) -> bool {
    match reason {
        Reason::PairOfCoordinates | Reason::Name { meaning: Meaning::Coordinates, .. } => true,
        Reason::Values { kind, .. } => matches!(kind, ValueKind::Position | ValueKind::Coordinate),
        _ => false,
    }
}

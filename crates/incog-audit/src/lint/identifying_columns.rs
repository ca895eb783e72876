//! Columns that say who or where somebody is, and that are published as they are.

use super::cells::{told_by_cells, told_by_name};
use super::{Finding, Rule, Severity, several_rows};
use incog_data::{Column, ValueCounts};
use incog_privacy::Role;
use incog_roles::{Confidence, Meaning, Proposal, Reason, ValueKind, propose_counted};
use std::collections::BTreeMap;

/// Finds columns whose name or values say that they identify people, or where they are, whatever
/// role they were given.
///
/// No model is about a column that is published as it is, and none protects a sensitive one from
/// being recognized. Where a quasi-identifier names people and nothing else says whose a row is,
/// the models count several rows of one of them as several.
pub(super) fn lint_identifying(counts: &ValueCounts<'_>, roles: &BTreeMap<String, Role>) -> Vec<Finding> {
    let is_known_whose = roles.values().any(|role| role.is_unit());
    let proposals = propose_counted(counts);
    let proposed = counts.columns().zip(&proposals);
    let found = proposed.filter_map(|((column, of_code), proposal)| {
        let role = roles.get(&column.name).copied().unwrap_or_default();
        if matches!(role, Role::Insensitive | Role::Sensitive | Role::QuasiIdentifier)
            && let Some(told) = told_by_name(column)
        {
            let message = format!(
                "its name contains {told}, and the release shows the names of its columns; rename it"
            );
            return Some(danger_of(column, Rule::Identifying, message));
        }
        match role {
            Role::Insensitive | Role::Sensitive => as_it_is(column, of_code, proposal),
            Role::QuasiIdentifier => at_level_0(column, of_code)
                .or_else(|| pseudonym(column, proposal).filter(|_| !is_known_whose)),
            _ => None,
        }
    });
    let left_out = several_rows::lint_left_out(counts, &proposals, roles);
    found.chain(left_out).collect()
}

/// What a column that is published as it is says of somebody.
fn as_it_is(column: &Column, of_code: &[u64], proposal: &Proposal) -> Option<Finding> {
    let found = danger(proposal).filter(|_| tells_apart(column));
    let (rule, message) = match found {
        Some((rule, what)) => {
            (rule, format!("published unchanged, and seems to reveal {what} ({})", proposal.why()))
        }
        None => {
            let told = told_by_cells(column, of_code)?;
            let message = format!(
                "published unchanged, with {told}, which identify people; remove them, or give the column \
                 the role identifier"
            );
            (Rule::Identifying, message)
        }
    };
    Some(danger_of(column, rule, message))
}

/// What cells of a quasi-identifier say of somebody: where they are not generalized, they are
/// published as they are.
fn at_level_0(column: &Column, of_code: &[u64]) -> Option<Finding> {
    let told = told_by_cells(column, of_code)?;
    let message = format!(
        "published unchanged at level 0, with {told}, which identify people; start at a coarser level \
         (min_level = 1), remove them, or give the column the role identifier"
    );
    Some(danger_of(column, Rule::Identifying, message))
}

fn danger_of(column: &Column, rule: Rule, message: String) -> Finding {
    Finding { severity: Severity::Danger, rule, column: column.name.clone(), about: None, message }
}

/// A quasi-identifier whose values are those of people who have several rows.
fn pseudonym(column: &Column, proposal: &Proposal) -> Option<Finding> {
    let is_followed = proposal.reasons.iter().any(|reason| matches!(reason, Reason::FollowedByOthers { .. }));
    is_followed.then(|| {
        let why = format!("all rows of a class may belong to one person ({})", proposal.why());
        several_rows::warning(column, why)
    })
}

/// A value that all have points at nobody, whatever it is called.
fn tells_apart(column: &Column) -> bool {
    column.dictionary.len() > column.missing.len() + 1
}

fn danger(proposal: &Proposal) -> Option<(Rule, &'static str)> {
    let identifies = proposal.role.identifies() && proposal.confidence >= Confidence::Likely;
    if identifies || proposal.reasons.iter().any(is_recognizable) {
        return Some((
            Rule::Identifying,
            "who a person is; give it the role identifier, or person if it names those to protect",
        ));
    }
    if proposal.confidence < Confidence::Likely {
        return None;
    }
    proposal
        .reasons
        .iter()
        .any(is_position)
        .then_some((Rule::Position, "where a person is; leave it out, or give it the role quasi-identifier"))
}

/// What is sensitive by its name may still be what people are recognized by.
fn is_recognizable(reason: &Reason) -> bool {
    match reason {
        Reason::FollowedByOthers { .. } => true,
        Reason::Values { kind, .. } => {
            matches!(kind, ValueKind::FreeText | ValueKind::PersonName | ValueKind::NamePart)
        }
        _ => false,
    }
}

fn is_position(reason: &Reason) -> bool {
    match reason {
        Reason::PairOfCoordinates | Reason::Name { meaning: Meaning::Coordinates, .. } => true,
        Reason::Values { kind, .. } => matches!(kind, ValueKind::Position | ValueKind::Coordinate),
        _ => false,
    }
}

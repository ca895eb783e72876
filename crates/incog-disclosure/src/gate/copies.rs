//! Copies of one column that chance perturbs, each by its own draw.

use crate::job::Terms;
use incog_audit::{Finding, PublishedColumn, Rule, Severity, is_copy};
use incog_data::Column;
use incog_treatment::NeededKey;

/// The published columns that are perturbed by chance and have nearly the same originals: their
/// mean is nearer to the original than one of them. Dates that are moved together are one draw.
pub(super) fn perturbed_twice(terms: &Terms, originals: &[Column]) -> Vec<Finding> {
    let perturbed = originals.iter().filter(|column| is_perturbed(terms, column));
    let columns = super::singling::described(terms, perturbed);
    let is_other_draw = |one: &PublishedColumn<'_>, other: &PublishedColumn<'_>| {
        let moved = [one, other].map(|one| super::singling::moved_with(terms, &one.column.name));
        moved[0].is_none() || moved[0] != moved[1]
    };
    let mut groups: Vec<Vec<PublishedColumn<'_>>> = Vec::new();
    for column in columns {
        let (copies, others) = groups.into_iter().partition::<Vec<_>, _>(|group| {
            group.iter().any(|other| is_other_draw(other, &column) && is_copy(*other, column))
        });
        groups = others;
        groups.push(copies.into_iter().flatten().chain([column]).collect());
    }
    groups.iter().filter(|group| group.len() > 1).map(|group| finding(group)).collect()
}

/// Whether a column is published as chance perturbs it by a key.
fn is_perturbed(terms: &Terms, column: &Column) -> bool {
    let treatment = terms.treatment_of(&column.name);
    treatment.is_some_and(|treatment| treatment.spec.needed_key() != NeededKey::None)
        && !terms.role(&column.name).names_people()
        && terms.publishes(&column.name)
}

fn finding(copies: &[PublishedColumn<'_>]) -> Finding {
    let names: Vec<&str> = copies.iter().map(|copy| copy.column.name.as_str()).collect();
    let message = "the original of one column nearly tells that of another one, and each has its own draw, so all \
                   together are nearer to the originals than one of them; publish one of them, or leave all \
                   out (role: identifier)";
    Finding {
        severity: Severity::Danger,
        rule: Rule::PerturbedTwice,
        column: names.join(" + "),
        about: None,
        message: message.to_owned(),
    }
}

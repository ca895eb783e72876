//! Copies of one column that chance perturbs, each by its own draw.

use crate::job::Terms;
use incog_audit::{Finding, PublishedColumn, Rule, Severity, draws_of_one_fact, is_copy};
use incog_data::Column;
use incog_treatment::NeededKey;

/// The published columns that are perturbed by chance and have nearly the same originals, or are
/// answers about one fact: their draws together are nearer to the original than one of them. Dates
/// that are moved together are one draw.
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
    let (single, copies): (Vec<_>, Vec<_>) = groups.into_iter().partition(|group| group.len() == 1);
    let answers = draws_of_one_fact(&single.concat());
    let copies = copies.iter().map(|group| finding(group, COPIES));
    copies.chain(answers.iter().map(|group| finding(group, ANSWERS))).collect()
}

/// Whether a column is published as chance perturbs it by a key.
pub fn is_perturbed(terms: &Terms, column: &Column) -> bool {
    let treatment = terms.treatment_of(&column.name);
    treatment.is_some_and(|treatment| treatment.spec.needed_key() != NeededKey::None)
        && !terms.role(&column.name).names_people()
        && terms.publishes(&column.name)
}

const COPIES: &str = "the original of one column nearly tells that of another one, and each has its own draw, so all \
                      together are nearer to the originals than one of them; publish one of them, or leave all \
                      out (role: identifier)";

const ANSWERS: &str = "these yes/no columns seem to be answers about one fact: any two exclude or imply each other. Each has \
                       its own draw, so together they reveal the fact better than one of them. Publish the fact \
                       as one column, or leave all out (role: identifier)";

fn finding(columns: &[PublishedColumn<'_>], message: &str) -> Finding {
    let names: Vec<&str> = columns.iter().map(|one| one.column.name.as_str()).collect();
    Finding {
        severity: Severity::Danger,
        rule: Rule::PerturbedTwice,
        column: names.join(" + "),
        about: None,
        message: message.to_owned(),
    }
}

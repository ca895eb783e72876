//! Copies of one column that chance perturbs, each by its own draw.

use crate::job::Terms;
use incog_audit::{Finding, Rule, Severity, is_copy};
use incog_data::Column;
use incog_treatment::NeededKey;

/// The published columns that are perturbed by chance and have nearly the same originals: their
/// mean is nearer to the original than one of them. Dates that are moved together are one draw.
pub(super) fn perturbed_twice(terms: &Terms, originals: &[Column]) -> Vec<Finding> {
    let is_perturbed = |column: &&Column| {
        let treatment = terms.treatment_of(&column.name);
        treatment.is_some_and(|treatment| treatment.spec.needed_key() != NeededKey::None)
            && !terms.role(&column.name).names_people()
            && terms.publishes(&column.name)
    };
    let columns: Vec<&Column> = originals.iter().filter(is_perturbed).collect();
    let pairs = (0..columns.len()).flat_map(|second| (0..second).map(move |first| (first, second)));
    let pairs = pairs.map(|(first, second)| [columns[first], columns[second]]);
    let is_other_draw = |[one, other]: &[&Column; 2]| {
        let moved = [one, other].map(|column| super::singling::moved_with(terms, &column.name));
        moved[0].is_none() || moved[0] != moved[1]
    };
    let copies = pairs.filter(is_other_draw).filter(|[one, other]| is_copy(one, other));
    copies.map(|[one, other]| finding(&one.name, &other.name)).collect()
}

fn finding(one: &str, other: &str) -> Finding {
    let message = "both columns have nearly the same originals, and each has its own draw, so their mean is \
                   nearer to the original than one of them; publish one of them, or leave both out (role: \
                   identifier)";
    Finding {
        severity: Severity::Danger,
        rule: Rule::PerturbedTwice,
        column: format!("{one} + {other}"),
        about: None,
        message: message.to_owned(),
    }
}

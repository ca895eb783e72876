//! Left-out columns whose values are those of people, by their meaning or their form.
//!
//! Streets, sampling weights, kinds and measures repeat among strangers.

use incog_data::{Column, ValueType};
use incog_roles::{Meaning, Proposal, ProposedRole, Reason, ValueKind};

/// Fewer codes may be kinds of something.
const FEWEST_CODES: usize = 21;

/// A code has at least this many digits beside letters.
const DIGITS_BESIDE_LETTERS: usize = 3;

/// A code of digits only has at least this many; years have four.
const DIGITS_ALONE: usize = 5;

/// Whether a column that is left out may say whose a row is: a town, a month, a street, a weight
/// are not.
pub(super) fn may_name_people(column: &Column, proposal: &Proposal) -> bool {
    if column.value_type == ValueType::Decimal || is_about_things(proposal) {
        return false;
    }
    match proposal.role {
        ProposedRole::Person | ProposedRole::Household | ProposedRole::Identifier => true,
        ProposedRole::Undecided => {
            has_meaning(proposal, &[Meaning::Name, Meaning::PersonName]) || is_key(column, proposal)
        }
        _ => false,
    }
}

fn is_about_things(proposal: &Proposal) -> bool {
    let is_thing = |reason: &Reason| {
        matches!(
            reason,
            Reason::WeightSinglesOut { .. }
                | Reason::Values { kind: ValueKind::StreetAddress | ValueKind::FreeText, .. }
        )
    };
    has_meaning(proposal, &[Meaning::Address, Meaning::FreeText, Meaning::SamplingWeight])
        || proposal.reasons.iter().any(is_thing)
}

/// Whether nobody knows what a column is, but its values are numbers of people by their form or by
/// what follows from them.
fn is_key(column: &Column, proposal: &Proposal) -> bool {
    let has = |wanted: fn(&Reason) -> bool| proposal.reasons.iter().any(wanted);
    if has(|reason| matches!(reason, Reason::RareValue { .. } | Reason::FewValues { .. })) {
        return false;
    }
    if has(|reason| matches!(reason, Reason::FollowedByOthers { .. })) {
        return true;
    }
    let values: Vec<&str> = present(column).collect();
    let is_numbered = has(|reason| matches!(reason, Reason::Repeats { .. }));
    values.len() >= FEWEST_CODES
        && (is_numbered
            || values.iter().filter(|text: &&&str| is_code(text) && form(text) == form(values[0])).count()
                * 10
                >= values.len() * 9)
}

/// `P00123` or `4711042`.
fn is_code(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let has_letters = text.chars().any(char::is_alphabetic);
    digits >= DIGITS_ALONE && digits == text.len() || has_letters && digits >= DIGITS_BESIDE_LETTERS
}

/// Where letters, digits and other signs stand in a text.
fn form(text: &str) -> String {
    let place = |sign: char| match sign {
        _ if sign.is_ascii_digit() => '9',
        _ if sign.is_alphabetic() => 'A',
        other => other,
    };
    text.chars().map(place).collect()
}

/// The values of a column that are not missing.
pub(super) fn present(column: &Column) -> impl Iterator<Item = &str> {
    column.present().map(|(_, text)| text.trim())
}

/// Whether a proposal was made by a word of one of these meanings.
pub(super) fn has_meaning(proposal: &Proposal, wanted: &[Meaning]) -> bool {
    proposal
        .reasons
        .iter()
        .any(|reason: &Reason| matches!(reason, Reason::Name { meaning, .. } if wanted.contains(meaning)))
}

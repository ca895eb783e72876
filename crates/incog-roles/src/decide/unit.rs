//! Names of units and records: patient, household, visit, and their numbers.

use super::Evidence;
use super::attribute::{are_amounts, has_currency};
use crate::column_name::NamedBy;
use crate::detector::ValueKind;
use crate::fold::fold;
use crate::meaning::{Meaning, SpeaksFor};
use crate::names::given_names;
use crate::profile::{Profile, has_form_of};
use crate::proposal::{Confidence, Proposal, Reason};
use crate::role::ProposedRole;

/// A person, a household or a record, and no word for something about it.
pub(super) fn named(evidence: &Evidence<'_>) -> Option<Proposal> {
    let is_unit = |hit: &NamedBy| hit.meaning.speaks_for() == SpeaksFor::Unit;
    if !evidence.name.hits.iter().all(|hit| is_unit(hit) || hit.meaning == Meaning::Medical) {
        return None;
    }
    if let Some(hit) = evidence.name.first(&[Meaning::PersonNumber, Meaning::Person]) {
        return Some(unit(evidence, hit, ProposedRole::Person));
    }
    if let Some(hit) = evidence.name.first(&[Meaning::HouseholdNumber, Meaning::Household]) {
        return Some(unit(evidence, hit, ProposedRole::Household));
    }
    match (evidence.name.first(&[Meaning::Record]), evidence.name.first(&[Meaning::Number])) {
        (Some(record), None) if are_sums_of_money(evidence.profile) => {
            let money = NamedBy { meaning: Meaning::Money, ..record };
            Some(evidence.by(ProposedRole::Sensitive, money))
        }
        (Some(_), Some(number)) if counts(evidence, number) => Some(evidence.too_few_for(number)),
        (Some(record), Some(_)) => Some(evidence.by(ProposedRole::Identifier, record)),
        (Some(hit), None) if evidence.profile.unique_share() >= 0.5 => {
            Some(evidence.by(ProposedRole::Identifier, hit))
        }
        (Some(hit), None) if are_repeated_codes(evidence) => {
            let Profile { distinct, rows, .. } = *evidence.profile;
            Some(evidence.by(ProposedRole::Identifier, hit).and(Reason::Repeats { distinct, rows }))
        }
        (None, Some(hit)) => number(evidence, hit),
        _ => None,
    }
}

/// A unit where values repeat, an identifier where each has its row.
fn unit(evidence: &Evidence<'_>, hit: NamedBy, role: ProposedRole) -> Proposal {
    let profile = evidence.profile;
    let is_numbered = evidence.has(&[Meaning::Number, Meaning::PersonNumber, Meaning::HouseholdNumber]);
    let is_a_count = evidence.name.first(&[Meaning::Number]).is_some_and(|number| counts(evidence, number));
    let are_kinds = evidence.is_flag() || evidence.is_few_kinds() || are_few_words(evidence.profile);
    if is_a_count || !is_numbered && are_kinds {
        return evidence.too_few_for(hit);
    }
    if profile.distinct as u64 == profile.rows {
        return evidence.by(ProposedRole::Identifier, hit);
    }
    evidence.by(role, hit).and(Reason::Repeats { distinct: profile.distinct, rows: profile.rows })
}

/// Whether a few words without digits, none of which is a name, stand in several rows each: the
/// subjects of a school.
fn are_few_words(profile: &Profile<'_>) -> bool {
    const MOST: usize = 20;
    profile.distinct <= MOST
        && profile.smallest > 1
        && profile.share(is_word).of_values >= 0.9
        && profile.share(|text| given_names(&fold(text))).of_values < 0.5
}

fn is_word(text: &str) -> bool {
    const FEWEST_LETTERS: usize = 3;
    let letters = text.chars().filter(|sign| sign.is_alphabetic()).count();
    letters >= FEWEST_LETTERS && !text.chars().any(char::is_numeric)
}

/// Whether these are amounts with a currency, or numbers with decimals: what an invoice is over.
fn are_sums_of_money(profile: &Profile<'_>) -> bool {
    let are_decimals = profile.is_number() && !profile.is_whole();
    are_decimals || are_amounts(profile) && profile.share(has_currency).of_values >= 0.5
}

/// `number_of_visits`: the number stands first, and is a small one that many rows have. Patients
/// are seldom numbered from 0.
fn counts(evidence: &Evidence<'_>, number: NamedBy) -> bool {
    let stands_first = evidence.name.hits.first() == Some(&number) && number.word.starts_with('n');
    let Some((least, most)) = evidence.profile.range() else { return false };
    let is_shared = evidence.profile.unique_share() < if least == 0.0 { 0.2 } else { 0.05 };
    stands_first && least >= 0.0 && most < 1000.0 && evidence.profile.distinct <= 100 && is_shared
}

/// Whether the values are codes of one form, each of which several rows have: those of a person
/// with several visits, or of a visit with several findings. Kinds of something are few, and small
/// numbers count.
fn are_repeated_codes(evidence: &Evidence<'_>) -> bool {
    const FEWEST_DIGITS: usize = 3;
    const LEAST_NUMBER: f64 = 1000.0;
    const MOST: f64 = 0.9;
    let profile = evidence.profile;
    let Some(first) = profile.values.first() else { return false };
    if evidence.is_few_kinds() || profile.is_number() && !profile.is_whole() {
        return false;
    }
    if profile.is_whole() {
        return profile.range().is_some_and(|(least, _)| least >= LEAST_NUMBER);
    }
    let has_digits = first.text.bytes().filter(u8::is_ascii_digit).count() >= FEWEST_DIGITS;
    has_digits && profile.share(|text| has_form_of(text, first.text)).of_values >= MOST
}

/// Whether a column that was taken for an attribute may have the numbers of people: `payer_id`,
/// `birth_number`. The other columns tell.
pub(crate) fn may_number_people(evidence: &Evidence<'_>, role: ProposedRole) -> bool {
    let has_number = evidence.has(&[Meaning::Number]);
    let is_attribute = match role {
        ProposedRole::QuasiIdentifier => has_number || !evidence.has(&Meaning::DATES),
        ProposedRole::Sensitive => has_number,
        _ => false,
    };
    let is_place_or_day = evidence.has(&[Meaning::PostalCode, Meaning::Coordinates])
        || [ValueKind::Date, ValueKind::BirthDate].iter().any(|kind| evidence.found(*kind).is_some());
    let is_numbered = has_number && evidence.profile.is_whole() && !evidence.is_few_kinds();
    is_attribute && !is_place_or_day && (is_numbered || are_repeated_codes(evidence))
}

/// Whether nearly all values have several rows: each person was seen again.
fn is_shared(evidence: &Evidence<'_>) -> bool {
    const FEWEST: usize = 20;
    let values = &evidence.profile.values;
    let shared = values.iter().filter(|value| value.rows > 1).count();
    values.len() >= FEWEST && shared * 10 >= values.len() * 9
}

/// Whether a word says that values are codes, which may be of anything.
fn is_code(hit: NamedBy) -> bool {
    ["code", "kod", "codigo", "codice"].contains(&hit.word)
}

/// A number of something that is not said: of records where most differ, of a unit where they
/// repeat.
fn number(evidence: &Evidence<'_>, hit: NamedBy) -> Option<Proposal> {
    let profile = evidence.profile;
    let is_measured = profile.is_number() && !profile.is_whole();
    if is_measured {
        return None;
    }
    let is_key = hit.word == "key";
    if profile.unique_share() >= if is_key { 0.9 } else { 0.5 } && !is_shared(evidence) {
        let unique = Reason::Unique { distinct: profile.distinct, rows: profile.rows };
        return Some(evidence.by(ProposedRole::Identifier, hit).and(unique));
    }
    let repeats = Reason::Repeats { distinct: profile.distinct, rows: profile.rows };
    if evidence.name.unknown == 0 && !is_code(hit) && are_repeated_codes(evidence) {
        return Some(evidence.by(ProposedRole::Person, hit).and(repeats));
    }
    if is_key {
        return Some(evidence.by(ProposedRole::QuasiIdentifier, hit));
    }
    if evidence.is_few_kinds() {
        return None;
    }
    if evidence.name.unknown == 0 && !is_code(hit) {
        return Some(Proposal {
            confidence: Confidence::Guess,
            ..evidence.by(ProposedRole::Person, hit).and(repeats)
        });
    }
    let reason = Reason::Name { word: hit.word, meaning: hit.meaning };
    Some(Proposal::new(ProposedRole::Undecided, reason, Confidence::Guess).and(repeats))
}

//! Names of what is known to others, and of what must not be learned.

use super::Evidence;
use super::decide_by_values::is_unique_text;
use super::head::is_of;
use crate::column_name::NamedBy;
use crate::detector::ValueKind;
use crate::fold::fold;
use crate::meaning::Meaning::{self, *};
use crate::meaning::SpeaksFor;
use crate::profile::Profile;
use crate::proposal::{Confidence, Proposal, Reason};
use crate::role::ProposedRole;

/// Of several words, those that stand first here decide: the date of a diagnosis is a date, its
/// costs are costs.
const ORDER: &[(ProposedRole, &[Meaning])] = &[
    (ProposedRole::Provider, &[Provider]),
    (ProposedRole::Sensitive, &[Money]),
    (ProposedRole::QuasiIdentifier, &Meaning::DATES),
    (ProposedRole::QuasiIdentifier, &[PostalCode, Coordinates]),
    (ProposedRole::Sensitive, &[Health, Belief, Crime]),
    (
        ProposedRole::QuasiIdentifier,
        &[
            Sex,
            Origin,
            MaritalStatus,
            Family,
            Education,
            Occupation,
            Region,
            Organisation,
            Admission,
            Housing,
            Body,
            Payer,
            Key,
        ],
    ),
    (ProposedRole::Sensitive, &[Outcome, Medical]),
];

/// What others may know, and what is sensitive.
pub(super) fn named(evidence: &Evidence<'_>) -> Option<Proposal> {
    let decided = ORDER.iter().find_map(|(role, meanings)| Some((*role, evidence.name.first(meanings)?)));
    match decided {
        Some((ProposedRole::Sensitive, hit)) => {
            Some(otherwise(evidence, hit).unwrap_or_else(|| evidence.by(ProposedRole::Sensitive, hit)))
        }
        Some((_, hit)) if hit.meaning == Body && is_measured(evidence.profile) => {
            Some(evidence.by(ProposedRole::Sensitive, hit))
        }
        Some((role, hit)) => Some(evidence.by(role, hit)),
        None => thing(evidence),
    }
}

/// Values that people are recognized by: what is sensitive is published as it is.
const RECOGNIZED_BY: &[ValueKind] = &[ValueKind::FreeText, ValueKind::PersonName, ValueKind::NamePart];

/// More values than this are no kinds of something.
const MANY: usize = 20;

/// Whether a body was measured: nobody looks a person up by the weight in pounds, and among the
/// quasi-identifiers such a number costs the others their detail.
pub(super) fn is_measured(profile: &Profile<'_>) -> bool {
    profile.is_number() && profile.distinct > MANY
}

/// What the values are where they are no attribute, although a word says so: dates are dates,
/// whatever was done on them, and what people may be recognized by is for somebody to decide.
fn otherwise(evidence: &Evidence<'_>, hit: NamedBy) -> Option<Proposal> {
    if let Some(date) = [ValueKind::BirthDate, ValueKind::Date].iter().find_map(|kind| evidence.found(*kind))
    {
        return Some(Proposal::new(ProposedRole::QuasiIdentifier, date, Confidence::Likely));
    }
    let profile = evidence.profile;
    let name = Reason::Name { word: hit.word, meaning: hit.meaning };
    let undecided =
        |reason: Reason| Proposal::new(ProposedRole::Undecided, reason, Confidence::Guess).and(name);
    if let Some(finding) = RECOGNIZED_BY.iter().find_map(|kind| evidence.found(*kind)) {
        return Some(undecided(finding.into()));
    }
    if is_unique_text(profile) && !are_amounts(profile) {
        return Some(undecided(Reason::Unique { distinct: profile.distinct, rows: profile.rows }));
    }
    if let Some(head) = is_of(evidence, hit) {
        return Some(undecided(Reason::Name { word: head.word, meaning: head.meaning }));
    }
    let numbers = numbers(evidence)?;
    let many = profile.distinct > MANY && !evidence.is_few_kinds();
    many.then(|| undecided(Reason::Name { word: numbers.word, meaning: numbers.meaning }))
}

const CURRENCIES: &[&str] = &["eur", "euro", "usd", "gbp", "chf", "pln", "zl"];

/// Whether a text has the sign of a currency, or ends or begins with a word for one.
pub(super) fn has_currency(text: &str) -> bool {
    let text = fold(text.trim());
    let has_sign = text.contains(['$', '€', '£', '¥']);
    has_sign || CURRENCIES.iter().any(|currency| text.ends_with(currency) || text.starts_with(currency))
}

/// Whether nearly all are numbers as people write them, `1.234,56 EUR`.
pub(super) fn are_amounts(profile: &Profile<'_>) -> bool {
    let is_amount = |text: &str| {
        let is_around = |sign: char| sign.is_whitespace() || "$€£¥%".contains(sign);
        let text = fold(text.trim_matches(is_around));
        let number = CURRENCIES
            .iter()
            .find_map(|currency| text.strip_suffix(currency).or(text.strip_prefix(currency)));
        let number = number.unwrap_or(&text).trim_matches(is_around);
        number.contains(|sign: char| sign.is_ascii_digit())
            && number.chars().all(|sign| sign.is_ascii_digit() || "-+.,' ".contains(sign))
    };
    profile.is_number() || profile.share(is_amount).of_values >= 0.9
}

/// A word that makes something else of the name, where the values may be that: the number of a
/// loan, whom to call in an emergency. An amount is one whatever it is on, the balance of an
/// account, and small numbers say how many there are.
fn numbers(evidence: &Evidence<'_>) -> Option<NamedBy> {
    let profile = evidence.profile;
    let are_small = || profile.range().is_some_and(|(_, most)| most < 1000.0);
    let is_code = |hit: &NamedBy| hit.word == "code" || evidence.has(&[Category]);
    let is_one = |hit: &&NamedBy| match hit.meaning {
        Meaning::Number if is_code(hit) => false,
        Meaning::Number if profile.is_number() => {
            profile.is_whole() && !(evidence.name.hits.first() == Some(hit) && are_small())
        }
        Meaning::Number => true,
        Meaning::Name => false,
        other => other.speaks_for() == SpeaksFor::Identifier && !are_amounts(profile),
    };
    evidence.name.hits.iter().find(is_one).copied()
}

/// Words for what somebody buys, takes or uses: it says of her what she has chosen, as a medicine
/// does.
const CHOSEN: &[&str] = &[
    "app", "artikel", "brand", "item", "marca", "marke", "material", "model", "producto", "produkt",
    "product", "sku", "software", "unit", "einheit",
];

/// A property of the weather or of a file describes nobody, unless few rows share a value. What
/// somebody has chosen, and what a word that nobody knows stands beside, is decided by a person.
fn thing(evidence: &Evidence<'_>) -> Option<Proposal> {
    let hit = evidence.name.first(&[Thing])?;
    let is_about_persons = evidence.has(&[Person, PersonNumber, Household, HouseholdNumber, Record]);
    if is_about_persons || evidence.profile.unique_share() >= 0.5 {
        return None;
    }
    let profile = evidence.profile;
    let reason = Reason::Name { word: hit.word, meaning: hit.meaning };
    // Somebody may be known for having what few have.
    let is_shared = profile.distinct <= 1
        || profile.smallest >= FEWEST_THAT_SHARE && profile.smallest * 100 >= profile.rows;
    let is_plain = evidence.name.unknown == 0 && !CHOSEN.contains(&hit.word);
    Some(if is_shared && is_plain {
        Proposal::new(ProposedRole::Insensitive, reason, Confidence::Likely)
    } else if is_shared {
        let groups = Reason::LargeGroups { distinct: profile.distinct, smallest: profile.smallest };
        Proposal::new(ProposedRole::Undecided, reason, Confidence::Guess).and(groups)
    } else {
        Proposal::new(ProposedRole::Undecided, reason, Confidence::Guess)
            .and(Reason::RareValue { smallest: profile.smallest })
    })
}

/// A value that fewer rows have is rare.
const FEWEST_THAT_SHARE: u64 = 20;

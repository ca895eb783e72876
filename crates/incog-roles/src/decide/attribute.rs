//! Names of what is known to others, and of what must not be learned.

use super::Evidence;
use crate::meaning::Meaning::{self, *};
use crate::proposal::{Confidence, Proposal, Reason};
use crate::role::Role;

/// Of several words, those that stand first here decide: the date of a diagnosis is a date, its costs are costs.
const ORDER: &[(Role, &[Meaning])] = &[
    (Role::Provider, &[Provider]),
    (Role::Sensitive, &[Money]),
    (Role::QuasiIdentifier, &[Birth, Age, Date, PostalCode, Coordinates]),
    (Role::Sensitive, &[Health, Belief, Crime]),
    (
        Role::QuasiIdentifier,
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
    (Role::Sensitive, &[Outcome, Medical]),
];

/// What others may know, and what is sensitive.
pub(super) fn named(evidence: &Evidence<'_>) -> Option<Proposal> {
    let decided = ORDER.iter().find_map(|(role, meanings)| Some((*role, evidence.name.first(meanings)?)));
    match decided {
        Some((role, hit)) => Some(evidence.by(role, hit)),
        None => thing(evidence),
    }
}

/// What is said of a product or of the weather is said of nobody, unless nearly all rows differ.
fn thing(evidence: &Evidence<'_>) -> Option<Proposal> {
    let hit = evidence.name.first(&[Thing])?;
    let is_about_persons = evidence.has(&[Person, PersonNumber, Household, HouseholdNumber, Record]);
    if is_about_persons || evidence.profile.unique_share() >= 0.5 {
        return None;
    }
    let reason = Reason::Name { word: hit.word, meaning: hit.meaning };
    Some(Proposal::new(Role::Insensitive, reason, Confidence::Likely))
}

//! Names that say that the column identifies somebody.

use super::Evidence;
use crate::column_name::NamedBy;
use crate::meaning::{Meaning, SpeaksFor};
use crate::proposal::{Proposal, Reason};
use crate::role::ProposedRole;

/// With these beside it, an address or a telephone is still one: `employer_phone`.
const NO_OTHER_THING: &[Meaning] = &[
    Meaning::Region,
    Meaning::Housing,
    Meaning::Organisation,
    Meaning::Occupation,
    Meaning::Family,
    Meaning::Medical,
    Meaning::Admission,
    Meaning::Birth,
];

/// Words that have a second meaning, in which they are kinds: the device was a phone.
const MAY_BE_A_KIND: &[Meaning] = &[
    Meaning::Vehicle,
    Meaning::Device,
    Meaning::Licence,
    Meaning::Account,
    Meaning::Biometric,
    Meaning::FreeText,
    Meaning::UserName,
    Meaning::Url,
];

/// A word that identifies, unless others make it a kind, a number or a part of it.
pub(super) fn named(evidence: &Evidence<'_>) -> Option<Proposal> {
    let identifies = |hit: &&NamedBy| hit.meaning.speaks_for() == SpeaksFor::Identifier;
    let hit = *evidence.name.hits.iter().find(identifies)?;
    if is_about_it(evidence, hit) {
        return None;
    }
    let kinds = MAY_BE_A_KIND.contains(&hit.meaning) && evidence.is_few_kinds();
    if kinds || evidence.is_flag() {
        return Some(evidence.too_few_for(hit));
    }
    let profile = evidence.profile;
    let proposal = evidence.by(ProposedRole::Identifier, hit);
    let repeats = (profile.distinct as u64) < profile.rows;
    let repeated = Reason::Repeats { distinct: profile.distinct, rows: profile.rows };
    Some(if repeats { proposal.and(repeated) } else { proposal })
}

/// Whether another word says that it is something about it, or the name of something else.
fn is_about_it(evidence: &Evidence<'_>, hit: NamedBy) -> bool {
    let other = |other: &NamedBy| {
        let is_something = match other.meaning.speaks_for() {
            SpeaksFor::Identifier => false,
            SpeaksFor::Unit => hit.meaning == Meaning::Name && other.meaning == Meaning::Record,
            SpeaksFor::QuasiIdentifier | SpeaksFor::Sensitive => true,
            SpeaksFor::Nothing => true,
        };
        let belongs_to_it = hit.meaning != Meaning::Name
            && NO_OTHER_THING.contains(&other.meaning)
            && evidence.profile.distinct > 20;
        is_something && !belongs_to_it
    };
    evidence.name.hits.iter().any(other)
}

//! Texts that somebody wrote.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::profile::{Profile, Share};
use crate::role::ProposedRole;

pub(super) const FREE_TEXT: Detector = Detector {
    kind: ValueKind::FreeText,
    name: "free text",
    recognizes: "values of five words and more, most of them different: anybody may be named in them",
    reference: "HIPAA Safe Harbor (R); Meystre et al. 2010, doi:10.1186/1471-2288-10-70",
    role: ProposedRole::Identifier,
    strength: Strength::Sign,
    least_share: 0.5,
    chance: 0.0,
    recognizer: Recognizer::Column(share_of_texts),
};

const FEWEST_WORDS: usize = 5;

fn share_of_texts(profile: &Profile<'_>) -> Share {
    let mostly_different = profile.distinct >= 5 && profile.unique_share() >= 0.5;
    if !mostly_different || profile.is_number() {
        return Share::NONE;
    }
    profile.share(|text| {
        text.len() >= 2 * FEWEST_WORDS && text.split_whitespace().nth(FEWEST_WORDS - 1).is_some()
    })
}

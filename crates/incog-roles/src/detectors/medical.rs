//! Codes of diagnoses.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::profile::{Profile, Share};
use crate::role::ProposedRole;

pub(super) const DIAGNOSIS: Detector = Detector {
    kind: ValueKind::Diagnosis,
    name: "code of a diagnosis",
    recognizes: "at least ten different codes of ICD-10 (I10, E11.9), some of them with a dot",
    reference: "WHO ICD-10, volume 2",
    role: ProposedRole::Sensitive,
    strength: Strength::Sign,
    least_share: 0.8,
    chance: 0.0,
    recognizer: Recognizer::Column(share_of_diagnoses),
};

/// Without any dot, such codes are like those of anything else.
fn share_of_diagnoses(profile: &Profile<'_>) -> Share {
    let share = profile.share(is_icd_10);
    let dotted = || profile.values.iter().any(|value| value.text.contains('.'));
    if share.fitting >= 10 && dotted() { share } else { Share::NONE }
}

fn is_icd_10(text: &str) -> bool {
    let (category, rest) = text.split_once('.').unwrap_or((text, "0"));
    let is_category = match category.as_bytes() {
        [letter, first, last] => {
            letter.is_ascii_uppercase() && first.is_ascii_digit() && last.is_ascii_alphanumeric()
        }
        _ => false,
    };
    is_category
        && (1..=4).contains(&rest.len())
        && rest.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[test]
fn codes() {
    assert!(is_icd_10("I10") && is_icd_10("E11.9") && is_icd_10("S72.001A"));
    assert!(
        !is_icd_10("10.5")
            && !is_icd_10("I1")
            && !is_icd_10("MUS009")
            && !is_icd_10("I10.")
            && !is_icd_10("")
    );
}

//! Bank accounts.

use crate::check_digits::mod_97;
use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::role::ProposedRole;

pub(super) const IBAN: Detector = Detector {
    kind: ValueKind::Iban,
    name: "IBAN",
    recognizes: "two letters, two check digits and 11 to 30 signs, with remainder 1 modulo 97",
    reference: "ISO 13616-1; HIPAA Safe Harbor (J)",
    role: ProposedRole::Identifier,
    strength: Strength::Proof,
    least_share: 0.1,
    chance: 1e-4,
    recognizer: Recognizer::Value(is_iban),
};

pub(super) fn is_iban(text: &str) -> bool {
    // With the blanks that group it by four.
    if !(15..=42).contains(&text.len()) {
        return false;
    }
    let signs = || text.bytes().filter(|byte| *byte != b' ').map(|byte| byte.to_ascii_uppercase());
    let has_form = signs().take(2).all(|sign| sign.is_ascii_uppercase())
        && signs().skip(2).take(2).all(|sign| sign.is_ascii_digit());
    has_form
        && (15..=34).contains(&signs().count())
        && mod_97(signs().skip(4).chain(signs().take(4))) == Some(1)
}

#[test]
fn accounts() {
    for good in [
        "DE89 3704 0044 0532 0130 00",
        "GB82WEST12345698765432",
        "fr1420041010050500013m02606",
        "NO9386011117947",
    ] {
        assert!(is_iban(good), "{good}");
    }
    for bad in ["DE88370400440532013000", "DE89", "8937040044053201300000", "DE89é704004405320130", ""] {
        assert!(!is_iban(bad), "{bad}");
    }
}

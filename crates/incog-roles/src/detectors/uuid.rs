//! Universally unique identifiers, and hashes in their place.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::role::ProposedRole;

pub(super) const UUID: Detector = Detector {
    kind: ValueKind::Uuid,
    name: "UUID or hash",
    recognizes: "8-4-4-4-12 hexadecimal digits, or one run of 32, 40 or 64 of them (MD5, SHA-1, SHA-256)",
    reference: "RFC 9562; HIPAA Safe Harbor (R)",
    role: ProposedRole::Identifier,
    strength: Strength::Proof,
    least_share: 0.5,
    chance: 0.0,
    recognizer: Recognizer::Value(is_uuid),
};

fn is_uuid(text: &str) -> bool {
    let text = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')).unwrap_or(text);
    let is_hexadecimal = |part: &str| part.bytes().all(|byte| byte.is_ascii_hexdigit());
    match text.len() {
        36 => {
            let lengths = text.split('-').map(str::len);
            lengths.eq([8, 4, 4, 4, 12]) && text.split('-').all(is_hexadecimal)
        }
        32 | 40 | 64 => is_hexadecimal(text) && text.bytes().any(|byte| byte.is_ascii_alphabetic()),
        _ => false,
    }
}

#[test]
fn forms() {
    assert!(
        is_uuid("123e4567-e89b-12d3-a456-426614174000") && is_uuid("{123E4567-E89B-12D3-A456-426614174000}")
    );
    assert!(is_uuid("d41d8cd98f00b204e9800998ecf8427e"));
    assert!(!is_uuid("123e4567-e89b-12d3-a456-42661417400x") && !is_uuid(&"1".repeat(32)));
}

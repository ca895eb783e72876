//! E-mail addresses.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::role::Role;

pub(super) const EMAIL: Detector = Detector {
    kind: ValueKind::Email,
    name: "e-mail address",
    recognizes: "one @ between a mailbox and a domain with a dot",
    reference: "RFC 5322, addr-spec without quotes and comments",
    role: Role::Identifier,
    strength: Strength::Proof,
    least_share: 0.1,
    chance: 0.0,
    recognizer: Recognizer::Value(is_email),
};

pub(super) fn is_email(text: &str) -> bool {
    let Some((mailbox, domain)) = text.split_once('@') else { return false };
    let is_plain = |part: &str| !part.is_empty() && !part.contains([' ', '@', ',', ';', '<', '>', '/']);
    let last = domain.rsplit_once('.').map_or("", |(_, last)| last);
    is_plain(mailbox)
        && is_plain(domain)
        && !domain.starts_with('.')
        && last.chars().count() >= 2
        && last.chars().all(char::is_alphanumeric)
}

#[test]
fn addresses() {
    for good in ["anna.schmidt@example.org", "a+b@x.co.uk", "jörg@müller.de"] {
        assert!(is_email(good), "{good}");
    }
    for bad in ["", "@", "a@b", "a b@c.de", "a@.de", "a@b.", "user@host@x.de", "@handle"] {
        assert!(!is_email(bad), "{bad}");
    }
}

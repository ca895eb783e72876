//! E-mail addresses.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::role::ProposedRole;

pub(super) const EMAIL: Detector = Detector {
    kind: ValueKind::Email,
    name: "e-mail address",
    recognizes: "one @ between a mailbox and a domain with a dot",
    reference: "RFC 5322, addr-spec without quotes and comments",
    role: ProposedRole::Identifier,
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

/// A text with `@` and dots where it spells them: `anna (at) example dot org`.
pub(super) fn spelled(text: &str) -> String {
    const SURE: [&str; 6] = [" (at) ", "(at)", " [at] ", "[at]", " {at} ", "{at}"];
    // Words of sentences, unless a dot is spelled, too.
    const AT: [&str; 2] = [" at ", " arroba "];
    const DOT: [&str; 7] = [" (dot) ", "(dot)", " [dot] ", "[dot]", " dot ", " punkt ", " punto "];
    let small = text.to_lowercase();
    let has = |words: &[&str]| words.iter().any(|word| small.contains(word));
    let ats: &[&str] = match (has(&SURE), has(&DOT)) {
        (true, _) => &SURE,
        (false, true) => &AT,
        (false, false) => return String::new(),
    };
    let with_at = ats.iter().fold(small, |text, word| text.replace(word, "@"));
    DOT.iter().fold(with_at, |text, word| text.replace(word, "."))
}

#[test]
fn spelled_addresses() {
    for text in [
        "anna (at) example dot org",
        "anna[at]example.org",
        "anna.schmidt at mail dot de",
        "anna AT mail DOT de",
    ] {
        assert!(is_email(&spelled(text)), "{text}");
    }
    for text in ["", "seen at noon", "point at issue", "the dot at the end"] {
        assert!(!spelled(text).split(' ').any(is_email), "{text}");
    }
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

//! Web addresses.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::role::ProposedRole;

pub(super) const URL: Detector = Detector {
    kind: ValueKind::Url,
    name: "web address",
    recognizes: "http, https or ftp addresses, and those that begin with www.",
    reference: "RFC 3986; HIPAA Safe Harbor (N)",
    role: ProposedRole::Identifier,
    strength: Strength::Proof,
    least_share: 0.1,
    chance: 0.0,
    recognizer: Recognizer::Value(is_url),
};

fn is_url(text: &str) -> bool {
    let starts =
        |prefix: &str| text.get(..prefix.len()).is_some_and(|start| start.eq_ignore_ascii_case(prefix));
    let prefix = ["https://", "http://", "ftp://", "www."].into_iter().find(|prefix| starts(prefix));
    prefix.is_some_and(|prefix| text.len() > prefix.len() + 2 && !text.contains(' '))
}

#[test]
fn addresses() {
    assert!(is_url("https://example.org/~anna") && is_url("WWW.example.org"));
    assert!(!is_url("http://") && !is_url("www") && !is_url("httpé") && !is_url("see https://x.org"));
}

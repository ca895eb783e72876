//! Positions on the earth.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::profile::{Profile, Share};
use crate::role::ProposedRole;

pub(super) const POSITION: Detector = Detector {
    kind: ValueKind::Position,
    name: "position",
    recognizes: "latitude and longitude in one value, with decimals; POINT (longitude latitude)",
    reference: "ISO 6709; OGC 06-103r4 (WKT); HIPAA Safe Harbor (B)",
    role: ProposedRole::QuasiIdentifier,
    strength: Strength::Proof,
    least_share: 0.5,
    chance: 0.001,
    recognizer: Recognizer::Value(is_position),
};

pub(super) const COORDINATE: Detector = Detector {
    kind: ValueKind::Coordinate,
    name: "coordinate",
    recognizes: "decimal numbers from -180 to 180, most with three decimals and more; only beside another such column or with a name that says so",
    reference: "ISO 6709; HIPAA Safe Harbor (B)",
    role: ProposedRole::QuasiIdentifier,
    strength: Strength::Support,
    least_share: 0.7,
    chance: 0.0,
    recognizer: Recognizer::Column(share_of_coordinates),
};

fn is_position(text: &str) -> bool {
    let inner = text.get(..5).filter(|start| start.eq_ignore_ascii_case("point")).and_then(|_| text.get(5..));
    let inner = inner.map_or(text, str::trim).trim_matches(['(', ')', '[', ']']);
    let mut parts = inner.split([',', ';', ' ']).filter(|part| !part.is_empty());
    let (Some(first), Some(second), None) = (parts.next(), parts.next(), parts.next()) else { return false };
    let is_point = inner.len() < text.len() && text.starts_with(['P', 'p']);
    let number = |part: &str| {
        let has_decimals = is_point || part.split_once('.').is_some_and(|(_, decimals)| decimals.len() >= 3);
        part.parse::<f64>().ok().filter(|number| has_decimals && number.abs() <= 180.0)
    };
    let (Some(first), Some(second)) = (number(first), number(second)) else { return false };
    first.abs() <= 90.0 || second.abs() <= 90.0
}

/// Whether two words are latitude and longitude to within a street: with four decimals and more,
/// which measurements below 10 may have as well.
pub(super) fn is_exact_position(first: &str, second: &str) -> bool {
    let number = |part: &str| {
        let is_exact = part.split_once('.').is_some_and(|(_, decimals)| decimals.len() >= 4);
        part.parse::<f64>().ok().filter(|number| is_exact && number.abs() <= 180.0)
    };
    let (Some(first), Some(second)) = (number(first), number(second)) else { return false };
    first.abs().min(second.abs()) <= 90.0 && first.abs().max(second.abs()) >= 10.0
}

fn share_of_coordinates(profile: &Profile<'_>) -> Share {
    let within = profile.range().is_some_and(|(least, most)| least >= -180.0 && most <= 180.0);
    if !profile.is_number() || !within || profile.distinct < 3 {
        return Share::NONE;
    }
    profile.share(|text| text.split_once('.').is_some_and(|(_, decimals)| decimals.len() >= 3))
}

#[test]
fn positions() {
    for good in [
        "48.13743, 11.57549",
        "POINT (11.5 48.1)",
        "point(-122.4 37.78)",
        "-33.8688;151.2093",
        "[48.137 11.575]",
    ] {
        assert!(is_position(good), "{good}");
    }
    for bad in ["48.1, 11.5", "1, 2", "POINT", "POINT ()", "", "100.123 100.123", "POINé", "48.137"] {
        assert!(!is_position(bad), "{bad}");
    }
}

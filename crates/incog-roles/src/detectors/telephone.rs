//! Telephone and fax numbers.

use super::date::year_of_date;
use crate::cells::plain_signs;
use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::role::ProposedRole;

pub(super) const TELEPHONE: Detector = Detector {
    kind: ValueKind::Telephone,
    name: "telephone number",
    recognizes: "7 to 15 digits in groups, international (+49 30 123456) or national ((030) 123456, 030/123456, 555-123-4567)",
    reference: "ITU-T E.123, E.164; HIPAA Safe Harbor (D), (E)",
    role: ProposedRole::Identifier,
    strength: Strength::Proof,
    least_share: 0.5,
    chance: 0.01,
    recognizer: Recognizer::Value(is_telephone),
};

fn is_telephone(text: &str) -> bool {
    let text = &*plain_signs(text);
    if !(7..=25).contains(&text.len()) {
        return false;
    }
    let bytes = text.as_bytes();
    let is_sign = |byte: &u8| byte.is_ascii_digit() || b" -./()+".contains(byte);
    let digits = bytes.iter().filter(|byte| byte.is_ascii_digit()).count();
    if !bytes.iter().all(is_sign) || !(7..=15).contains(&digits) || bytes[1..].contains(&b'+') {
        return false;
    }
    let groups = text.split(|sign: char| !sign.is_ascii_digit()).filter(|group| !group.is_empty()).count();
    let is_international = bytes[0] == b'+' || bytes.starts_with(b"00");
    let is_national = bytes[0] == b'0' || bytes[0] == b'(' || bytes[0] != b'.' && groups >= 3;
    let has_form =
        if is_international { bytes[0] == b'+' || groups >= 2 } else { is_national && groups >= 2 };
    has_form && !is_something_else(text)
}

/// Numbers, dates and addresses of networks have such groups, too.
fn is_something_else(text: &str) -> bool {
    !text.starts_with('+') && (text.parse::<f64>().is_ok() || year_of_date(text).is_some())
        || text.parse::<std::net::Ipv4Addr>().is_ok()
}

#[test]
fn numbers() {
    for good in [
        "+49 30 1234567",
        "(030) 123456",
        "030/123456",
        "555-123-4567",
        "+442079460958",
        "06 12 34 56 78",
        "0049 30 123456",
        "\u{660}\u{663}\u{660}/\u{661}\u{662}\u{663}\u{664}\u{665}\u{666}",
    ] {
        assert!(is_telephone(good), "{good}");
    }
    for bad in [
        "1234567",
        "2020-01-02",
        "01.02.1990",
        "0.1234567",
        "192.168.100.200",
        "30-49",
        "",
        "+",
        "1000-2000",
        "-3.5",
        "é234567",
    ] {
        assert!(!is_telephone(bad), "{bad}");
    }
}

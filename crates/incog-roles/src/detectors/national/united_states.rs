//! United States: social security numbers.

use super::number;
use crate::check_digits::Digits;
use crate::detector::{Detector, ValueKind};

pub(crate) const US_SOCIAL_SECURITY: Detector = number(
    ValueKind::UsSocialSecurity,
    "US social security number",
    "three, two and four digits with hyphens or blanks between; they have no check digit, so nine digits alone say nothing",
    "SSA POMS RM 10201; HIPAA Safe Harbor (G)",
    0.01,
    is_social_security_number,
);

pub(in crate::detectors) fn is_social_security_number(text: &str) -> bool {
    let bytes = text.as_bytes();
    let is_grouped = bytes.len() == 11 && matches!((bytes[3], bytes[6]), (b'-', b'-') | (b' ', b' '));
    let Some(digits) = is_grouped.then(|| Digits::exactly::<9>(text, b"- ")).flatten() else { return false };
    let area = &digits[..3];
    area != [0, 0, 0] && area != [6, 6, 6] && area[0] != 9 && digits[3..5] != [0, 0] && digits[5..] != [0; 4]
}

#[test]
fn numbers() {
    assert!(is_social_security_number("078-05-1120") && is_social_security_number("219 09 9999"));
    for bad in [
        "000-12-3456",
        "666-12-3456",
        "912-12-3456",
        "078-00-1120",
        "078-05-0000",
        "078051120",
        "0780-5-1120",
        "",
    ] {
        assert!(!is_social_security_number(bad), "{bad}");
    }
}

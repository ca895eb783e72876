//! The Netherlands: burgerservicenummer.

use super::number;
use crate::check_digits::{Digits, weighted};
use crate::detector::{Detector, ValueKind};

pub(crate) const DUTCH_BSN: Detector = number(
    ValueKind::DutchBsn,
    "Dutch BSN",
    "nine digits that pass the check modulo 11",
    "Wet algemene bepalingen burgerservicenummer; Logisch Ontwerp BSN",
    1.0 / 11.0,
    is_bsn,
);

fn is_bsn(text: &str) -> bool {
    let Some(digits) = Digits::exactly::<9>(text, b".") else { return false };
    digits[..2] != [0, 0] && weighted(&digits, &[9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 == 0
}

#[test]
fn numbers() {
    assert!(
        is_bsn("111222333")
            && is_bsn("123456782")
            && !is_bsn("123456789")
            && !is_bsn("000000000")
            && !is_bsn("")
    );
}

//! France: numbers of the national register (NIR, numéro de sécurité sociale).

use super::number;
use crate::detector::{Detector, ValueKind};

pub(crate) const FRENCH_NIR: Detector = number(
    ValueKind::FrenchNir,
    "French NIR",
    "thirteen signs that begin with sex, year and month of birth, and a key modulo 97",
    "INSEE, numéro d'inscription au répertoire (NIR)",
    0.01,
    is_nir,
);

pub(in crate::detectors) fn is_nir(text: &str) -> bool {
    if !(15..=21).contains(&text.len()) {
        return false;
    }
    let mut signs = [0; 15];
    let mut length = 0;
    for byte in text.bytes().filter(|byte| !b" .".contains(byte)) {
        let Some(place) = signs.get_mut(length) else { return false };
        *place = byte;
        length += 1;
    }
    // Corsica: 2A counts as 19 and 2B as 18.
    match signs[5..7] {
        [b'2', b'A'] => (signs[5], signs[6]) = (b'1', b'9'),
        [b'2', b'B'] => (signs[5], signs[6]) = (b'1', b'8'),
        _ => {}
    }
    if length != 15 || !signs.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let number = |part: &[u8]| part.iter().fold(0_u64, |number, &sign| number * 10 + u64::from(sign - b'0'));
    let (sex, month, key) = (number(&signs[..1]), number(&signs[3..5]), number(&signs[13..]));
    let is_month = (1..=12).contains(&month) || (20..=42).contains(&month) || month >= 50;
    matches!(sex, 1..=4 | 7 | 8) && is_month && 97 - number(&signs[..13]) % 97 == key
}

#[test]
fn numbers() {
    assert!(
        is_nir("255081416802538")
            && is_nir("2 55 08 14 168 025 38")
            && is_nir("180022A12345602") == is_nir("180021912345602")
    );
    assert!(
        !is_nir("255081416802539") && !is_nir("955081416802538") && !is_nir("") && !is_nir("25508141680253é")
    );
}

//! Portugal: NIF.

use super::number;
use crate::check_digits::{Digits, weighted};
use crate::detector::{Detector, ValueKind};

pub(crate) const PORTUGUESE_NIF: Detector = number(
    ValueKind::PortugueseNif,
    "Portuguese NIF",
    "nine digits that begin with 1, 2, 3 or 45 (people), the last a check digit modulo 11",
    "Decreto-Lei 14/2013",
    0.1,
    is_nif,
);

fn is_nif(text: &str) -> bool {
    let Some(digits) = Digits::exactly::<9>(text, b" ") else { return false };
    let is_of_a_person = matches!(digits, [1..=3, ..] | [4, 5, ..]);
    let rest = weighted(&digits[..8], &[9, 8, 7, 6, 5, 4, 3, 2]) % 11;
    is_of_a_person && i32::from(digits[8]) == if rest < 2 { 0 } else { 11 - rest }
}

#[test]
fn numbers() {
    assert!(is_nif("123456789") && is_nif("245 998 810") == is_nif("245998810") && !is_nif("123456788"));
    assert!(!is_nif("501442600") && !is_nif(""));
}

//! Spain: DNI and NIE.

use super::number;
use crate::detector::{Detector, ValueKind};

pub(crate) const SPANISH_DNI: Detector = number(
    ValueKind::SpanishDni,
    "Spanish DNI or NIE",
    "eight digits (the first of a NIE is X, Y or Z) and the letter of their remainder modulo 23",
    "Real Decreto 1553/2005; Orden INT/2058/2008",
    1.0 / 23.0,
    is_dni,
);

const LETTERS: &[u8; 23] = b"TRWAGMYFPDXBNJZSQVHLCKE";

fn is_dni(text: &str) -> bool {
    let Some((digits, letter)) = text.len().checked_sub(1).and_then(|end| text.split_at_checked(end)) else {
        return false;
    };
    let digits = digits.strip_suffix('-').unwrap_or(digits);
    let (first, rest) = match digits.as_bytes() {
        [b'X' | b'x', rest @ ..] => (0, rest),
        [b'Y' | b'y', rest @ ..] => (1, rest),
        [b'Z' | b'z', rest @ ..] => (2, rest),
        [first @ b'0'..=b'9', rest @ ..] => (u32::from(first - b'0'), rest),
        _ => return false,
    };
    if rest.len() != 7 || !rest.iter().all(u8::is_ascii_digit) {
        return false;
    }
    let number = rest.iter().fold(first, |number, sign| number * 10 + u32::from(sign - b'0'));
    letter.as_bytes()[0].to_ascii_uppercase() == LETTERS[(number % 23) as usize]
}

#[test]
fn numbers() {
    assert!(is_dni("12345678Z") && is_dni("12345678-z") && is_dni("X1234567L"));
    assert!(!is_dni("12345678A") && !is_dni("") && !is_dni("Z") && !is_dni("1234567é") && !is_dni("X-L"));
}

//! Vehicles: plates and chassis numbers.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::role::ProposedRole;

pub(super) const VEHICLE: Detector = Detector {
    kind: ValueKind::Vehicle,
    name: "vehicle",
    recognizes: "registration plates of the UK, Germany, France, Italy, Spain, the Netherlands, Poland and Portugal; chassis numbers (VIN)",
    reference: "ISO 3779; HIPAA Safe Harbor (L)",
    role: ProposedRole::Identifier,
    strength: Strength::Sign,
    least_share: 0.8,
    chance: 0.1,
    recognizer: Recognizer::Value(is_vehicle),
};

/// `A` stands for a capital letter and `9` for a digit.
const SHAPES: [&str; 16] = [
    "AA99 AAA",
    "AA99AAA",
    "AA-999-AA",
    "AA 999 AA",
    "AA999AA",
    "9999 AAA",
    "9999-AAA",
    "99-AA-99",
    "AA-99-99",
    "99-99-AA",
    "99-AAA-9",
    "9-AAA-99",
    "AA-99-AA",
    "AA-999-A",
    "AA 99999",
    "AAA 99999",
];

fn is_vehicle(text: &str) -> bool {
    match text.len() {
        17 => is_chassis_number(text),
        7..=9 if SHAPES.iter().any(|shape| has_shape(text, shape)) => true,
        6..=12 => is_german_plate(text),
        _ => false,
    }
}

/// Whether every sign is as the shape says.
pub(super) fn has_shape(text: &str, shape: &str) -> bool {
    let fits = |(sign, place): (u8, u8)| match place {
        b'A' => sign.is_ascii_uppercase(),
        b'9' => sign.is_ascii_digit(),
        separator => sign == separator,
    };
    text.len() == shape.len() && text.bytes().zip(shape.bytes()).all(fits)
}

/// Seventeen letters and digits without I, O and Q; the last four are digits.
fn is_chassis_number(text: &str) -> bool {
    let is_sign = |byte: u8| byte.is_ascii_digit() || byte.is_ascii_uppercase() && !b"IOQ".contains(&byte);
    text.bytes().all(is_sign)
        && text.bytes().skip(13).all(|byte| byte.is_ascii_digit())
        && text.bytes().any(|byte| byte.is_ascii_uppercase())
}

/// Whether a word is a chassis number with the check sign of North America, its ninth: of other
/// codes of this form one in eleven has it.
pub(super) fn is_checked_chassis_number(word: &str) -> bool {
    const WEIGHTS: [u32; 17] = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
    if word.len() != 17 || !is_chassis_number(word) {
        return false;
    }
    let sum: u32 = word.bytes().zip(WEIGHTS).map(|(sign, weight)| value_of(sign) * weight).sum();
    let check = if sum % 11 == 10 { b'X' } else { b'0' + (sum % 11) as u8 };
    word.as_bytes()[8] == check
}

/// The value of a digit or a letter in the sum that the check sign follows from.
fn value_of(sign: u8) -> u32 {
    let value = match sign {
        b'0'..=b'9' => sign - b'0',
        b'A'..=b'H' => sign - b'A' + 1,
        b'J'..=b'R' => sign - b'J' + 1,
        _ => sign - b'S' + 2,
    };
    u32::from(value)
}

/// District, one or two letters, up to four digits: `B-AB 1234`.
fn is_german_plate(text: &str) -> bool {
    let Some((district, rest)) = text.split_once('-') else { return false };
    let Some((letters, number)) = rest.split_once([' ', '-']) else { return false };
    let number = number.trim_end_matches(['E', 'H']);
    let are_letters =
        |part: &str, most| (1..=most).contains(&part.chars().count()) && part.chars().all(char::is_uppercase);
    are_letters(district, 3)
        && are_letters(letters, 2)
        && (1..=4).contains(&number.len())
        && number.bytes().all(|byte| byte.is_ascii_digit())
}

#[test]
fn plates() {
    for good in ["B-AB 1234", "MÜ-X 12", "AB12 CDE", "AB-123-CD", "1234 BCD", "12-AB-34", "WVWZZZ1JZXW000001"]
    {
        assert!(is_vehicle(good), "{good}");
    }
    for bad in ["B-1234", "12-34", "", "WVWZZZ1JZXW00000A", "2020-01-02", "P-00123"] {
        assert!(!is_vehicle(bad), "{bad}");
    }
}

#[test]
fn chassis_numbers_have_a_check_sign() {
    for good in ["1HGCM82633A004352", "1M8GDM9AXKP042788"] {
        assert!(is_checked_chassis_number(good), "{good}");
    }
    for bad in ["1HGCM82633A004353", "1HGCM82633A00435", "11111111111111111", "IHGCM82633A004352"] {
        assert!(!is_checked_chassis_number(bad), "{bad}");
    }
}

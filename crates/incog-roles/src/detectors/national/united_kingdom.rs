//! United Kingdom: NHS and national insurance numbers.

use super::number;
use crate::check_digits::{Digits, weighted};
use crate::detector::{Detector, ValueKind};

pub(crate) const UK_NHS: Detector = number(
    ValueKind::UkNhs,
    "UK NHS number",
    "ten digits, the last a check digit modulo 11",
    "NHS Data Dictionary, NHS number; HIPAA Safe Harbor (I)",
    1.0 / 11.0,
    is_nhs_number,
);

pub(crate) const UK_NATIONAL_INSURANCE: Detector = number(
    ValueKind::UkNationalInsurance,
    "UK national insurance number",
    "two letters, six digits and a letter from A to D",
    "HMRC NIM39110",
    0.01,
    is_national_insurance_number,
);

fn is_nhs_number(text: &str) -> bool {
    let Some(digits) = Digits::exactly::<10>(text, b" -") else { return false };
    let sum = weighted(&digits[..9], &[10, 9, 8, 7, 6, 5, 4, 3, 2]);
    digits[0] != 0 && (11 - sum % 11) % 11 == i32::from(digits[9])
}

fn is_national_insurance_number(text: &str) -> bool {
    if !(9..=13).contains(&text.len()) {
        return false;
    }
    let mut signs = [0; 9];
    let mut length = 0;
    for byte in text.bytes().filter(|byte| *byte != b' ') {
        let Some(place) = signs.get_mut(length) else { return false };
        *place = byte.to_ascii_uppercase();
        length += 1;
    }
    let [first, second, digits @ .., last] = signs;
    length == 9
        && first.is_ascii_uppercase()
        && !b"DFIQUV".contains(&first)
        && second.is_ascii_uppercase()
        && !b"DFIQUVO".contains(&second)
        && digits.iter().all(u8::is_ascii_digit)
        && (b'A'..=b'D').contains(&last)
}

#[test]
fn numbers() {
    assert!(is_nhs_number("943 476 5919") && is_nhs_number("9434765919") && !is_nhs_number("9434765918"));
    assert!(!is_national_insurance_number("QQ123456C") && is_national_insurance_number("AB 12 34 56 C"));
    assert!(
        !is_national_insurance_number("AB123456E")
            && !is_national_insurance_number("AB12345")
            && !is_national_insurance_number("ABCé12345")
    );
}

//! Germany: tax identification numbers and health insurance numbers.

use super::number;
use crate::check_digits::{Digits, mod_11_10};
use crate::detector::{Detector, ValueKind};

pub(crate) const GERMAN_TAX_ID: Detector = number(
    ValueKind::GermanTaxId,
    "German Steuer-ID",
    "eleven digits, one of the first ten two or three times, the last a check digit by ISO 7064 MOD 11,10",
    "AO section 139b; BZSt, Aufbau der Identifikationsnummer",
    0.05,
    is_tax_id,
);

pub(crate) const GERMAN_HEALTH_INSURANCE: Detector = number(
    ValueKind::GermanHealthInsurance,
    "German Krankenversichertennummer",
    "a letter and nine digits, the last a check digit",
    "SGB V section 290; HIPAA Safe Harbor (I)",
    0.1,
    is_health_insurance_number,
);

fn is_tax_id(text: &str) -> bool {
    let Some(digits) = Digits::exactly::<11>(text, b" ") else { return false };
    let mut times = [0; 10];
    digits[..10].iter().for_each(|&digit| times[usize::from(digit)] += 1);
    let several = times.iter().filter(|times| **times > 1).count();
    digits[0] != 0 && several == 1 && times.iter().all(|times| *times <= 3) && mod_11_10(&digits)
}

fn is_health_insurance_number(text: &str) -> bool {
    let Some(&letter) = text.as_bytes().first().filter(|byte| byte.is_ascii_uppercase()) else {
        return false;
    };
    let Some(digits) = text.get(1..).and_then(|rest| Digits::exactly::<9>(rest, b"")) else { return false };
    let place = letter - b'A' + 1;
    let all = [place / 10, place % 10].into_iter().chain(digits[..8].iter().copied());
    let cross_sum = |product: u8| u32::from(product / 10 + product % 10);
    let sum: u32 = all.enumerate().map(|(at, digit)| cross_sum(digit * (1 + (at % 2) as u8))).sum();
    sum % 10 == u32::from(digits[8])
}

#[test]
fn numbers() {
    assert!(
        is_tax_id("86095742719")
            && is_tax_id("65 929 970 489")
            && !is_tax_id("86095742718")
            && !is_tax_id("12345678901")
    );
    assert!(is_health_insurance_number("A123456780") && !is_health_insurance_number("A123456781"));
    assert!(!is_health_insurance_number("é12345678") && !is_health_insurance_number(""));
}

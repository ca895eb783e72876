//! Numbers of payment cards.

use crate::check_digits::{Digits, luhn};
use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::role::ProposedRole;

pub(super) const PAYMENT_CARD: Detector = Detector {
    kind: ValueKind::PaymentCard,
    name: "payment card",
    recognizes: "13 to 19 digits in the range of an issuer, with the check digit of Luhn",
    reference: "ISO/IEC 7812-1; HIPAA Safe Harbor (J)",
    role: ProposedRole::Identifier,
    strength: Strength::Proof,
    least_share: 0.5,
    chance: 0.03,
    recognizer: Recognizer::Value(is_payment_card),
};

fn is_payment_card(text: &str) -> bool {
    if !(13..=23).contains(&text.len()) {
        return false;
    }
    let Some(digits) = Digits::parse(text, b" -") else { return false };
    let digits = digits.as_slice();
    digits.len() >= 13 && has_issuer(digits) && luhn(digits)
}

fn has_issuer(digits: &[u8]) -> bool {
    let first = digits[..4].iter().fold(0, |number, &digit| number * 10 + u32::from(digit));
    match (first, digits.len()) {
        (4000..=4999, 13 | 16 | 19) => true,                            // Visa
        (5100..=5599 | 2221..=2720, 16) => true,                        // Mastercard
        (3400..=3499 | 3700..=3799, 15) => true,                        // American Express
        (3000..=3059 | 3600..=3699 | 3800..=3999, 14) => true,          // Diners Club
        (6011 | 6440..=6599 | 3528..=3589 | 6200..=6299, 16..) => true, // Discover, JCB, UnionPay
        (5000..=5099 | 5600..=5899 | 6300..=6399 | 6700..=6799, 13..=19) => true, // Maestro
        _ => false,
    }
}

#[test]
fn cards() {
    for good in [
        "4111 1111 1111 1111",
        "378282246310005",
        "5555555555554444",
        "3530-1113-3330-0000",
        "30569309025904",
    ] {
        assert!(is_payment_card(good), "{good}");
    }
    for bad in ["4111111111111112", "1111111111111117", "411111111111", "", "4111 1111 1111 111é"] {
        assert!(!is_payment_card(bad), "{bad}");
    }
}

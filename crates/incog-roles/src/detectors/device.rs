//! Devices.

use crate::check_digits::{Digits, luhn};
use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::role::ProposedRole;

pub(super) const DEVICE: Detector = Detector {
    kind: ValueKind::Device,
    name: "device number",
    recognizes: "IMEI: 15 digits with the check digit of Luhn; UDI: (01) and a GTIN of 14 digits",
    reference: "3GPP TS 23.003; 21 CFR 830; HIPAA Safe Harbor (M)",
    role: ProposedRole::Identifier,
    strength: Strength::Proof,
    least_share: 0.5,
    chance: 0.1,
    recognizer: Recognizer::Value(is_device),
};

fn is_device(text: &str) -> bool {
    let is_imei = || Digits::exactly::<15>(text, b"- ").is_some_and(|digits| digits[0] != 0 && luhn(&digits));
    let number = text.strip_prefix("(01)").and_then(|rest| rest.get(..14));
    number.map_or_else(is_imei, |number| Digits::exactly::<14>(number, b"").is_some())
}

#[test]
fn numbers() {
    assert!(
        is_device("490154203237518")
            && is_device("49-015420-323751-8")
            && is_device("(01)00844588003288(17)141120")
    );
    assert!(!is_device("490154203237519") && !is_device("(01)") && !is_device(""));
}

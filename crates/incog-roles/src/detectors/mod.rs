//! The detectors, one file each.

mod date;
mod device;
mod email;
mod free_text;
mod free_text_numbers;
mod iban;
mod image;
mod medical;
mod national;
mod network;
mod payment_card;
mod person_name;
mod position;
mod position_notations;
mod postal_code;
mod profile_page;
mod record_number;
mod sampling_weight;
mod sex_and_marriage;
mod street_address;
mod street_in_text;
mod telephone;
mod url;
mod uuid;
mod vehicle;

pub use free_text_numbers::holds_an_identifier;

use crate::detector::{Detection, Detector, ValueKind};
use crate::profile::Profile;
use std::cmp::Reverse;

/// All detectors; of two that find something, the one that stands first is told of.
///
/// ```
/// use incog_roles::{DETECTORS, Strength};
/// assert!(DETECTORS.iter().all(|detector| detector.strength != Strength::Proof || detector.chance < 0.2));
/// ```
pub static DETECTORS: &[Detector] = &[
    email::EMAIL,
    url::URL,
    uuid::UUID,
    iban::IBAN,
    payment_card::PAYMENT_CARD,
    national::FRENCH_NIR,
    national::ITALIAN_CODICE_FISCALE,
    national::SPANISH_DNI,
    national::GERMAN_HEALTH_INSURANCE,
    national::UK_NATIONAL_INSURANCE,
    national::US_SOCIAL_SECURITY,
    national::POLISH_PESEL,
    national::GERMAN_TAX_ID,
    national::UK_NHS,
    national::DUTCH_BSN,
    national::PORTUGUESE_NIF,
    national::NATIONAL_NUMBER,
    network::NETWORK_ADDRESS,
    device::DEVICE,
    position::POSITION,
    date::BIRTH_DATE,
    date::DATE,
    telephone::TELEPHONE,
    image::IMAGE,
    street_address::STREET_ADDRESS,
    person_name::PERSON_NAME,
    person_name::NAME_PART,
    vehicle::VEHICLE,
    postal_code::POSTAL_CODE,
    sex_and_marriage::SEX,
    sex_and_marriage::MARITAL_STATUS,
    medical::DIAGNOSIS,
    position::COORDINATE,
    record_number::RECORD_NUMBER,
    sampling_weight::SAMPLING_WEIGHT,
    free_text::FREE_TEXT,
];

/// What the detectors find in a column, the strongest first.
///
/// ```
/// let mut builder = incog_data::ColumnBuilder::new("contact");
/// ["a@example.org", "b@example.org"].iter().for_each(|value| builder.push(value));
/// let column = builder.finish(&[]);
/// let found = incog_roles::detect(&incog_roles::Profile::new(&column));
/// assert_eq!(found[0].detector.name, "e-mail address");
/// ```
pub fn detect(profile: &Profile<'_>) -> Vec<Detection> {
    let mut found: Vec<Detection> =
        DETECTORS.iter().filter_map(|detector| detector.examine(profile)).collect();
    let is_street = |finding: &Detection| finding.detector.kind == ValueKind::StreetAddress;
    found.retain(|finding| !is_street(finding) || street_address::has_streets(profile));
    found.sort_by_key(|finding| Reverse(finding.detector.strength));
    found
}

/// Whether an e-mail address or the number of an account stands in a text, whatever else does.
///
/// ```
/// assert!(incog_roles::holds_an_address("to be reached at anna@example.org."));
/// assert!(incog_roles::holds_an_address("anna (at) example dot org"));
/// assert!(!incog_roles::holds_an_address("was 5 @ 3 pm"));
/// ```
pub fn holds_an_address(text: &str) -> bool {
    let is_mark = |sign: char| sign.is_whitespace() || ",;:()[]<>{}\"'".contains(sign);
    let ends_sentence = |sign: char| ".!?".contains(sign);
    let words = || text.split(is_mark).map(|word| word.trim_matches(ends_sentence));
    let has_email =
        |text: &str| text.split(is_mark).map(|word| word.trim_matches(ends_sentence)).any(email::is_email);
    text.contains('@') && has_email(text) || has_email(&email::spelled(text)) || words().any(iban::is_iban)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_kind_has_one_card_that_says_something() {
        let kinds: BTreeSet<_> = DETECTORS.iter().map(|detector| detector.kind).collect();
        assert_eq!(kinds.len(), DETECTORS.len());
        for detector in DETECTORS {
            assert!(!detector.recognizes.is_empty() && !detector.reference.is_empty(), "{}", detector.name);
            assert!((0.0..1.0).contains(&detector.chance) && detector.least_share > 0.0, "{}", detector.name);
        }
    }
}

//! Postal codes.

use super::vehicle::has_shape;
use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::profile::{Profile, Share};
use crate::role::ProposedRole;

pub(super) const POSTAL_CODE: Detector = Detector {
    kind: ValueKind::PostalCode,
    name: "postal code",
    recognizes: "forms of the UK, Canada, the Netherlands, Portugal, Poland and ZIP+4; five digits some of which begin with 0",
    reference: "UPU S42; HIPAA Safe Harbor (B)",
    role: ProposedRole::QuasiIdentifier,
    strength: Strength::Sign,
    least_share: 0.8,
    chance: 0.1,
    recognizer: Recognizer::Column(share_of_postal_codes),
};

/// `A` stands for a capital letter and `9` for a digit.
const SHAPES: [&str; 13] = [
    "A9 9AA",
    "A99 9AA",
    "AA9 9AA",
    "AA99 9AA",
    "A9A 9AA",
    "AA9A 9AA",
    "A9A 9A9",
    "A9A9A9",
    "9999 AA",
    "9999AA",
    "9999-999",
    "99-999",
    "99999-9999",
];

/// Five digits say little; that some of them begin with 0 says that they are no numbers.
fn share_of_postal_codes(profile: &Profile<'_>) -> Share {
    let of_a_shape =
        profile.share(|text| text.len() >= 6 && SHAPES.iter().any(|shape| has_shape(text, shape)));
    if of_a_shape.of_values >= POSTAL_CODE.least_share {
        return of_a_shape;
    }
    let digits = profile.share(|text| has_shape(text, "99999"));
    let zeros = profile.values.iter().any(|value| value.text.starts_with('0'));
    if zeros && digits.fitting >= 5 { digits } else { Share::NONE }
}

#[cfg(test)]
mod tests {
    use super::*;
    use incog_data::ColumnBuilder;

    fn is_found(values: &[&str]) -> bool {
        let mut builder = ColumnBuilder::new("x");
        values.iter().for_each(|value| builder.push(value));
        let column = builder.finish(&[]);
        share_of_postal_codes(&Profile::new(&column)).of_values >= 0.8
    }

    #[test]
    fn forms() {
        assert!(is_found(&["SW1A 1AA", "M1 1AE", "EC1A 1BB", "B33 8TH"]));
        assert!(is_found(&["K1A 0B1", "V6B 3K9"]) && is_found(&["1012 AB", "9711LM"]));
        assert!(is_found(&["01067", "04109", "10115", "80331", "50667"]));
        assert!(!is_found(&["10115", "80331"]) && !is_found(&["3", "4"]) && !is_found(&[]));
    }
}

//! Italy: codice fiscale.

use super::number;
use crate::detector::{Detector, ValueKind};

pub(crate) const ITALIAN_CODICE_FISCALE: Detector = number(
    ValueKind::ItalianCodiceFiscale,
    "Italian codice fiscale",
    "sixteen signs of name, birth and place, the last a check letter",
    "Decreto ministeriale 23 dicembre 1976, n. 13813",
    0.01,
    is_codice_fiscale,
);

/// What digits and letters in odd places count, from 0 and from A.
const ODD: [u32; 26] =
    [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];

pub(in crate::detectors) fn is_codice_fiscale(text: &str) -> bool {
    let Ok(mut signs) = <[u8; 16]>::try_from(text.as_bytes()) else { return false };
    signs.make_ascii_uppercase();
    let letters = [0, 1, 2, 3, 4, 5, 8, 11, 15];
    let has_form = signs.iter().all(u8::is_ascii_alphanumeric)
        && letters.iter().all(|&place| signs[place].is_ascii_uppercase())
        && signs[6].is_ascii_alphanumeric();
    let place_of = |sign: u8| usize::from(if sign.is_ascii_digit() { sign - b'0' } else { sign - b'A' });
    // The first place is an odd one.
    let value =
        |(at, &sign): (usize, &u8)| if at % 2 == 0 { ODD[place_of(sign)] } else { place_of(sign) as u32 };
    has_form && signs[..15].iter().enumerate().map(value).sum::<u32>() % 26 == u32::from(signs[15] - b'A')
}

#[test]
fn numbers() {
    assert!(is_codice_fiscale("RSSMRA85T10A562S") && is_codice_fiscale("rssmra85t10a562s"));
    assert!(
        !is_codice_fiscale("RSSMRA85T10A562T")
            && !is_codice_fiscale("RSSMRA85T10A562é")
            && !is_codice_fiscale("")
    );
}

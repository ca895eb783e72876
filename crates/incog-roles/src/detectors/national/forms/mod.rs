//! Numbers that some thirty more states give to people, as they are written.

mod checks;
mod shape;

use super::number;
use crate::check_digits::{luhn, mod_11_10};
use crate::detector::{Detector, ValueKind};
use checks::{
    begins_with_day, is_aadhaar, is_ahv, is_amka, is_baltic, is_belgian, is_cnp, is_cpf, is_cuil, is_curp,
    is_egn, is_french, is_hetu, is_hkid, is_korean, is_medicare, is_norwegian, is_nric, is_resident,
    is_rodne_cislo, is_rut, is_snils, is_south_african, is_svnr, is_swedish, is_taj, is_turkish,
};
use shape::{begins, has_words_beside, read};

pub(crate) const NATIONAL_NUMBER: Detector = number(
    ValueKind::NationalNumber,
    "national number",
    "numbers of people in thirty more countries, by form, birth and check digits",
    "the source names each",
    0.18,
    is_national_number,
);

/// How a number is written. In a shape, `0` stands for a digit, `A` for a digit or a letter, and
/// any other sign for itself.
struct Form {
    shape: &'static str,
    /// Whether chance writes it so rarely that it counts wherever it stands.
    is_rare: bool,
    fits: fn(&[u8]) -> bool,
}

/// A form that chance hardly writes: at most one in fifty of its shape, which codes rarely have.
const fn rare(shape: &'static str, fits: fn(&[u8]) -> bool) -> Form {
    Form { shape, is_rare: true, fits }
}

/// A form that codes have, too: it counts in a column of such numbers, and among words.
const fn usual(shape: &'static str, fits: fn(&[u8]) -> bool) -> Form {
    Form { shape, is_rare: false, fits }
}

/// The forms, with the country and what it calls the number.
#[rustfmt::skip]
const FORMS: &[Form] = &[
    rare("00-00000000-0", is_cuil),            // Argentina: CUIL
    usual("0000 00000 0", is_medicare),        // Australia: Medicare number
    rare("0000 000000", is_svnr),              // Austria: Sozialversicherungsnummer
    usual("0000000000", is_svnr),              // Austria
    rare("00.00.00-000.00", is_belgian),       // Belgium: Rijksregisternummer
    usual("00000000000", is_belgian),          // Belgium
    rare("000.000.000-00", is_cpf),            // Brazil: CPF
    usual("00000000000", is_cpf),              // Brazil
    usual("0000000000", is_egn),               // Bulgaria: EGN
    usual("000-000-000", luhn),                // Canada: social insurance number
    usual("00.000.000-A", is_rut),             // Chile: RUT
    usual("0.000.000-A", is_rut),              // Chile
    rare("00000000000000000A", is_resident),   // China: resident identity number
    usual("00000000000", mod_11_10),           // Croatia: OIB
    rare("000000/0000", is_rodne_cislo),       // Czechia, Slovakia: rodné číslo
    usual("0000000000", is_rodne_cislo),       // Czechia, Slovakia
    usual("000000-0000", begins_with_day),     // Denmark: CPR number
    usual("00000000000", is_baltic),           // Estonia: isikukood; Lithuania: asmens kodas
    rare("000000-000A", is_hetu),              // Finland: henkilötunnus
    rare("000000A000A", is_hetu),              // Finland, births from 2000 on
    rare("0 00 00 AA 000 000 00", is_french),  // France: NIR
    usual("00000000000", is_amka),             // Greece: AMKA
    rare("A000000(A)", is_hkid),               // Hong Kong: identity card
    usual("000 000 000", is_taj),              // Hungary: TAJ
    usual("0000 0000 0000", is_aadhaar),       // India: Aadhaar
    usual("000000000000", is_aadhaar),         // India
    rare("000000-0000000", is_korean),         // Korea: resident registration number
    rare("AAAA000000AAAAAAA0", is_curp),       // Mexico: CURP
    rare("000000 00000", is_norwegian),        // Norway: fødselsnummer
    usual("00000000000", is_norwegian),        // Norway
    usual("0000000000000", is_cnp),            // Romania: CNP
    rare("000-000-000 00", is_snils),          // Russia: SNILS
    usual("A0000000A", is_nric),               // Singapore: NRIC
    usual("0000000000000", is_south_african),  // South Africa: identity number
    rare("000000-0000", is_swedish),           // Sweden: personnummer
    rare("00000000-0000", is_swedish),         // Sweden
    rare("756.0000.0000.00", is_ahv),          // Switzerland: AHV number
    rare("0000000000000", is_ahv),             // Switzerland
    usual("00000000000", is_turkish),          // Türkiye: T.C. kimlik numarası
];

fn is_national_number(text: &str) -> bool {
    FORMS.iter().any(|form| {
        read(form.shape, text).is_some_and(|(signs, rest)| rest.is_empty() && (form.fits)(&signs))
    })
}

/// Whether the national number of a person stands in a text, whatever else does.
///
/// Forms that codes have, too, count only among words, and not without a sign between their digits.
pub(in crate::detectors) fn holds_a_national_number(text: &str) -> bool {
    begins(text).any(|begin| FORMS.iter().any(|form| stands_at(form, text, begin)))
}

fn stands_at(form: &Form, text: &str, begin: usize) -> bool {
    let Some((signs, rest)) = read(form.shape, &text[begin..]) else { return false };
    let is_plain = form.shape.bytes().all(|sign| sign == b'0');
    let counts = || form.is_rare || !is_plain && has_words_beside(&text[..begin], rest);
    shape::ends(rest) && (form.fits)(&signs) && counts()
}

#[cfg(test)]
mod tests;

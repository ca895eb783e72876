//! Numbers, addresses and places that lead to one person, among the words of a text.

use super::national::{holds_a_national_number, is_codice_fiscale, is_nir, is_social_security_number};
use super::network::is_network_address;
use super::position::is_exact_position;
use super::position_notations::{holds_degrees, is_plus_code};
use super::profile_page::is_profile;
use super::street_in_text::is_street_with_number;
use super::vehicle::is_checked_chassis_number;
use crate::fold::fold;

/// Words behind which five digits and more are the number of a person, a case or a document.
const NUMBERS: &[&str] = &[
    "ssn",
    "mrn",
    "kvnr",
    "ahv",
    "amka",
    "avs",
    "cnp",
    "cpf",
    "cpr",
    "curp",
    "egn",
    "hetu",
    "imei",
    "nric",
    "oib",
    "personnummer",
    "pesel",
    "svnr",
    "taj",
    "tckn",
    "nhs",
    "bsn",
    "nif",
    "nir",
    "dni",
    "idnr",
    "steuerid",
    "steueridnr",
    "versichertennummer",
    "versichertennr",
    "patientennummer",
    "patientennr",
    "patnr",
    "patientid",
    "fall",
    "fallnr",
    "fallnummer",
    "case",
    "aktenzeichen",
    "pass",
    "passnr",
    "passport",
    "reisepass",
    "ausweis",
    "personalausweis",
    "konto",
    "kontonr",
    "account",
    "policy",
    "police",
];

/// Words behind which five digits and more are a telephone number.
const TELEPHONES: &[&str] = &[
    "tel",
    "telefon",
    "telephone",
    "phone",
    "handy",
    "mobil",
    "mobile",
    "fax",
    "cell",
    "whatsapp",
    "rufnummer",
    "telefono",
    "telefone",
];

/// Words behind which a date is that of a birth.
const BIRTHS: &[&str] = &[
    "geb",
    "geboren",
    "geburtsdatum",
    "gebdat",
    "gebdatum",
    "dob",
    "born",
    "birthdate",
    "birthday",
    "ne",
    "nee",
    "nato",
    "nata",
    "nacido",
    "nacida",
    "geboortedatum",
];

/// Words behind which a vehicle's plate stands.
const PLATES: &[&str] = &["kennzeichen", "kfz"];

/// Whether something that leads to one person stands in a text, whatever else does: the number of a
/// person or a document behind a word that says so, a national number, the date of a birth, a
/// street with the number of a house, an exact position, a chassis number, an address in a network,
/// somebody's page.
///
/// ```
/// use incog_roles::holds_an_identifier;
/// assert!(holds_an_identifier("SSN 123-45-6789") && holds_an_identifier("geb. 12.03.1961"));
/// assert!(holds_an_identifier("lives at 12 Maple Drive") && holds_an_identifier("52.51234, 13.41234"));
/// assert!(!holds_an_identifier("from 01.02.2024, 500 mg") && !holds_an_identifier("LOINC 2345-7"));
/// ```
pub fn holds_an_identifier(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.iter().any(|word| is_profile(trimmed(word)))
        || text.bytes().any(|byte| byte.is_ascii_digit())
            && (holds_a_national_number(text)
                || words.iter().any(|word| is_number_by_itself(trimmed(word)))
                || words.windows(2).any(|pair| is_announced(pair[0], pair[1]))
                || words.iter().any(|word| is_announced_within(word))
                || words.windows(2).any(|pair| is_exact_position(trimmed(pair[0]), trimmed(pair[1])))
                || words.iter().any(|word| {
                    word.split_once([',', ';'])
                        .is_some_and(|(a, b)| is_exact_position(trimmed(a), trimmed(b)))
                })
                || holds_degrees(text)
                || is_street_with_number(&words))
}

fn trimmed(word: &str) -> &str {
    word.trim_matches(|sign: char| ",;:.!?()[]{}<>\"'".contains(sign))
}

fn is_number_by_itself(word: &str) -> bool {
    is_social_security_number(word)
        || is_codice_fiscale(word)
        || is_nir(word)
        || is_network_address(word)
        || is_plus_code(word)
        || is_checked_chassis_number(word)
}

/// `Tel.: 12345` in one word: `Tel:12345`.
fn is_announced_within(word: &str) -> bool {
    word.split_once([':', '.', '#']).is_some_and(|(cue, number)| is_announced(cue, number))
}

/// Whether a word says what the next one is.
fn is_announced(cue: &str, word: &str) -> bool {
    let word = trimmed(word).trim_start_matches('#');
    let digits = word.bytes().filter(u8::is_ascii_digit).count();
    let signs = |allowed: &str| word.chars().all(|sign| sign.is_ascii_digit() || allowed.contains(sign));
    if digits < 3 || word.len() > 24 {
        return false;
    }
    let cue: String = fold(cue).chars().filter(|sign| sign.is_alphanumeric()).collect();
    let is_one = |cues: &[&str]| cues.contains(&cue.as_str());
    let is_date =
        signs("./-") && (6..=8).contains(&digits) && word.bytes().any(|byte| !byte.is_ascii_digit());
    let is_code = word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'/');
    is_one(NUMBERS) && digits >= 5 && is_code && !is_date
        || is_one(TELEPHONES) && digits >= 5 && signs("+-/.()")
        || is_one(BIRTHS) && is_date
        || is_one(PLATES) && word.bytes().any(|byte| byte.is_ascii_alphabetic())
}

#[test]
fn what_leads_to_somebody_is_found_and_figures_are_not() {
    for found in [
        "SSN 123-45-6789",
        "123-45-6789",
        "KVNR A123456780",
        "Steuer-ID 86095742719",
        "MRN 1234567",
        "siehe Fall 1234567",
        "Tel. 12345",
        "Tel.:12345",
        "Pass C01X01234",
        "geb. 12.03.1961",
        "DOB 03/12/1961",
        "wohnt Lindenstraße 12, 3. OG",
        "Lindenstr. 12",
        "lives at 12 Maple Drive",
        "52.51234, 13.41234",
        "52.51234,13.41234",
        "Login 10.12.250.7",
        "VIN 1HGCM82633A004352",
        "9F4MGC22+CM",
        "N52°31.2 E013°24.3",
        "12 rue Victor Hugo",
        "via Roma 14",
        "https://facebook.com/anna.schmidt.7",
        "linkedin.com/in/anna-schmidt",
    ] {
        assert!(holds_an_identifier(found), "{found}");
    }
    for harmless in [
        "from 01.02.2024 to 05.02.2024",
        "case 12, fall 2024",
        "LOINC 2345-7",
        "64-17-5",
        "500 mg at 12:30",
        "0.0012, 0.0345",
        "Stage 3 drive",
        "Weg 3",
        "Parkplatz 12",
        "version 2.4.1",
        "see https://example.org/guideline/12345",
        "E11.9, I10",
        "telephone 3 times",
        "1HGCM82633A004353",
        "37°C and 38°C",
        "9F4MGC22",
    ] {
        assert!(!holds_an_identifier(harmless), "{harmless}");
    }
}

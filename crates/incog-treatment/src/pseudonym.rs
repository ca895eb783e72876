//! Pseudonyms by a key.

use crate::computed_column::by_value;
use crate::unfit_value::Unfit;
use crate::{NeededKey, Subject, Treatment, TreatmentContext, TreatmentEntry, TreatmentError};
use incog_card::is_planted;
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range, Refusal};
use incog_data::{Column, ValueType};
use std::collections::{HashMap, HashSet};

/// Its card.
pub(crate) static ENTRY: TreatmentEntry = TreatmentEntry {
    card: Card {
        name: "pseudonym",
        audience: CardAudience::Product,
        summary: "replaces the person of a record by a name that only the holder of the key can compute; a \
            person has the same name wherever key and purpose are the same",
        reference: "Krawczyk, Bellare and Canetti, HMAC: keyed-hashing for message authentication, RFC 2104, 1997, \
                    https://www.rfc-editor.org/rfc/rfc2104",
        parameters: &[
            Parameter::new(
                "pseudonym",
                "the file of the key, made with incog key new",
                Range::Text,
                ParameterDefault::Nothing,
            ),
            Parameter::new(
                "purpose",
                "what the release is for; other purposes have other pseudonyms, which nobody can link \
                 without the key",
                Range::Text,
                ParameterDefault::Required,
            ),
        ],
        caveat: Some(
            "A pseudonym links the rows of a person, in this release and in all others with the same key \
             and purpose. The models look at one row at a time: anybody who knows several facts about a \
             person, such as two dates of admission, can look for the pseudonym that has both, and then \
             read all its rows. Pseudonymous data remain personal data for anybody who has the key (GDPR, \
             recital 26).",
        ),
    },
    subject: Subject::People,
    key: |_| NeededKey::File("pseudonym"),
    withheld: &["pseudonym"],
    becomes: Some(ValueType::Text),
    read: |parameters| {
        let purpose = parameters.word("purpose")?;
        if purpose.trim().is_empty() {
            return Err(Refusal::Missing { parameter: "purpose", what: "what the release is for" });
        }
        Ok(Box::new(Pseudonym { purpose: format!("pseudonym: {purpose}") }))
    },
};

/// Characters of a pseudonym behind the first, 5 bits each: 100 bits.
///
/// Of n people two have the same pseudonym with a chance of at most n(n - 1) / 2^101. A table has
/// fewer than 2^32 rows, so that is below 2^-37, 10^-11, for every table; and the length is the
/// same for all, so that releases of one purpose join.
const CHARACTERS: usize = 20;

/// The digits of base 32 (RFC 4648, 2006), in lower case.
const DIGITS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyz234567";

const ANYTHING: Unfit = Unfit { what: "no names", advice: "correct them" };

#[derive(Debug)]
struct Pseudonym {
    purpose: String,
}

impl Treatment for Pseudonym {
    fn treat(&self, column: &Column, with: &TreatmentContext<'_>) -> Result<Column, TreatmentError> {
        let key = with.key.ok_or_else(|| TreatmentError::NoKey { column: column.name.clone() })?;
        let (known, none) = (is_planted("pseudonyms ignore the key"), crate::Key::new(b""));
        let key = if known { &none } else { key };
        let mut person_of: HashMap<String, String> = HashMap::new();
        let mut collides = false;
        let doubtful = idle_zeros(column, with.spelling);
        if doubtful > 0 {
            return Err(TreatmentError::IdleZeros { column: column.name.clone(), people: doubtful });
        }
        let treated = by_value(column, ANYTHING, |name| {
            let person = (with.spelling)(name);
            let pseudonym = written(&key.mac(&self.purpose, &person));
            let known = person_of.entry(pseudonym.clone()).or_insert_with(|| person.clone());
            collides |= *known != person;
            Some(pseudonym)
        })?;
        if collides { Err(TreatmentError::Collision { column: column.name.clone() }) } else { Ok(treated) }
    }
}

/// How many people are numbers that are written in several ways, with and without idle zeros:
/// whether `007` and `7` are one person nobody can see, and one pseudonym would join them.
fn idle_zeros(column: &Column, spelling: &dyn Fn(&str) -> String) -> usize {
    let mut written: HashMap<String, HashSet<&str>> = HashMap::new();
    for (_, name) in column.present().filter(|(_, name)| name.trim().parse::<f64>().is_ok()) {
        written.entry(spelling(name)).or_default().insert(name.trim());
    }
    written.values().filter(|ways| ways.len() > 1).count()
}

/// `p` and twenty digits: no spreadsheet takes that for a number.
fn written(mac: &[u8; 32]) -> String {
    let bits = mac.iter().take(16).fold(0u128, |bits, byte| bits << 8 | u128::from(*byte));
    let digit = |place: usize| DIGITS[(bits >> (123 - 5 * place)) as usize % DIGITS.len()];
    std::iter::once('p').chain((0..CHARACTERS).map(|place| digit(place).into())).collect()
}

/// Whether a text has the form of a pseudonym.
///
/// ```
/// assert!(incog_treatment::is_pseudonym("pabcdefghij234567abcd"));
/// assert!(!incog_treatment::is_pseudonym("Anna"));
/// ```
pub fn is_pseudonym(text: &str) -> bool {
    let digits = text.strip_prefix('p').map(str::as_bytes);
    digits
        .is_some_and(|digits| digits.len() == CHARACTERS && digits.iter().all(|digit| DIGITS.contains(digit)))
}

/// The people of a column in their one spelling: what pseudonyms stand for, for whoever has not the
/// key.
///
/// # Errors
/// Never: every text is somebody's name.
pub fn people(column: &Column, spelling: &dyn Fn(&str) -> String) -> Result<Column, TreatmentError> {
    by_value(column, ANYTHING, |name| Some(spelling(name)))
}

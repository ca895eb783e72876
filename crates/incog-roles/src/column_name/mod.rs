//! What the name of a column says, in eight languages.

mod index;
mod split;
mod words;

use crate::meaning::Meaning;
use index::{find, find_alone, find_in_token};
pub(crate) use split::tokens;

/// A word that was recognized in the name of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NamedBy {
    /// The word as the lists of this crate have it, never the name itself.
    pub word: &'static str,
    /// What it means.
    pub meaning: Meaning,
}

/// What could be read of a name.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct NameReading {
    /// The words that mean something, in the order in which they stand there; of `birth weight`,
    /// the longest.
    pub hits: Vec<NamedBy>,
    /// How many words are in no list.
    pub unknown: usize,
}

impl NameReading {
    /// The first word with one of these meanings.
    pub fn first(&self, meanings: &[Meaning]) -> Option<NamedBy> {
        self.hits.iter().find(|hit| meanings.contains(&hit.meaning)).copied()
    }
}

/// Reads the name of a column.
///
/// Names are split where small letters turn capital, at digits and at all that is no letter.
///
/// ```
/// use incog_roles::{Meaning, read_name};
/// let meanings = |name| read_name(name).hits.iter().map(|hit| hit.meaning).collect::<Vec<_>>();
/// assert_eq!(meanings("CustomerID"), [Meaning::Person, Meaning::Number]);
/// assert_eq!(meanings("Straße"), [Meaning::Address]);
/// assert_eq!(meanings("wattage"), []);
/// ```
pub fn read_name(name: &str) -> NameReading {
    let tokens = tokens(name);
    let mut reading = NameReading::default();
    if let [token] = tokens.as_slice() {
        reading.hits.extend(find_alone(token));
    }
    if !reading.hits.is_empty() {
        return reading;
    }
    let mut at = 0;
    while at < tokens.len() {
        let (found, width) = longest(&tokens[at..]);
        reading.unknown += usize::from(found.is_empty());
        reading.hits.extend(found);
        at += width;
    }
    reading
}

/// What stands at the beginning, of up to four tokens taken together, and how many tokens that is.
fn longest(tokens: &[String]) -> (Vec<NamedBy>, usize) {
    for width in (2..=tokens.len().min(4)).rev() {
        let joined = tokens[..width].concat();
        if let Some(hit) = find(&joined) {
            return (vec![hit], width);
        }
    }
    let Some(token) = tokens.first() else { return (Vec::new(), 1) };
    (find_in_token(token), 1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Meaning::*;

    #[test]
    fn names_in_eight_languages() {
        for (name, expected) in [
            ("Nachname", PersonName),
            ("Geschlecht", Sex),
            ("Wohnort", Region),
            ("Geburtsdatum", Birth),
            ("Straße", Address),
            ("Familienstand", MaritalStatus),
            ("apellido", PersonName),
            ("fecha_nacimiento", Birth),
            ("código postal", PostalCode),
            ("date de naissance", Birth),
            ("prénom", PersonName),
            ("codice fiscale", NationalNumber),
            ("data_di_nascita", Birth),
            ("geboortedatum", Birth),
            ("achternaam", PersonName),
            ("data de nascimento", Birth),
            ("nazwisko", PersonName),
            ("data_urodzenia", Birth),
            ("płeć", Sex),
            ("BirthDate", Birth),
            ("date_of_birth", Birth),
            ("MARSTAT", MaritalStatus),
            ("ETNI", Origin),
            ("PRIOCCU", Occupation),
            ("EDUC1", Education),
            ("urbrur", Region),
            ("relat", Family),
            ("ori_hid", HouseholdNumber),
            ("hhid", HouseholdNumber),
            ("sampling_weight", SamplingWeight),
            ("e-mail", Email),
            ("IPAddress", NetworkAddress),
            ("fnlwgt", SamplingWeight),
            ("birth_weight", Health),
            ("Einkommen", Money),
        ] {
            let hits = read_name(name).hits;
            assert_eq!(hits.iter().map(|hit| hit.meaning).collect::<Vec<_>>(), [expected], "{name}");
        }
    }

    #[test]
    fn words_that_run_together_are_taken_apart() {
        let meanings = |name| read_name(name).hits.iter().map(|hit| hit.meaning).collect::<Vec<_>>();
        assert_eq!(meanings("customerid"), [Person, Number]);
        assert_eq!(meanings("illseveritydesc"), [Health, Health, Category]);
        assert_eq!(meanings("i1_legid"), [Record, Number]);
        assert_eq!(meanings("RESREVENUE"), [Money]);
        for nothing in ["", "wattage", "paid_xyz_", "x1", "東京", "stage", "percentage", "message"] {
            assert!(!meanings(nothing).iter().any(|meaning| matches!(meaning, Age | Number)), "{nothing}");
        }
    }
}

//! Which kind of values the name of a column speaks of.

use crate::column_name::{NamedBy, read_name, tokens};
use crate::meaning::Meaning;
use incog_data::ColumnKind;

/// Words of names that say how often or how long something was.
const AMOUNTS: [&str; 14] = [
    "time",
    "times",
    "days",
    "nights",
    "weeks",
    "months",
    "hours",
    "count",
    "number",
    "stays",
    "visits",
    "admissions",
    "dauer",
    "anzahl",
];

/// Words of names that say in which branch of industry somebody works.
const INDUSTRIES: [&str; 18] = [
    "industry",
    "industrial",
    "sector",
    "ind",
    "indp",
    "indus",
    "nace",
    "nogc",
    "isic",
    "wz",
    "naf",
    "ateco",
    "branche",
    "wirtschaftszweig",
    "bedrijfstak",
    "settore",
    "branza",
    "secteur",
];

/// Words of names that say that numbers are codes of diseases.
const DIAGNOSES: [&str; 19] = [
    "diagnosis",
    "diagnoses",
    "diag",
    "dx",
    "icd",
    "dischargediagnosis",
    "cause",
    "causeofdeath",
    "diagnose",
    "todesursache",
    "diagnostico",
    "diagnostic",
    "causedeces",
    "diagnosi",
    "diagnosecode",
    "doodsoorzaak",
    "rozpoznanie",
    "diagnoza",
    "patologia",
];

/// Which kind of values the name of a column speaks of; which hierarchy is proposed depends on
/// whether the values are of that kind.
///
/// ```
/// use incog_data::ColumnKind;
/// assert_eq!(incog_roles::column_kind("Alter"), ColumnKind::Age);
/// assert_eq!(incog_roles::column_kind("age of the car"), ColumnKind::Any);
/// assert_eq!(incog_roles::column_kind("plz"), ColumnKind::PostalCode);
/// assert_eq!(incog_roles::column_kind("diagnosis"), ColumnKind::Diagnosis);
/// assert_eq!(incog_roles::column_kind("glucose"), ColumnKind::Health);
/// assert_eq!(incog_roles::column_kind("isco08"), ColumnKind::Occupation);
/// assert_eq!(incog_roles::column_kind("WZ_2008"), ColumnKind::Industry);
/// assert_eq!(incog_roles::column_kind("x17"), ColumnKind::Any);
/// assert_eq!(incog_roles::column_kind("time_in_hospital"), ColumnKind::Any);
/// ```
pub fn column_kind(name: &str) -> ColumnKind {
    let reading = read_name(name);
    // How often or how long is a number, whatever else the name says.
    let is_amount = tokens(name).iter().any(|token| AMOUNTS.contains(&token.as_str()));
    // Cars and houses have ages, too.
    let is_of_a_thing = reading.first(&[Meaning::Thing, Meaning::Vehicle, Meaning::Housing]).is_some();
    let kind = |hit: &NamedBy| match hit.meaning {
        Meaning::Age => (!is_of_a_thing).then_some(ColumnKind::Age),
        Meaning::PostalCode => Some(ColumnKind::PostalCode),
        Meaning::Origin => Some(ColumnKind::Country),
        Meaning::Health if DIAGNOSES.contains(&hit.word) => Some(ColumnKind::Diagnosis),
        Meaning::Health => Some(ColumnKind::Health),
        Meaning::Occupation if INDUSTRIES.contains(&hit.word) => Some(ColumnKind::Industry),
        Meaning::Occupation => (!is_amount).then_some(ColumnKind::Occupation),
        Meaning::Sex | Meaning::MaritalStatus | Meaning::Belief | Meaning::Payer | Meaning::Organisation => {
            (!is_amount).then_some(ColumnKind::Category)
        }
        _ => None,
    };
    reading.hits.iter().find_map(kind).unwrap_or_default()
}

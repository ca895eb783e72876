//! The eighteen kinds of identifiers of HIPAA's Safe Harbor, 45 CFR 164.514(b)(2)(i), and what of
//! each the release has.
//!
//! Names of columns are read, of those that are published and of those that are not; of those that
//! are, the published values, too. So nothing here follows from a record that was suppressed.

use super::super::page::is_published;
use super::super::{ColumnFacts, Report};
use super::published_form::in_words;
use crate::job::HierarchyFile;
use incog_data::{Column, Publish, Table};
use incog_report::svg::grouped;
use incog_roles::Meaning as M;
use incog_roles::ValueKind as V;
use incog_roles::{DETECTORS, NameReading, Profile, detect, read_name};
use serde::Serialize;

/// A kind of identifiers, and by what it is recognized.
struct Kind {
    letter: char,
    what: &'static str,
    /// Words in names of columns.
    names: &'static [M],
    /// Values.
    values: &'static [V],
    /// What is not looked for, if anything is not.
    not_looked_for: Option<&'static str>,
}

/// The names of what only states are called; a region or a province may be smaller.
const STATES: [&str; 2] = ["state", "states"];

/// The treatments that publish an age in place of a date of birth.
const AGES: [&str; 2] = ["age-at", "age-on"];

/// By names alone.
const NO_VALUES: Option<&str> = Some("values of this kind have no recognizable form");

const fn kind(letter: char, what: &'static str, names: &'static [M], values: &'static [V]) -> Kind {
    Kind { letter, what, names, values, not_looked_for: None }
}

/// National numbers of people.
const NATIONAL: &[V] = &[
    V::UsSocialSecurity,
    V::UkNationalInsurance,
    V::GermanTaxId,
    V::FrenchNir,
    V::SpanishDni,
    V::ItalianCodiceFiscale,
    V::DutchBsn,
    V::PolishPesel,
    V::PortugueseNif,
    V::NationalNumber,
];

static KINDS: [Kind; 18] = [
    kind('A', "Names", &[M::Name, M::PersonName], &[V::PersonName, V::NamePart]),
    kind(
        'B',
        "Geographic subdivisions smaller than a state",
        &[M::Address, M::Region, M::PostalCode, M::Coordinates],
        &[V::StreetAddress, V::PostalCode, V::Position, V::Coordinate],
    ),
    kind(
        'C',
        "Dates (except the year) of an individual, and ages over 89",
        &M::DATES,
        &[V::BirthDate, V::Date],
    ),
    kind('D', "Telephone numbers", &[M::Telephone], &[V::Telephone]),
    Kind {
        not_looked_for: Some("not distinguished from telephone numbers"),
        ..kind('E', "Fax numbers", &[M::Telephone], &[V::Telephone])
    },
    kind('F', "Email addresses", &[M::Email], &[V::Email]),
    kind('G', "Social security numbers", &[M::NationalNumber], NATIONAL),
    Kind {
        not_looked_for: NO_VALUES,
        ..kind('H', "Medical record numbers", &[M::MedicalNumber, M::Record], &[])
    },
    kind('I', "Health plan beneficiary numbers", &[M::MedicalNumber], &[V::UkNhs, V::GermanHealthInsurance]),
    kind('J', "Account numbers", &[M::Account], &[V::Iban, V::PaymentCard]),
    Kind { not_looked_for: NO_VALUES, ..kind('K', "Certificate and license numbers", &[M::Licence], &[]) },
    kind('L', "Vehicle identifiers and license plates", &[M::Vehicle], &[V::Vehicle]),
    kind('M', "Device identifiers and serial numbers", &[M::Device], &[V::Device]),
    kind('N', "Web addresses (URLs)", &[M::Url], &[V::Url]),
    kind('O', "IP addresses", &[M::NetworkAddress], &[V::NetworkAddress]),
    Kind {
        not_looked_for: Some("only file names of pictures and sounds are recognized"),
        ..kind('P', "Biometric identifiers", &[M::Biometric], &[V::Image])
    },
    Kind {
        not_looked_for: Some("only file names of pictures are recognized"),
        ..kind('Q', "Full-face photographs and comparable images", &[M::Biometric], &[V::Image])
    },
    kind(
        'R',
        "Any other unique identifying number, characteristic or code",
        &[M::Number, M::Person, M::PersonNumber, M::Household, M::HouseholdNumber, M::UserName],
        &[V::Uuid, V::RecordNumber],
    ),
];

/// A kind of identifiers as the certificate tells it.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub(super) struct KindRow {
    letter: char,
    what: &'static str,
    looked_for: String,
    found: Vec<Found>,
}

/// What was found of it.
#[derive(Debug, Clone, PartialEq, Serialize)]
struct Found {
    text: String,
    /// Whether something of it is in the release.
    published: bool,
}

/// The eighteen rows; without a release in a file only names of columns are read.
pub(super) fn rows(report: &Report, release: Option<&Table>) -> Vec<KindRow> {
    KINDS.iter().map(|kind| row(kind, report, release)).collect()
}

fn row(kind: &Kind, report: &Report, release: Option<&Table>) -> KindRow {
    let found = report.columns.iter().filter_map(|column| found(kind, column, report, release));
    let mut found: Vec<Found> = found.collect();
    if found.is_empty() {
        found.push(Found { text: "no column of this kind was found".to_owned(), published: false });
    }
    KindRow { letter: kind.letter, what: kind.what, looked_for: looked_for(kind, release.is_some()), found }
}

/// By what a kind is recognized, and what is not looked for.
fn looked_for(kind: &Kind, has_values: bool) -> String {
    let detectors: Vec<&str> =
        DETECTORS.iter().filter(|one| kind.values.contains(&one.kind)).map(|one| one.name).collect();
    let mut text = match (detectors.is_empty(), has_values) {
        (false, true) => format!("column names; published values: {}", detectors.join(", ")),
        (false, false) => "column names; values not read: the release is a database table".to_owned(),
        (true, _) => "column names; values not searched".to_owned(),
    };
    if let Some(why) = kind.not_looked_for {
        text = format!("{text} ({why})");
    }
    text
}

/// What a column has of a kind.
fn found(kind: &Kind, column: &ColumnFacts, report: &Report, release: Option<&Table>) -> Option<Found> {
    let reading = read_name(&column.name);
    let named = reading.first(kind.names);
    let published: Vec<&Column> = match release {
        Some(table) => written(column).iter().filter_map(|name| table.column(name)).collect(),
        None => Vec::new(),
    };
    let valued = published.iter().find_map(|one| {
        let findings = detect(&Profile::new(one));
        let found = findings.iter().find(|finding| kind.values.contains(&finding.detector.kind))?;
        Some(found.detector.name)
    });
    let why = match (named, valued) {
        (None, None) if kind.letter == 'R' && is_other(column) => "by its role in the job".to_owned(),
        (None, None) if kind.letter == 'C' => date_otherwise(column, &reading, &published)?.to_owned(),
        (None, None) => return None,
        (Some(named), None) => format!("its name says “{}”", named.word),
        (None, Some(detector)) => format!("its values look like: {detector}"),
        (Some(named), Some(detector)) => {
            format!("its name says “{}”, its values look like: {detector}", named.word)
        }
    };
    let is_state = kind.letter == 'B' && named.is_some_and(|named| STATES.contains(&named.word));
    let is_published = is_published(report, column) && !is_state;
    let how = in_words(report, column);
    let meaning = match column.publish.as_deref() {
        Some(treatment) if AGES.contains(&treatment) => Some(M::Age),
        _ => named.map(|named| named.meaning),
    };
    let measured = published.iter().filter_map(|one| rest(kind, one, meaning));
    let allowed = is_state.then(|| "Safe Harbor allows states".to_owned());
    let measured: Vec<String> = measured.chain(allowed).collect();
    let measured = if measured.is_empty() { String::new() } else { format!("; {}", measured.join("; ")) };
    Some(Found { text: format!("{} ({why}): {how}{measured}", column.name), published: is_published })
}

/// By what a column is one of dates where neither its name nor its values say a date: by a
/// hierarchy of dates, by published months and quarters, or by years under a name that says how
/// somebody came and went.
fn date_otherwise(
    column: &ColumnFacts,
    reading: &NameReading,
    published: &[&Column],
) -> Option<&'static str> {
    if matches!(&column.hierarchy, Some(HierarchyFile::Made(made)) if made.date.is_some()) {
        return Some("its hierarchy is one of dates");
    }
    let comes_and_goes = reading.first(&[M::Admission]).is_some();
    let is_part = |text: &str| is_month_or_quarter(text) || comes_and_goes && is_year_or_coarser(text);
    let are_parts = published.iter().any(|one| {
        let profile = Profile::new(one);
        let says_something = profile.values.iter().any(|value| value.text != "*");
        says_something && profile.share(|text| text == "*" || is_part(text)).of_values >= MOST_ARE_DATES
    });
    are_parts.then_some("its published values are parts of dates")
}

/// The share of the values from which on a column is one of parts of dates; `*` may stand among
/// them.
const MOST_ARE_DATES: f64 = 0.8;

/// `2024-03`, `2024-Q1`, `03/2024`, `Q1 2024`, also two of them with a sign between.
fn is_month_or_quarter(value: &str) -> bool {
    let parts: Vec<&str> =
        value.split(|sign: char| !sign.is_ascii_alphanumeric()).filter(|part| !part.is_empty()).collect();
    let is_year =
        |part: &str| part.len() == 4 && part.parse::<u32>().is_ok_and(|year| (1850..=2150).contains(&year));
    let is_within = |part: &str| {
        let number = part.strip_prefix(['Q', 'W', 'q', 'w']).unwrap_or(part);
        (1..=2).contains(&number.len())
            && number.parse::<u32>().is_ok_and(|number| (1..=53).contains(&number))
    };
    let is_one = |pair: &[&str]| matches!(pair, [first, second] if is_year(first) && is_within(second) || is_within(first) && is_year(second));
    !parts.is_empty() && parts.len().is_multiple_of(2) && parts.chunks(2).all(is_one)
}

/// Whether the job says that a column names people, and its name says of no kind that it is one.
fn is_other(column: &ColumnFacts) -> bool {
    let reading = read_name(&column.name);
    ["identifier", "person", "household"].contains(&column.role.as_str())
        && KINDS.iter().all(|kind| reading.first(kind.names).is_none())
}

/// The columns in which a release has a column.
fn written(column: &ColumnFacts) -> Vec<String> {
    let form = Publish::ALL.into_iter().find(|form| column.publish.as_deref() == Some(form.name()));
    form.map_or_else(|| vec![column.name.clone()], |form| form.columns(&column.name))
}

/// What is left of what Safe Harbor does not allow, for the two kinds where it allows something.
fn rest(kind: &Kind, published: &Column, meaning: Option<M>) -> Option<String> {
    let codes = (0..published.dictionary.len() as u32).filter(|code| !published.is_missing(*code));
    let values: Vec<&str> = codes.map(|code| published.dictionary.get(code).trim()).collect();
    let all = grouped(values.len() as u64);
    let count = |is: &dyn Fn(&str) -> bool| grouped(values.iter().filter(|value| is(value)).count() as u64);
    match (kind.letter, meaning) {
        ('B', Some(M::PostalCode)) => Some(format!(
            "{} of {all} different values show more than three characters",
            count(&shows_more_than_three)
        )),
        ('C', Some(M::Age)) => {
            Some(format!("{} of {all} different values are single ages over 89", count(&is_age_over_89)))
        }
        ('C', _) => Some(match count(&|value| !is_year_or_coarser(value)) {
            finer if finer == all && all != "0" => format!("all {all} values are finer than a year"),
            finer => format!("{finer} of {all} values are finer than a year"),
        }),
        _ => None,
    }
}

/// Whether more than three letters and digits of a code are legible.
fn shows_more_than_three(value: &str) -> bool {
    value.chars().filter(|sign| sign.is_alphanumeric()).count() > 3
}

fn is_age_over_89(value: &str) -> bool {
    value.parse::<f64>().is_ok_and(|age| age > 89.0)
}

/// `2024`, `2020-2029`, `[2020, 2030[`, `2020s`, `*`.
fn is_year_or_coarser(value: &str) -> bool {
    let parts = value.split(|sign: char| !sign.is_alphanumeric()).filter(|part| !part.is_empty());
    let mut parts = parts.map(|part| part.strip_suffix('s').unwrap_or(part)).peekable();
    let has_parts = parts.peek().is_some();
    value == "*"
        || has_parts
            && parts.all(|part: &str| part.len() == 4 && part.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_eighteen_are_lettered_and_every_detector_of_identifiers_is_of_one() {
        assert_eq!(KINDS.iter().map(|kind| kind.letter).collect::<String>(), "ABCDEFGHIJKLMNOPQR");
        let is_of_one = |kind: V| KINDS.iter().any(|one| one.values.contains(&kind));
        let rest: Vec<V> = DETECTORS.iter().map(|one| one.kind).filter(|kind| !is_of_one(*kind)).collect();
        // Words of people may hold anything; the certificate says so. The others are no
        // identifiers.
        assert_eq!(rest, [V::Sex, V::MaritalStatus, V::Diagnosis, V::SamplingWeight, V::FreeText]);
    }

    #[test]
    fn months_and_quarters_are_parts_of_dates() {
        for part in ["2024-03", "2024-Q1", "03/2024", "Q1 2024", "2024-01..2024-03", "[2024-01, 2024-04["] {
            assert!(is_month_or_quarter(part), "{part}");
        }
        for other in ["", "2024", "2020-2029", "*", "10-20", "2024-03-01", "1200-12-1", "I50 2024"] {
            assert!(!is_month_or_quarter(other), "{other}");
        }
    }

    #[test]
    fn what_is_allowed_is_told_from_what_is_not() {
        for coarse in ["2024", "2020-2029", "[2020, 2030[", "1990s", "*", "≥ 2020"] {
            assert!(is_year_or_coarser(coarse), "{coarse}");
        }
        for fine in ["2024-03", "2024-Q1", "2024-03-01", "01.03.2024", "March 2024", "", "20240301"] {
            assert!(!is_year_or_coarser(fine), "{fine}");
        }
        assert!(["1132*", "SW1A*"].iter().all(|value| shows_more_than_three(value)));
        assert!(["113**", "*", "SW*"].iter().all(|value| !shows_more_than_three(value)));
        assert!(
            is_age_over_89("90") && is_age_over_89("101") && !is_age_over_89("89") && !is_age_over_89("90+")
        );
    }
}

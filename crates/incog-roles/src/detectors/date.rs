//! Dates, and those of births among them.

use crate::detector::{Detector, Recognizer, Strength, ValueKind};
use crate::profile::{Profile, Share};
use crate::role::ProposedRole;
use incog_data::{clear_date_form, iso_date};

pub(super) const BIRTH_DATE: Detector = Detector {
    kind: ValueKind::BirthDate,
    name: "date of birth",
    recognizes: "dates of at least ten years, the first and the last 15 to 115 years apart, as those of living people are",
    reference: "ISO 8601; HIPAA Safe Harbor (C)",
    role: ProposedRole::QuasiIdentifier,
    strength: Strength::Sign,
    least_share: 0.9,
    chance: 0.0,
    recognizer: Recognizer::Column(share_of_births),
};

pub(super) const DATE: Detector = Detector {
    kind: ValueKind::Date,
    name: "date",
    recognizes: "2024-03-01, 2024/03/01, 01.03.2024, 3/1/2024, 20240301, 1 Mar 2024, perhaps with a time behind",
    reference: "ISO 8601; HIPAA Safe Harbor (C)",
    role: ProposedRole::QuasiIdentifier,
    strength: Strength::Sign,
    least_share: 0.8,
    chance: 0.01,
    recognizer: Recognizer::Value(|text| year_of_date(text).is_some()),
};

fn share_of_births(profile: &Profile<'_>) -> Share {
    let mut years: Vec<u32> = profile.values.iter().filter_map(|value| year_of_date(value.text)).collect();
    years.sort_unstable();
    years.dedup();
    let (Some(first), Some(last)) = (years.first(), years.last()) else { return Share::NONE };
    if years.len() < 10 || !(15..=115).contains(&(last - first)) {
        return Share::NONE;
    }
    profile.share(|text| year_of_date(text).is_some())
}

/// The year of a date, with a time behind it or none; years are those from 1850 to 2150.
pub(super) fn year_of_date(text: &str) -> Option<u32> {
    if !(8..=40).contains(&text.len()) || !text.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
    }
    if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return checked(number(text.get(..4)?)?, number(text.get(4..6)?)?, number(text.get(6..)?)?);
    }
    with_a_word(text).or_else(|| of_numbers(text)).or_else(|| of_another_form(text))
}

/// `2024年03月01日`, `2024. 3. 1.`
fn of_another_form(text: &str) -> Option<u32> {
    iso_date(text, clear_date_form(text)?)?.get(..4)?.parse().ok()
}

/// Three numbers between one sign, the year first or last; day and month in either order.
fn of_numbers(text: &str) -> Option<u32> {
    let day = text.split_once([' ', 'T']).map_or(text, |(day, _)| day);
    let mut parts = day.split(['-', '/', '.']);
    let [first, second, third] = [parts.next()?, parts.next()?, parts.next()?].map(number);
    let (first, second, third) = (first?, second?, third?);
    if parts.next().is_some() {
        return None;
    }
    match (first, third) {
        (1850.., _) => checked(first, second, third),
        (_, 1850..) => checked(third, second, first).or_else(|| checked(third, first, second)),
        _ => None,
    }
}

/// `1 Mar 2024`, `March 1, 2024`, `01-MAR-2024`.
fn with_a_word(text: &str) -> Option<u32> {
    const MONTHS: [&str; 12] =
        ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let mut parts = text.split(['-', '/', '.', ' ', ',']).filter(|part| !part.is_empty());
    let (first, second, year) = (parts.next()?, parts.next()?, number(parts.next()?)?);
    let is_month = |part: &str| {
        let start = part.get(..3).unwrap_or_default();
        part.chars().all(char::is_alphabetic) && MONTHS.iter().any(|month| month.eq_ignore_ascii_case(start))
    };
    let day = if is_month(second) { first } else { Some(second).filter(|_| is_month(first))? };
    checked(year, 1, number(day)?)
}

fn number(text: &str) -> Option<u32> {
    let are_digits = (1..=4).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    if are_digits { text.parse().ok() } else { None }
}

fn checked(year: u32, month: u32, day: u32) -> Option<u32> {
    let is_date = (1850..=2150).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
    is_date.then_some(year)
}

#[test]
fn forms() {
    for (text, year) in [
        ("2024-03-01", 2024),
        ("2008/06/08 23:40:39", 2008),
        ("01.03.1990", 1990),
        ("12/31/1985", 1985),
        ("20240301", 2024),
        ("1 Mar 2024", 2024),
        ("March 1, 1977", 1977),
        ("01-MAR-2024", 2024),
        ("2024-03-01T12:00:00Z", 2024),
        ("2024年03月01日", 2024),
        ("2024. 03. 01.", 2024),
        ("01/MAR/2024", 2024),
        ("1. March 2024", 2024),
    ] {
        assert_eq!(year_of_date(text), Some(year), "{text}");
    }
    for bad in [
        "",
        "20241301",
        "2024-13-01",
        "12345678",
        "1.2.3.4",
        "192.168.0.1",
        "abcdefgh",
        "1-2-2024-5",
        "32/32/2024",
        "mär 2024 x",
    ] {
        assert_eq!(year_of_date(bad), None, "{bad}");
    }
}

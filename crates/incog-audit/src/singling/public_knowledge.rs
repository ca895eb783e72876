//! Columns that others know people by, whatever the job says of them: dates of birth and postal
//! codes.

use super::Known;
use crate::numbers::day_of;
use incog_data::{Column, RecordCounts};
use incog_privacy::Role;
use incog_roles::{Meaning, Profile, ValueKind, detect, read_name};

/// Characters of a postal code that names a quarter and no region.
const CHARACTERS: usize = 5;

/// Whether a column with the role insensitive, or without a role, has dates of birth or full postal
/// codes.
pub(super) fn is_recognized(known: &Known<'_>, counts: RecordCounts<'_>) -> bool {
    let column = known.published.column;
    if known.published.role != Role::Insensitive || known.distinct < 2 {
        return false;
    }
    let name = read_name(&column.name);
    let means = |wanted: Meaning| name.hits.iter().any(|hit| hit.meaning == wanted);
    if is_most(known, |value| day_of(value).is_some()) {
        return !are_first_days(column)
            && (means(Meaning::Birth) || name.hits.is_empty() && looks_like_birth(column, counts));
    }
    means(Meaning::PostalCode) && is_most(known, is_postal_code)
}

fn is_most(known: &Known<'_>, is_it: impl Fn(&str) -> bool) -> bool {
    let column = known.published.column;
    let (mut all, mut such) = (0, 0);
    for ((code, value), records) in (0u32..).zip(column.dictionary.iter()).zip(&known.of_code) {
        if *records > 0 && !column.is_missing(code) {
            all += records;
            such += if is_it(value) { *records } else { 0 };
        }
    }
    such * 2 > all
}

/// The first of a month, quarter or year stands for all of its days.
fn are_first_days(column: &Column) -> bool {
    let is_first =
        |value: &str| value.get(8..10) == Some("01") || value.starts_with("01.") || value.starts_with("1.");
    column.dictionary.iter().filter(|value| day_of(value).is_some()).all(is_first)
}

/// Dates of a column whose name says nothing, if they are as far apart as those of living people.
fn looks_like_birth(column: &Column, counts: RecordCounts<'_>) -> bool {
    let profile = Profile::counted(column, counts);
    detect(&profile).iter().any(|finding| finding.detector.kind == ValueKind::BirthDate)
}

fn is_postal_code(value: &str) -> bool {
    let value = value.trim();
    let letters = value.chars().filter(|one| one.is_ascii_alphanumeric()).count();
    letters >= CHARACTERS && value.chars().any(|one| one.is_ascii_digit()) && !value.contains('*')
}

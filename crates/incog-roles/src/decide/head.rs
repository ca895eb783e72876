//! Names of people and places in which a sensitive word stands, too: the client of a therapy.

use super::Evidence;
use super::attribute::are_amounts;
use crate::column_name::NamedBy;
use crate::meaning::Meaning::{self, *};

/// Who or where somebody is, whatever stands beside it.
const HEADS: &[Meaning] = &[
    Person,
    PersonNumber,
    Household,
    HouseholdNumber,
    Record,
    Region,
    PostalCode,
    Organisation,
    Provider,
    Occupation,
];

/// The word for a person, a place or an employer of which a sensitive word tells something: the
/// client of a therapy, the town of a tax. It stands last, or beside an amount that is none.
///
/// Numbers are those of people or places where each has several rows; amounts are not.
pub(super) fn is_of(evidence: &Evidence<'_>, sensitive: NamedBy) -> Option<NamedBy> {
    const LEAST_CODE: f64 = 100.0;
    let profile = evidence.profile;
    let last = evidence.name.hits.last().filter(|last| HEADS.contains(&last.meaning)).copied();
    if !are_amounts(profile) {
        let beside = evidence.name.first(HEADS).filter(|_| sensitive.meaning == Money);
        return last.or(beside);
    }
    let is_shared = profile.values.iter().filter(|value| value.rows > 1).count() * 10 >= profile.distinct * 9;
    let is_code = profile.range().is_some_and(|(least, _)| least >= LEAST_CODE) && profile.is_whole();
    last.filter(|_| is_code && is_shared)
}

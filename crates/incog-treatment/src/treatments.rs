//! All treatments.

use crate::{
    TreatmentEntry, age_at, age_on, limits, noise, period_start, post_randomization, pseudonym,
    quantile_limits, redact, round, shift_days,
};
use incog_card::Refusal;

/// All treatments, in the order in which they are listed.
pub static TREATMENTS: &[&TreatmentEntry] = &[
    &pseudonym::ENTRY,
    &shift_days::ENTRY,
    &age_at::ENTRY,
    &age_on::ENTRY,
    &period_start::ENTRY,
    &limits::ENTRY,
    &quantile_limits::ENTRY,
    &round::ENTRY,
    &noise::ENTRY,
    &post_randomization::ENTRY,
    &redact::ENTRY,
];

/// The treatment that is meant by some parameters: the one that has the first of them which only
/// one treatment has.
///
/// # Errors
/// When no treatment is named.
pub fn treatment_with<'a>(
    parameters: impl IntoIterator<Item = &'a str>,
) -> Result<&'static TreatmentEntry, Refusal> {
    let parameters: Vec<&str> = parameters.into_iter().collect();
    let having =
        |name: &str| TREATMENTS.iter().filter(move |entry| entry.card.parameter(name).is_some()).collect();
    let only = |name: &&str| {
        let having: Vec<_> = having(name);
        having.first().copied().copied().filter(|_| having.len() == 1)
    };
    parameters.iter().find_map(only).ok_or_else(|| {
        let first = |entry: &&TreatmentEntry| entry.card.parameters.first().map(|parameter| parameter.name);
        let key = parameters.first().copied().unwrap_or_default().to_owned();
        Refusal::Unknown { key, known: TREATMENTS.iter().filter_map(first).collect() }
    })
}

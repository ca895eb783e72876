//! The catalogue: privacy models, utility metrics, search algorithms and formats of tables, with
//! the paper each comes from.
//!
//! Each has one entry. The job file uses the names of the catalogue, so what is not listed here
//! cannot be asked for. What belongs to the jobs of `incog trajectories` is listed separately.

mod job_schema;
mod markdown;
#[cfg(test)]
mod schema_tests;

pub use job_schema::{JobSchema, job_schema};
pub use markdown::with_cards;

pub use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range};
pub use incog_io::TableFormat;

use incog_attack::ATTACKS;
use incog_io::FORMATS;
use incog_privacy::MODELS;
use incog_request::cards;
use incog_treatment::TREATMENTS;
use incog_trips as trips;
use incog_utility::METRICS;

/// The privacy models a job can ask for.
pub fn models() -> impl Iterator<Item = &'static Card> {
    MODELS.iter().map(|entry| &entry.card)
}

/// The metrics that can be the objective of a search.
pub fn metrics() -> impl Iterator<Item = &'static Card> {
    METRICS.iter().map(|entry| &entry.card)
}

/// The algorithms that can search for a release.
pub fn algorithms() -> impl Iterator<Item = &'static Card> {
    cards::GLOBAL_SEARCHES.iter().copied()
}

/// The algorithms that can search for a local recoding, one by itself.
pub fn local_algorithms() -> impl Iterator<Item = &'static Card> {
    cards::LOCAL_SEARCHES.iter().copied()
}

/// The methods that group records by distance.
pub fn microaggregation_methods() -> impl Iterator<Item = &'static Card> {
    cards::MICROAGGREGATIONS.iter().copied()
}

/// What a column may become before it is published.
pub fn treatments() -> impl Iterator<Item = &'static Card> {
    TREATMENTS.iter().map(|entry| &entry.card)
}

/// The attacks on a release.
pub fn attacks() -> impl Iterator<Item = &'static Card> {
    ATTACKS.iter().map(|entry| &entry.card)
}

/// The formats that tables are read from and written in.
pub fn formats() -> impl Iterator<Item = &'static TableFormat> {
    FORMATS.iter().copied()
}

/// The privacy models of trajectories.
pub fn trajectory_models() -> impl Iterator<Item = &'static Card> {
    trips::MODELS.iter().copied()
}

/// The figures of utility in a report of trajectories; the search lowers the first.
pub fn trajectory_metrics() -> impl Iterator<Item = &'static Card> {
    trips::METRICS.iter().copied()
}

/// The algorithms that make clusters of trajectories.
pub fn trajectory_algorithms() -> impl Iterator<Item = &'static Card> {
    trips::ALGORITHMS.iter().map(|algorithm| &algorithm.card)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_says_what_it_is_and_where_it_comes_from() {
        let lists: [Vec<&Card>; 11] = [
            treatments().collect(),
            models().collect(),
            metrics().collect(),
            algorithms().collect(),
            local_algorithms().collect(),
            microaggregation_methods().collect(),
            attacks().collect(),
            formats().map(|format| &format.card).collect(),
            trajectory_models().collect(),
            trajectory_metrics().collect(),
            trajectory_algorithms().collect(),
        ];
        for cards in lists {
            assert!(!cards.is_empty());
            for (index, card) in cards.iter().enumerate() {
                assert!(cards[..index].iter().all(|other| other.name != card.name), "{}", card.name);
                assert!(card.summary.len() > 20 && !card.summary.contains('\n'), "{}", card.name);
                // Of what goes on the address is told.
                let is_dated = (1900..2100).any(|year| card.reference.contains(&year.to_string()));
                assert!(is_dated || card.reference.contains("https://"), "{}: {}", card.name, card.reference);
                for parameter in card.parameters {
                    assert!(!parameter.summary.is_empty(), "{}.{}", card.name, parameter.name);
                    let Some(default) = parameter.default.value() else { continue };
                    assert!(parameter.range.contains(default), "{}.{}", card.name, parameter.name);
                }
            }
        }
    }
}

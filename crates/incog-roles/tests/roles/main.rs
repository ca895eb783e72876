//! Tests of the public face: scores on public and made tables, HIPAA's eighteen identifiers,
//! headers, anything at all.
#![allow(clippy::unwrap_used, clippy::print_stderr, missing_docs)]

mod anything;
mod cards;
mod documentation;
mod headers;
mod hipaa;
mod hipaa_names;
mod known_headers;
mod made;
mod misleading_names;
mod people_and_places;
mod score;
mod scores;
mod tables;
mod truth;

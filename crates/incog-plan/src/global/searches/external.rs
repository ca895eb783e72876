//! A search that is another program.

use super::super::evolutionary::Algorithm;
use super::super::external::ProgramSearch;
use super::{Procedure, SearchEntry};
use incog_request::cards;
use std::time::Duration;

pub(super) static EXTERNAL: SearchEntry = SearchEntry {
    card: &cards::external::EXTERNAL,
    default_seconds: None,
    procedure: Procedure::Program(|parameters| {
        Ok(Algorithm::Program(ProgramSearch {
            command: parameters.word("command")?.to_owned(),
            folder: parameters.word("folder")?.to_owned(),
            silence: Duration::from_secs_f64(parameters.number("silence")?),
        }))
    }),
};

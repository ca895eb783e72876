//! The searches that prove.

use super::{Procedure, SearchEntry};
use incog_request::cards;
use incog_search::{anytime, exact};

pub(super) static AUTO: SearchEntry = SearchEntry {
    card: &cards::exact::AUTO,
    default_seconds: Some(60.0),
    procedure: Procedure::Nodes(|evaluator, asked| {
        Ok(anytime::auto(evaluator, asked.seed, asked.parameters.whole("head_start")?))
    }),
};

pub(super) static OPTIMAL: SearchEntry = SearchEntry {
    card: &cards::exact::OPTIMAL,
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, asked| {
        Ok(exact::optimal(evaluator, asked.parameters.whole("undivided_steps")?))
    }),
};

pub(super) static EXHAUSTIVE: SearchEntry = SearchEntry {
    card: &cards::exact::EXHAUSTIVE,
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, _| Ok(exact::exhaustive(evaluator))),
};

pub(super) static HITTING_SET: SearchEntry = SearchEntry {
    card: &cards::exact::HITTING_SET,
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, asked| Ok(exact::hitting_set(evaluator, asked.seed)?)),
};

pub(super) static FLASH: SearchEntry = SearchEntry {
    card: &cards::exact::FLASH,
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, _| Ok(exact::flash(evaluator)?)),
};

pub(super) static OLA: SearchEntry = SearchEntry {
    card: &cards::exact::OLA,
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, _| Ok(exact::ola(evaluator)?)),
};

pub(super) static INCOGNITO: SearchEntry = SearchEntry {
    card: &cards::exact::INCOGNITO,
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, _| Ok(exact::incognito(evaluator)?)),
};

pub(super) static SAMARATI: SearchEntry = SearchEntry {
    card: &cards::exact::SAMARATI,
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, _| Ok(exact::samarati(evaluator)?)),
};

//! What is promised of trajectories.

use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range, Value};

/// The privacy models of trajectories.
pub static MODELS: &[&Card] = &[&K_DELTA_ANONYMITY];

/// Its parameters are the keys of `[privacy]`.
pub(crate) static K_DELTA_ANONYMITY: Card = Card {
    name: "(k, delta)-anonymity",
    audience: CardAudience::Product,
    summary: "trajectories: each is in a cluster of at least k different objects, within delta metres of \
        each other at every instant",
    reference: "Abul, Bonchi, Nanni, Never walk alone: uncertainty for anonymity in moving objects databases (NWA), ICDE 2008, doi:10.1109/ICDE.2008.4497446",
    parameters: &[K, DELTA, CENTERS],
    caveat: None,
};

pub(crate) const K: Parameter = Parameter::new(
    "k",
    "fewest different moving objects in a cluster (trips, with unit = \"trip\")",
    Range::Whole(2, i64::MAX),
    ParameterDefault::Required,
)
.ruled("at least 2");

pub(crate) const DELTA: Parameter = Parameter::new(
    "delta",
    "members of a cluster are within this many metres of each other; 0 makes them equal",
    Range::Number(0.0, f64::INFINITY),
    ParameterDefault::Value(Value::Number(0.0)),
)
.ruled("a number of metres, 0 or more");

pub(crate) const CENTERS: Parameter = Parameter::new(
    "centers",
    "number of data centres that hold the trajectories; clusters never mix them",
    Range::Whole(1, u32::MAX as i64),
    ParameterDefault::Value(Value::Whole(1)),
)
.ruled("at least 1");

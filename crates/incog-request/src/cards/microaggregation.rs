//! The methods of micro-aggregation.

use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range, Value};

/// The card of `mdav`.
pub static MDAV: Card = Card {
    name: "mdav",
    audience: CardAudience::Product,
    summary: "groups of k: the record farthest from the mean with its nearest records, then the record \
        farthest from that one with its nearest",
    reference: "Domingo-Ferrer and Torra, Ordinal, continuous and heterogeneous k-anonymity through microaggregation, Data \
                Mining and Knowledge Discovery 11, 2005, doi:10.1007/s10618-005-0007-5, algorithm 2 (MDAV-generic)",
    parameters: &[],
    caveat: None,
};

/// The card of `v-mdav`.
pub static V_MDAV: Card = Card {
    name: "v-mdav",
    audience: CardAudience::Product,
    summary: "like mdav, one group at a time, which grows to at most 2k - 1 records that are nearer to \
        it than to others",
    reference: "Solanas and Martinez-Balleste, V-MDAV: a multivariate microaggregation with variable group size, COMPSTAT \
                2006",
    parameters: &[Parameter::new(
        "gamma",
        "how many times nearer to the group than to other records a record must be to join; the paper \
         uses 0.2 for scattered and 1.1 for clustered data",
        Range::Number(0.0, f64::INFINITY),
        ParameterDefault::Value(Value::Number(0.2)),
    )],
    caveat: None,
};

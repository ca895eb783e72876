//! The searches that prove.

use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range, Value};

/// Default of `head_start`.
pub const HEAD_START: i64 = 600;

/// Default of `undivided_steps`.
pub const UNDIVIDED_STEPS: i64 = 100;

/// The card of `auto`.
pub static AUTO: Card = Card {
    name: "auto",
    audience: CardAudience::Product,
    summary: "optimal; on large lattices also hitting-set (where it is exact) and a search by mutation \
        and descent, for a good release with a known gap; stops after 60 s by default",
    reference: "incog; the anytime principle: Dean, Boddy, An analysis of time-dependent planning, AAAI 1988",
    parameters: &[Parameter::new(
        "head_start",
        "evaluations of optimal before the other searches take turns with it",
        Range::Whole(1, i64::MAX),
        ParameterDefault::Value(Value::Whole(HEAD_START)),
    )],
    caveat: None,
};

/// The card of `optimal`.
pub static OPTIMAL: Card = Card {
    name: "optimal",
    audience: CardAudience::Product,
    summary: "best-first branch and bound over boxes of the lattice; exact, stops with a proof",
    reference: "Land, Doig, An automatic method of solving discrete programming problems, Econometrica 28(3), 1960, doi:10.2307/1910129, on the lattice of Samarati 2001",
    parameters: &[Parameter::new(
        "undivided_steps",
        "steps of eight boxes before the attributes are divided into parts whose searches raise the bound",
        Range::Whole(1, i64::MAX),
        ParameterDefault::Value(Value::Whole(UNDIVIDED_STEPS)),
    )],
    caveat: None,
};

/// The card of `exhaustive`.
pub static EXHAUSTIVE: Card = Card {
    name: "exhaustive",
    audience: CardAudience::Research,
    summary: "every node of the lattice, one by one; exact",
    reference: "Samarati, Protecting respondents' identities in microdata release, TKDE 13(6), 2001, doi:10.1109/69.971193",
    parameters: &[],
    caveat: None,
};

/// The card of `hitting-set`.
pub static HITTING_SET: Card = Card {
    name: "hitting-set",
    audience: CardAudience::Product,
    summary: "implicit hitting set: the cheapest node that satisfies the constraints learned from \
        invalid nodes; exact for objectives that are sums over records (height, precision, \
        transparency, gen-loss, loss, entropy) where validity is monotonic; also for very large \
        lattices",
    reference: "Moreno-Centeno, Karp, The implicit hitting set approach to solve combinatorial optimization problems, Operations Research 61(2), 2013, doi:10.1287/opre.1120.1139",
    parameters: &[],
    caveat: None,
};

/// The card of `flash`.
pub static FLASH: Card = Card {
    name: "flash",
    audience: CardAudience::Product,
    summary: "depth-first paths with binary search and predictive tagging; exact where validity is \
        monotonic",
    reference: "Kohlmayer, Prasser et al., Flash: efficient, stable and optimal k-anonymity, PASSAT 2012, doi:10.1109/SocialCom-PASSAT.2012.52",
    parameters: &[],
    caveat: None,
};

/// The card of `ola`.
pub static OLA: Card = Card {
    name: "ola",
    audience: CardAudience::Product,
    summary: "all minimal valid nodes by bisection of sublattices; exact where validity is monotonic",
    reference: "El Emam et al., A globally optimal k-anonymity method for the de-identification of health data, JAMIA 16(5), 2009, doi:10.1197/jamia.M3144",
    parameters: &[],
    caveat: None,
};

/// The card of `incognito`.
pub static INCOGNITO: Card = Card {
    name: "incognito",
    audience: CardAudience::Research,
    summary: "lattices of growing sets of attributes, with a-priori pruning; exact where validity is \
        monotonic",
    reference: "LeFevre, DeWitt, Ramakrishnan, Incognito: efficient full-domain k-anonymity, SIGMOD 2005, doi:10.1145/1066157.1066164",
    parameters: &[],
    caveat: None,
};

/// The card of `samarati`.
pub static SAMARATI: Card = Card {
    name: "samarati",
    audience: CardAudience::Research,
    summary: "binary search on the height of the lattice; exact for height where validity is monotonic",
    reference: "Samarati, Protecting respondents' identities in microdata release, TKDE 13(6), 2001, doi:10.1109/69.971193",
    parameters: &[],
    caveat: None,
};

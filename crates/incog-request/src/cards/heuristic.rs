//! The heuristics that look at nodes of the lattice.

use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range, Value};

/// How long a search without a natural end runs: by default, as long as those compared in KGEN,
/// table 7.
const EVALUATIONS: Parameter = Parameter::new(
    "evaluations",
    "most nodes to evaluate",
    Range::Whole(1, i64::MAX),
    ParameterDefault::Value(Value::Whole(5000)),
);

/// The card of `datafly`.
pub static DATAFLY: Card = Card {
    name: "datafly",
    audience: CardAudience::Research,
    summary: "generalizes the attribute with the most distinct values until the release is valid; a heuristic",
    reference: "Sweeney, Guaranteeing anonymity when sharing medical data, the Datafly system, AMIA 1997",
    parameters: &[],
    caveat: None,
};

/// The card of `top-down`.
pub static TOP_DOWN: Card = Card {
    name: "top-down",
    audience: CardAudience::Product,
    summary: "greedy best-first walk down from full generalization, with a limit; a heuristic",
    reference: "Prasser, Bild et al., Lightning: utility-driven anonymization of high-dimensional data, Transactions on Data Privacy 9(2), 2016",
    parameters: &[EVALUATIONS],
    caveat: None,
};

/// The card of `bottom-up`.
pub static BOTTOM_UP: Card = Card {
    name: "bottom-up",
    audience: CardAudience::Product,
    summary: "greedy best-first walk up from the original data, with a limit; a heuristic",
    reference: "Prasser, Bild et al., Lightning: utility-driven anonymization of high-dimensional data, Transactions on Data Privacy 9(2), 2016",
    parameters: &[EVALUATIONS],
    caveat: None,
};

/// The card of `kgen`.
pub static KGEN: Card = Card {
    name: "kgen",
    audience: CardAudience::Research,
    summary: "genetic algorithm on lattice nodes, crossing by minimum and maximum node; a heuristic",
    reference: "De Pascale, Cascavilla, Tamburri, van den Heuvel, Real-world K-Anonymity Applications: the KGEN approach and its evaluation in Fraudulent Transactions, 2022",
    parameters: &[
        Parameter::new(
            "preset",
            "paper: survivors are drawn, and every candidate counts; or: the best survive, and a node \
             counts once",
            Range::Words(&["paper", "user"]),
            ParameterDefault::Value(Value::word("user")),
        ),
        Parameter::new(
            "survivors",
            "selection: the best of parents and children, or a random draw from both; default by preset",
            Range::Words(&["best", "drawn"]),
            ParameterDefault::Nothing,
        ),
        Parameter::new(
            "population",
            "individuals",
            Range::Whole(2, 1_000_000),
            ParameterDefault::Value(Value::Whole(100)),
        ),
        EVALUATIONS,
        Parameter::new(
            "crossover",
            "probability that a pair is crossed",
            Range::Number(0.0, 1.0),
            ParameterDefault::Value(Value::Number(0.9)),
        ),
        Parameter::new(
            "mutation",
            "probability that a child moves by one level",
            Range::Number(0.0, 1.0),
            ParameterDefault::Value(Value::Number(0.2)),
        ),
        Parameter::new(
            "horizontal_mutation",
            "probability that a child alternately raises and lowers half of its levels",
            Range::Number(0.0, 1.0),
            ParameterDefault::Value(Value::Number(0.4)),
        ),
        Parameter::new(
            "half",
            "how half of an odd number of levels is rounded: 3 or 2 of 5, the paper's example; a reading",
            Range::Words(&["up", "down"]),
            ParameterDefault::Value(Value::word("up")),
        ),
        Parameter::new(
            "weight",
            "what selection is proportional to: a low level of generalization, or a high one as eq. 3 prints it; a reading",
            Range::Words(&["low-loss", "as-printed"]),
            ParameterDefault::Value(Value::word("low-loss")),
        ),
    ],
    caveat: None,
};

/// The card of `random`.
pub static RANDOM: Card = Card {
    name: "random",
    audience: CardAudience::Research,
    summary: "random nodes, a baseline for other searches; a heuristic",
    reference: "De Pascale, Cascavilla, Tamburri, van den Heuvel, Real-world K-Anonymity Applications: the KGEN approach and its evaluation in Fraudulent Transactions, 2022, table 7",
    parameters: &[EVALUATIONS],
    caveat: None,
};

/// The card of `cpgen`.
pub static CPGEN: Card = Card {
    name: "cpgen",
    audience: CardAudience::Product,
    summary: "CPGEN: roulette, one-point crossover, one gene or several mutated; meant for c-mixture and the objective cpgen",
    reference: "Kulkarni, Senthil Murugan, C-mixture and multi-constraints based genetic algorithm (CPGEN), JKSU-CIS, 2016, section 4.1",
    parameters: &[
        Parameter::new(
            "preset",
            "a population of 4 as in the paper, whose mutations flip one gene, or of 20, with several",
            Range::Words(&["paper", "user"]),
            ParameterDefault::Value(Value::word("user")),
        ),
        Parameter::new(
            "population",
            "individuals; default by preset",
            Range::Whole(2, 1_000_000),
            ParameterDefault::Nothing,
        ),
        Parameter::new(
            "flipped",
            "genes that a mutation changes; default by preset",
            Range::Words(&["one", "several"]),
            ParameterDefault::Nothing,
        ),
        Parameter::new(
            "iterations",
            "times that four new chromosomes are made",
            Range::Whole(1, i64::MAX),
            ParameterDefault::Value(Value::Whole(500)),
        ),
    ],
    caveat: None,
};

/// The card of `provider-aware`.
pub static PROVIDER_AWARE: Card = Card {
    name: "provider-aware",
    audience: CardAudience::Product,
    summary: "specializes the combined table top-down as long as the models hold, including m-privacy; \
        a heuristic",
    reference: "Goryczka, Xiong, Fung, m-privacy for collaborative data publishing, TKDE 26(10), 2014, doi:10.1109/TKDE.2013.18",
    parameters: &[],
    caveat: None,
};

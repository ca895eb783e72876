//! The utility metrics.

use crate::limits::WEIGHTS;
use incog_card::{Card, Parameter, Range, Unsaid, Value};

const SUPPRESSED: Parameter = Parameter::new(
    "suppressed",
    "whether a suppressed record counts as fully generalized (lost) or not at all (ignored)",
    Range::Words(&["ignored", "lost"]),
    Unsaid::Is(Value::word("ignored")),
);

const HIDDEN: Parameter = Parameter::new(
    "suppressed",
    "whether suppressed records are hidden among each other as in ARX, or count as fully generalized (lost)",
    Range::Words(&["hidden", "lost"]),
    Unsaid::Is(Value::word("hidden")),
);

const OVER: Parameter = Parameter::new(
    "over",
    "sum over records as ARX does, or over distinct tuples as published",
    Range::Words(&["records", "tuples"]),
    Unsaid::Is(Value::word("records")),
);

/// All metrics that can be the objective of a search.
pub const METRICS: &[Card] = &[
    Card {
        name: "transparency",
        summary: "transparency degree TD: sum of 1/|v_g| over kept records and quasi-identifiers; more is better",
        reference: "You et al., Hierarchical adaptive evolution framework for privacy-preserving data publishing (HAEF), World Wide Web 27(4), 2024, eq. 5, doi:10.1007/s11280-024-01286-z",
        parameters: &[],
        caveat: None,
    },
    Card {
        name: "precision",
        summary: "Prec loss: mean of level over top of the hierarchy, over quasi-identifiers",
        reference: "Sweeney, Achieving k-anonymity privacy protection using generalization and suppression, IJUFKS 10(5), 2002, doi:10.1142/S021848850200165X",
        parameters: &[SUPPRESSED],
        caveat: None,
    },
    Card {
        name: "gen-loss",
        summary: "GenLoss: mean share of the domain a released value stands for",
        reference: "Kulkarni, Senthil Murugan, C-mixture and multi-constraints based genetic algorithm (CPGEN), JKSU-CIS, 2016, eq. 5",
        parameters: &[],
        caveat: None,
    },
    Card {
        name: "loss",
        summary: "Loss as ARX computes it: geometric mean over attributes, suppressed records count 1",
        reference: "Iyengar, Transforming data to satisfy privacy constraints, KDD 2002, doi:10.1145/775047.775089",
        parameters: &[],
        caveat: None,
    },
    Card {
        name: "cpgen",
        summary: "alpha GenLoss + beta C_AVG",
        reference: "Kulkarni, Senthil Murugan, C-mixture and multi-constraints based genetic algorithm (CPGEN), JKSU-CIS, 2016, eq. 4-6",
        parameters: &[
            Parameter::new(
                "alpha",
                "weight of GenLoss",
                Range::Number(0.0, *WEIGHTS.end()),
                Unsaid::Is(Value::Number(0.6)),
            ),
            Parameter::new(
                "beta",
                "weight of C_AVG",
                Range::Number(0.0, *WEIGHTS.end()),
                Unsaid::Is(Value::Number(0.4)),
            ),
        ],
        caveat: None,
    },
    Card {
        name: "c-avg",
        summary: "normalized average class size C_AVG: records / (classes k)",
        reference: "LeFevre, DeWitt, Ramakrishnan, Mondrian multidimensional k-anonymity, ICDE 2006, doi:10.1109/ICDE.2006.101",
        parameters: &[],
        caveat: None,
    },
    Card {
        name: "class-size",
        summary: "average size of a class, all suppressed records together being one",
        reference: "LeFevre, DeWitt, Ramakrishnan, Mondrian multidimensional k-anonymity, ICDE 2006, doi:10.1109/ICDE.2006.101",
        parameters: &[],
        caveat: None,
    },
    Card {
        name: "discernibility",
        summary: "discernibility: sum of squared class sizes, each suppressed record counts the whole table",
        reference: "Bayardo, Agrawal, Data privacy through optimal k-anonymization, ICDE 2005, doi:10.1109/ICDE.2005.42",
        parameters: &[],
        caveat: None,
    },
    Card {
        name: "entropy",
        summary: "non-uniform entropy: information lost about the original values given the released ones",
        reference: "Gionis, Tassa, k-anonymization with minimal loss of information, TKDE 21(2), 2009, doi:10.1109/TKDE.2008.129",
        parameters: &[HIDDEN],
        caveat: None,
    },
    Card {
        name: "ambiguity",
        summary: "ambiguity: number of original tuples a released record may stand for",
        reference: "Goldberger, Tassa, Efficient anonymizations with enhanced utility, TDP 3(2), 2010",
        parameters: &[],
        caveat: None,
    },
    Card {
        name: "kl-divergence",
        summary: "Kullback-Leibler divergence between the original and the released distribution of tuples",
        reference: "Machanavajjhala, Kifer, Gehrke, Venkitasubramaniam, l-diversity, TKDD 1(1), 2007, doi:10.1145/1217299.1217302",
        parameters: &[OVER],
        caveat: None,
    },
    Card {
        name: "height",
        summary: "height of the node: sum of the levels of all quasi-identifiers",
        reference: "Samarati, Protecting respondents' identities in microdata release, TKDE 13(6), 2001, doi:10.1109/69.971193",
        parameters: &[],
        caveat: None,
    },
];

//! The search algorithms.

use super::evolutionary;
use incog_card::{Card, Parameter, Range, Unsaid, Value};

const EVALUATIONS: Parameter = Parameter::new(
    "evaluations",
    "nodes evaluated at the most",
    Range::Whole(1, i64::MAX),
    Unsaid::Is(Value::Whole(5000)),
);

const CPGEN: Card = Card {
    name: "cpgen",
    summary: "CPGEN: roulette, one-point crossover, one gene mutated; meant for c-mixture and the objective cpgen",
    reference: "Kulkarni, Senthil Murugan, C-mixture and multi-constraints based genetic algorithm (CPGEN), JKSU-CIS, 2016, section 4.1",
    parameters: &[
        Parameter::new(
            "preset",
            "a population of 4 as in the paper, or of 20",
            Range::Words(&["paper", "user"]),
            Unsaid::Is(Value::word("user")),
        ),
        Parameter::new(
            "population",
            "individuals; as the preset says when not given",
            Range::Whole(2, 1_000_000),
            Unsaid::Nothing,
        ),
        Parameter::new(
            "iterations",
            "times that four new chromosomes are made",
            Range::Whole(1, i64::MAX),
            Unsaid::Is(Value::Whole(500)),
        ),
    ],
    caveat: None,
};

/// All algorithms that can look for a release.
pub const ALGORITHMS: &[Card] = &[
    Card {
        name: "auto",
        summary: "optimal, and where its proof is out of reach a search by mutation and descent beside it; a good release with a known gap, after 60 s when no limit is given",
        reference: "incog; the anytime principle: Dean, Boddy, An analysis of time-dependent planning, AAAI 1988",
        parameters: &[],
        caveat: None,
    },
    Card {
        name: "optimal",
        summary: "best-first branch and bound over boxes of the lattice; exact, stops with a proof",
        reference: "Land, Doig, An automatic method of solving discrete programming problems, Econometrica 28(3), 1960, doi:10.2307/1910129, on the lattice of Samarati 2001",
        parameters: &[Parameter::new(
            "undivided_steps",
            "steps of eight boxes before the attributes are divided into parts whose searches raise the bound",
            Range::Whole(1, i64::MAX),
            Unsaid::Is(Value::Whole(100)),
        )],
        caveat: None,
    },
    Card {
        name: "exhaustive",
        summary: "every node of the lattice, one by one; exact, the oracle of all others",
        reference: "Samarati, Protecting respondents' identities in microdata release, TKDE 13(6), 2001, doi:10.1109/69.971193",
        parameters: &[],
        caveat: None,
    },
    Card {
        name: "flash",
        summary: "depth-first paths with binary search and predictive tagging; exact where allowed nodes rise",
        reference: "Kohlmayer, Prasser et al., Flash: efficient, stable and optimal k-anonymity, PASSAT 2012, doi:10.1109/SocialCom-PASSAT.2012.52",
        parameters: &[],
        caveat: None,
    },
    Card {
        name: "ola",
        summary: "all minimal allowed nodes by bisection of sublattices; exact where allowed nodes rise",
        reference: "El Emam et al., A globally optimal k-anonymity method for the de-identification of health data, JAMIA 16(5), 2009, doi:10.1197/jamia.M3144",
        parameters: &[],
        caveat: None,
    },
    Card {
        name: "incognito",
        summary: "lattices of ever larger sets of attributes, pruned a priori; exact where allowed nodes rise",
        reference: "LeFevre, DeWitt, Ramakrishnan, Incognito: efficient full-domain k-anonymity, SIGMOD 2005, doi:10.1145/1066157.1066164",
        parameters: &[],
        caveat: None,
    },
    Card {
        name: "samarati",
        summary: "binary search on the height of the lattice; exact for height where allowed nodes rise",
        reference: "Samarati, Protecting respondents' identities in microdata release, TKDE 13(6), 2001, doi:10.1109/69.971193",
        parameters: &[],
        caveat: None,
    },
    Card {
        name: "datafly",
        summary: "generalizes the attribute with most distinct values until the release is allowed; a heuristic",
        reference: "Sweeney, Guaranteeing anonymity when sharing medical data, the Datafly system, AMIA 1997",
        parameters: &[],
        caveat: None,
    },
    Card {
        name: "top-down",
        summary: "greedy best-first walk down from full generalization, with a limit; a heuristic",
        reference: "Prasser, Bild et al., Lightning: utility-driven anonymization of high-dimensional data, Transactions on Data Privacy 9(2), 2016",
        parameters: &[EVALUATIONS],
        caveat: None,
    },
    Card {
        name: "bottom-up",
        summary: "greedy best-first walk up from the original data, with a limit; a heuristic",
        reference: "Prasser, Bild et al., Lightning: utility-driven anonymization of high-dimensional data, Transactions on Data Privacy 9(2), 2016",
        parameters: &[EVALUATIONS],
        caveat: None,
    },
    Card {
        name: "kgen",
        summary: "genetic algorithm on lattice nodes, crossing by minimum and maximum node; a heuristic",
        reference: "De Pascale, Cascavilla, Tamburri, van den Heuvel, Real-world K-Anonymity Applications: the KGEN approach and its evaluation in Fraudulent Transactions, 2022",
        parameters: &[
            Parameter::new(
                "population",
                "individuals",
                Range::Whole(2, 1_000_000),
                Unsaid::Is(Value::Whole(100)),
            ),
            EVALUATIONS,
            Parameter::new(
                "crossover",
                "probability that a pair is crossed",
                Range::Number(0.0, 1.0),
                Unsaid::Is(Value::Number(0.9)),
            ),
            Parameter::new(
                "mutation",
                "probability that a child moves by one level",
                Range::Number(0.0, 1.0),
                Unsaid::Is(Value::Number(0.2)),
            ),
            Parameter::new(
                "horizontal_mutation",
                "probability that a child alternately raises and lowers half of its levels",
                Range::Number(0.0, 1.0),
                Unsaid::Is(Value::Number(0.4)),
            ),
        ],
        caveat: None,
    },
    Card {
        name: "random",
        summary: "nodes drawn at random, what every other search has to beat; a heuristic",
        reference: "De Pascale, Cascavilla, Tamburri, van den Heuvel, Real-world K-Anonymity Applications: the KGEN approach and its evaluation in Fraudulent Transactions, 2022, table 7",
        parameters: &[EVALUATIONS],
        caveat: None,
    },
    CPGEN,
    Card {
        name: "provider-aware",
        summary: "specializes the pooled table top-down as long as the models, m-privacy too, hold; a heuristic",
        reference: "Goryczka, Xiong, Fung, m-privacy for collaborative data publishing, TKDE 26(10), 2014, doi:10.1109/TKDE.2013.18",
        parameters: &[],
        caveat: None,
    },
    evolutionary::HAEF,
    evolutionary::HAEF_WITHOUT_PRIORITY,
    evolutionary::HAEF_WITHOUT_GA_DE_ADAPTATION,
    evolutionary::HAEF_WITHOUT_DES_ADAPTATION,
    evolutionary::TLEF,
    evolutionary::DFS,
    evolutionary::ID_DGA,
    evolutionary::ID_DGA_WITHOUT_FRAMEWORK,
    evolutionary::ID_DGA_WITHOUT_MUTATION,
    evolutionary::ID_DGA_WITHOUT_IMPROVEMENT,
    evolutionary::ID_GA,
    evolutionary::GA,
    evolutionary::DE,
];

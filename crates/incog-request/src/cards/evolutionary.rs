//! The evolutionary searches: those of HAEF's paper, then those of ID-DGA's.

use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Range, Value};

/// The most individuals of a population.
pub const MOST_INDIVIDUALS: i64 = 1_000_000;

const PRESET: Parameter = Parameter::new(
    "preset",
    "the setting of the paper, or the one for users, with exact suppression",
    Range::Words(&["paper", "user"]),
    ParameterDefault::Value(Value::word("paper")),
);

pub(super) const OPTIMAL_SUPPRESSION: Parameter = Parameter::new(
    "optimal_suppression",
    "whether suppression is computed exactly instead of searched; default by preset",
    Range::Switch,
    ParameterDefault::Nothing,
);

const fn budget(default: f64) -> Parameter {
    Parameter::new(
        "budget",
        "evaluations as a multiple of records times quasi-identifiers",
        Range::Number(0.001, 1e9),
        ParameterDefault::Value(Value::Number(default)),
    )
}

const fn population(least: i64, default: i64) -> Parameter {
    Parameter::new(
        "population",
        "individuals",
        Range::Whole(least, MOST_INDIVIDUALS),
        ParameterDefault::Value(Value::Whole(default)),
    )
}

/// A parameter from 0 to 1.
const fn share(name: &'static str, summary: &'static str, default: f64) -> Parameter {
    Parameter::new(name, summary, Range::Number(0.0, 1.0), ParameterDefault::Value(Value::Number(default)))
}

const BUDGET_10: Parameter = budget(10.0);
const BUDGET_1: Parameter = budget(1.0);
const POPULATION_30: Parameter = population(6, 30);
const POPULATION_40: Parameter = population(2, 40);
const DE_POPULATION_40: Parameter = population(6, 40);
const GA_CROSSOVER: Parameter = share("ga_crossover", "share of genes taken from the mother", 0.5);
const GA_MUTATION: Parameter = share("ga_mutation", "probability that a gene is redrawn", 0.2);
const DE_CROSSOVER: Parameter = share("de_crossover", "share of genes taken from the mutant", 0.3);
const MUTATION: Parameter = share("mutation", "rate of mutation", 0.1);
const CROSSOVER: Parameter = share("crossover", "share of genes taken from the mother", 0.5);

const HAEF_VARIANTS: &str = "You et al., Hierarchical adaptive evolution framework for privacy-preserving data publishing, World Wide Web 27, 2024, doi:10.1007/s11280-024-01286-z, section 6.2";

const ID_DGA_VARIANTS: &str = "Ge et al., Information-driven distributed genetic algorithm for privacy-preserving data publishing, World Wide Web 27, 2024, section 6.2";

const PAIRING: Parameter = Parameter::new(
    "pairing",
    "pairs of parents in a generation: disjoint random ones, each member with a random mate, or all; a reading of the papers",
    Range::Words(&["disjoint", "each", "all"]),
    ParameterDefault::Value(Value::word("disjoint")),
);

const FACTOR: Parameter = Parameter::new(
    "factor",
    "F, by which differences are scaled",
    Range::Above(0.0, 2.0),
    ParameterDefault::Value(Value::Number(1.3)),
);

const UPDATE_INTERVAL: Parameter = Parameter::new(
    "update_interval",
    "generations between two adaptations",
    Range::Whole(1, 1_000_000),
    ParameterDefault::Value(Value::Whole(10)),
);

const ISLANDS: Parameter = Parameter::new(
    "islands",
    "populations on the ring",
    Range::Whole(1, 10_000),
    ParameterDefault::Value(Value::Whole(4)),
);

const MIGRATION_INTERVAL: Parameter = Parameter::new(
    "migration_interval",
    "generations between two migrations",
    Range::Whole(1, 1_000_000),
    ParameterDefault::Value(Value::Whole(5)),
);

const HAEF_PARAMETERS: &[Parameter] = &[
    PRESET,
    OPTIMAL_SUPPRESSION,
    BUDGET_10,
    POPULATION_30,
    GA_CROSSOVER,
    GA_MUTATION,
    PAIRING,
    FACTOR,
    DE_CROSSOVER,
    UPDATE_INTERVAL,
];

const TLEF_PARAMETERS: &[Parameter] = &[
    PRESET,
    OPTIMAL_SUPPRESSION,
    BUDGET_10,
    POPULATION_30,
    GA_CROSSOVER,
    GA_MUTATION,
    PAIRING,
    FACTOR,
    DE_CROSSOVER,
];

const DFS_PARAMETERS: &[Parameter] = &[PRESET, OPTIMAL_SUPPRESSION, BUDGET_10];

const ID_DGA_PARAMETERS: &[Parameter] =
    &[PRESET, OPTIMAL_SUPPRESSION, BUDGET_1, ISLANDS, POPULATION_40, MUTATION, PAIRING, MIGRATION_INTERVAL];

const ID_GA_PARAMETERS: &[Parameter] =
    &[PRESET, OPTIMAL_SUPPRESSION, BUDGET_1, POPULATION_40, MUTATION, PAIRING, MIGRATION_INTERVAL];

const GA_PARAMETERS: &[Parameter] =
    &[PRESET, OPTIMAL_SUPPRESSION, BUDGET_1, POPULATION_40, CROSSOVER, MUTATION, PAIRING];

const DE_PARAMETERS: &[Parameter] =
    &[PRESET, OPTIMAL_SUPPRESSION, BUDGET_1, DE_POPULATION_40, FACTOR, DE_CROSSOVER];

/// The card of `haef`.
pub static HAEF: Card = Card {
    name: "haef",
    audience: CardAudience::Product,
    summary: "HAEF: a genetic algorithm and six strategies of differential evolution, chosen by their \
        success",
    reference: "You et al., Hierarchical adaptive evolution framework for privacy-preserving data publishing, World Wide Web 27, 2024, doi:10.1007/s11280-024-01286-z",
    parameters: HAEF_PARAMETERS,
    caveat: None,
};

/// The card of `haef-without-priority`.
pub static HAEF_WITHOUT_PRIORITY: Card = Card {
    name: "haef-without-priority",
    audience: CardAudience::Research,
    summary: "HAEF without the priority of the genetic algorithm and of random strategies early on",
    reference: HAEF_VARIANTS,
    parameters: HAEF_PARAMETERS,
    caveat: None,
};

/// The card of `haef-without-ga-de-adaptation`.
pub static HAEF_WITHOUT_GA_DE_ADAPTATION: Card = Card {
    name: "haef-without-ga-de-adaptation",
    audience: CardAudience::Research,
    summary: "HAEF with differential evolution only",
    reference: HAEF_VARIANTS,
    parameters: HAEF_PARAMETERS,
    caveat: None,
};

/// The card of `haef-without-des-adaptation`.
pub static HAEF_WITHOUT_DES_ADAPTATION: Card = Card {
    name: "haef-without-des-adaptation",
    audience: CardAudience::Research,
    summary: "HAEF with DE/best/1 as the only strategy of differential evolution",
    reference: HAEF_VARIANTS,
    parameters: HAEF_PARAMETERS,
    caveat: None,
};

/// The card of `tlef`.
pub static TLEF: Card = Card {
    name: "tlef",
    audience: CardAudience::Research,
    summary: "TLEF: genetic algorithm and differential evolution in turn",
    reference: "You et al., TLEF, as described in HAEF, 2024, section 6.1, doi:10.1007/s11280-024-01286-z",
    parameters: TLEF_PARAMETERS,
    caveat: None,
};

/// The card of `dfs`.
pub static DFS: Card = Card {
    name: "dfs",
    audience: CardAudience::Research,
    summary: "depth-first traversal of the lattice within a budget; generalizes only, unless \
        suppression is exact",
    reference: "the baseline of HAEF, 2024, section 6.1, doi:10.1007/s11280-024-01286-z",
    parameters: DFS_PARAMETERS,
    caveat: None,
};

/// The card of `dfs-suppress`.
pub static DFS_SUPPRESS: Card = Card {
    name: "dfs-suppress",
    audience: CardAudience::Research,
    summary: "depth-first traversal of the lattice within a budget; suppresses classes that are not \
        protected",
    reference: "incog 2026; a stronger rival of HAEF than the one of its section 6.1, which generalizes only",
    parameters: DFS_PARAMETERS,
    caveat: None,
};

/// The card of `id-dga`.
pub static ID_DGA: Card = Card {
    name: "id-dga",
    audience: CardAudience::Product,
    summary: "ID-DGA: information-driven genetic algorithm on a ring of islands",
    reference: "Ge et al., Information-driven distributed genetic algorithm for privacy-preserving data publishing, World Wide Web 27, 2024",
    parameters: ID_DGA_PARAMETERS,
    caveat: None,
};

/// The card of `id-dga-without-framework`.
pub static ID_DGA_WITHOUT_FRAMEWORK: Card = Card {
    name: "id-dga-without-framework",
    audience: CardAudience::Research,
    summary: "ID-DGA on a single island; the same search as id-ga",
    reference: ID_DGA_VARIANTS,
    parameters: ID_GA_PARAMETERS,
    caveat: None,
};

/// The card of `id-dga-without-mutation`.
pub static ID_DGA_WITHOUT_MUTATION: Card = Card {
    name: "id-dga-without-mutation",
    audience: CardAudience::Research,
    summary: "ID-DGA with the plain mutation of a genetic algorithm",
    reference: ID_DGA_VARIANTS,
    parameters: ID_DGA_PARAMETERS,
    caveat: None,
};

/// The card of `id-dga-without-improvement`.
pub static ID_DGA_WITHOUT_IMPROVEMENT: Card = Card {
    name: "id-dga-without-improvement",
    audience: CardAudience::Research,
    summary: "ID-DGA without the repair of invalid candidates",
    reference: ID_DGA_VARIANTS,
    parameters: ID_DGA_PARAMETERS,
    caveat: None,
};

/// The card of `id-ga`.
pub static ID_GA: Card = Card {
    name: "id-ga",
    audience: CardAudience::Research,
    summary: "ID-GA: information-driven genetic algorithm with one population; the same search as id-dga-without-framework",
    reference: "Ge et al., Information-driven genetic algorithm, as described in ID-DGA, 2024, section 6.1",
    parameters: ID_GA_PARAMETERS,
    caveat: None,
};

/// The card of `ga`.
pub static GA: Card = Card {
    name: "ga",
    audience: CardAudience::Research,
    summary: "plain genetic algorithm: uniform crossover, and mutation of each gene with a fixed \
        probability",
    reference: "the baseline of ID-DGA, 2024, section 6.1",
    parameters: GA_PARAMETERS,
    caveat: None,
};

/// The card of `de`.
pub static DE: Card = Card {
    name: "de",
    audience: CardAudience::Research,
    summary: "plain differential evolution: DE/rand/1 with binomial crossover",
    reference: "Storn, Price, Differential evolution, Journal of Global Optimization 11, 1997, doi:10.1023/A:1008202821328; the baseline of ID-DGA",
    parameters: DE_PARAMETERS,
    caveat: None,
};

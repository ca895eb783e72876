//! The heuristics that look at nodes of the lattice.

use super::{Procedure, SearchEntry};
use incog_card::{Card, CardAudience, Parameter, ParameterDefault, Parameters, Range, Refusal, Value};
use incog_search::evolutionary::{Cpgen, FlippedGenes};
use incog_search::heuristic::{self, Counted, Survivors};

/// How long a search without a natural end runs: by default, as long as those compared in KGEN,
/// table 7.
const EVALUATIONS: Parameter = Parameter::new(
    "evaluations",
    "most nodes to evaluate",
    Range::Whole(1, i64::MAX),
    ParameterDefault::Value(Value::Whole(5000)),
);

pub(super) static DATAFLY: SearchEntry = SearchEntry {
    card: Card {
        name: "datafly",
        audience: CardAudience::Research,
        summary: "generalizes the attribute with the most distinct values until the release is valid; a heuristic",
        reference: "Sweeney, Guaranteeing anonymity when sharing medical data, the Datafly system, AMIA 1997",
        parameters: &[],
        caveat: None,
    },
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, _| Ok(heuristic::datafly(evaluator))),
};

pub(super) static TOP_DOWN: SearchEntry = SearchEntry {
    card: Card {
        name: "top-down",
        audience: CardAudience::Product,
        summary: "greedy best-first walk down from full generalization, with a limit; a heuristic",
        reference: "Prasser, Bild et al., Lightning: utility-driven anonymization of high-dimensional data, Transactions on Data Privacy 9(2), 2016",
        parameters: &[EVALUATIONS],
        caveat: None,
    },
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, asked| {
        Ok(heuristic::top_down(evaluator, asked.parameters.whole("evaluations")?))
    }),
};

pub(super) static BOTTOM_UP: SearchEntry = SearchEntry {
    card: Card {
        name: "bottom-up",
        audience: CardAudience::Product,
        summary: "greedy best-first walk up from the original data, with a limit; a heuristic",
        reference: "Prasser, Bild et al., Lightning: utility-driven anonymization of high-dimensional data, Transactions on Data Privacy 9(2), 2016",
        parameters: &[EVALUATIONS],
        caveat: None,
    },
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, asked| {
        Ok(heuristic::bottom_up(evaluator, asked.parameters.whole("evaluations")?))
    }),
};

pub(super) static KGEN: SearchEntry = SearchEntry {
    card: Card {
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
        ],
        caveat: None,
    },
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, asked| {
        Ok(heuristic::kgen(evaluator, &kgen(asked.parameters)?, asked.seed))
    }),
};

pub(super) static RANDOM: SearchEntry = SearchEntry {
    card: Card {
        name: "random",
        audience: CardAudience::Research,
        summary: "random nodes, a baseline for other searches; a heuristic",
        reference: "De Pascale, Cascavilla, Tamburri, van den Heuvel, Real-world K-Anonymity Applications: the KGEN approach and its evaluation in Fraudulent Transactions, 2022, table 7",
        parameters: &[EVALUATIONS],
        caveat: None,
    },
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, asked| {
        Ok(heuristic::random(evaluator, asked.parameters.whole("evaluations")?, asked.seed))
    }),
};

pub(super) static CPGEN: SearchEntry = SearchEntry {
    card: Card {
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
    },
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, asked| Ok(cpgen(asked.parameters)?.run(evaluator, asked.seed))),
};

pub(super) static PROVIDER_AWARE: SearchEntry = SearchEntry {
    card: Card {
        name: "provider-aware",
        audience: CardAudience::Product,
        summary: "specializes the combined table top-down as long as the models hold, including m-privacy; \
            a heuristic",
        reference: "Goryczka, Xiong, Fung, m-privacy for collaborative data publishing, TKDE 26(10), 2014, doi:10.1109/TKDE.2013.18",
        parameters: &[],
        caveat: None,
    },
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, _| Ok(heuristic::provider_aware(evaluator))),
};

fn kgen(parameters: &Parameters) -> Result<heuristic::Kgen, Refusal> {
    let presets =
        [("paper", (Survivors::Drawn, Counted::Candidates)), ("user", (Survivors::Best, Counted::Nodes))];
    let (survivors, counted) = parameters.choice("preset", &presets)?;
    let survivors = match parameters.is_said("survivors") {
        true => parameters.choice("survivors", &[("best", Survivors::Best), ("drawn", Survivors::Drawn)])?,
        false => survivors,
    };
    Ok(heuristic::Kgen {
        survivors,
        counted,
        population: parameters.whole("population")? as usize,
        evaluations: parameters.whole("evaluations")?,
        crossover: parameters.number("crossover")?,
        mutation: parameters.number("mutation")?,
        horizontal_mutation: parameters.number("horizontal_mutation")?,
    })
}

fn cpgen(parameters: &Parameters) -> Result<Cpgen, Refusal> {
    let presets = [("paper", (4, FlippedGenes::One)), ("user", (20, FlippedGenes::Several))];
    let (population, flipped) = parameters.choice("preset", &presets)?;
    let population = match parameters.is_said("population") {
        true => parameters.whole("population")? as usize,
        false => population,
    };
    let flipped = match parameters.is_said("flipped") {
        true => {
            parameters.choice("flipped", &[("one", FlippedGenes::One), ("several", FlippedGenes::Several)])?
        }
        false => flipped,
    };
    Ok(Cpgen { population, flipped, iterations: parameters.whole("iterations")? })
}

//! The heuristics that look at nodes of the lattice.

use super::{Procedure, SearchEntry};
use incog_card::{Parameters, Refusal};
use incog_request::cards;
use incog_search::evolutionary::{Cpgen, FlippedGenes};
use incog_search::heuristic::{self, Counted, Half, SelectionWeight, Survivors};

pub(super) static DATAFLY: SearchEntry = SearchEntry {
    card: &cards::heuristic::DATAFLY,
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, _| Ok(heuristic::datafly(evaluator))),
};

pub(super) static TOP_DOWN: SearchEntry = SearchEntry {
    card: &cards::heuristic::TOP_DOWN,
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, asked| {
        Ok(heuristic::top_down(evaluator, asked.parameters.whole("evaluations")?))
    }),
};

pub(super) static BOTTOM_UP: SearchEntry = SearchEntry {
    card: &cards::heuristic::BOTTOM_UP,
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, asked| {
        Ok(heuristic::bottom_up(evaluator, asked.parameters.whole("evaluations")?))
    }),
};

pub(super) static KGEN: SearchEntry = SearchEntry {
    card: &cards::heuristic::KGEN,
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, asked| {
        Ok(heuristic::kgen(evaluator, &kgen(asked.parameters)?, asked.seed))
    }),
};

pub(super) static RANDOM: SearchEntry = SearchEntry {
    card: &cards::heuristic::RANDOM,
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, asked| {
        Ok(heuristic::random(evaluator, asked.parameters.whole("evaluations")?, asked.seed))
    }),
};

pub(super) static CPGEN: SearchEntry = SearchEntry {
    card: &cards::heuristic::CPGEN,
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, asked| Ok(cpgen(asked.parameters)?.run(evaluator, asked.seed))),
};

pub(super) static PROVIDER_AWARE: SearchEntry = SearchEntry {
    card: &cards::heuristic::PROVIDER_AWARE,
    default_seconds: None,
    procedure: Procedure::Nodes(|evaluator, _| Ok(heuristic::provider_aware(evaluator))),
};

fn kgen(parameters: &Parameters) -> Result<heuristic::Kgen, Refusal> {
    let presets =
        [("paper", (Survivors::Drawn, Counted::Candidates)), ("user", (Survivors::Best, Counted::Nodes))];
    let (survivors, counted) = parameters.choice("preset", &presets)?;
    let weights = [("low-loss", SelectionWeight::LowLoss), ("as-printed", SelectionWeight::AsPrinted)];
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
        half: parameters.choice("half", &[("up", Half::Up), ("down", Half::Down)])?,
        weight: parameters.choice("weight", &weights)?,
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

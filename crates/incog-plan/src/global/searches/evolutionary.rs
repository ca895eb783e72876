//! The evolutionary searches: those of HAEF's paper, then those of ID-DGA's.

use super::super::evolutionary::Algorithm;
use super::{Procedure, SearchEntry};
use incog_card::{Parameters, Range, Refusal};
use incog_request::cards;
use incog_search::Pairing;
use incog_search::evolutionary::{
    Breeding, Crossover, De, DfsSuppression, Differential, Ga, Haef, HaefAblation, IdDga, IdDgaAblation,
    Mutation, Strategy, Tlef,
};

pub(super) static HAEF: SearchEntry = SearchEntry {
    card: &cards::evolutionary::HAEF,
    default_seconds: None,
    procedure: Procedure::Genomes(|parameters| haef(parameters, HaefAblation::Nothing)),
};

pub(super) static HAEF_WITHOUT_PRIORITY: SearchEntry = SearchEntry {
    card: &cards::evolutionary::HAEF_WITHOUT_PRIORITY,
    default_seconds: None,
    procedure: Procedure::Genomes(|parameters| haef(parameters, HaefAblation::Priority)),
};

pub(super) static HAEF_WITHOUT_GA_DE_ADAPTATION: SearchEntry = SearchEntry {
    card: &cards::evolutionary::HAEF_WITHOUT_GA_DE_ADAPTATION,
    default_seconds: None,
    procedure: Procedure::Genomes(|parameters| haef(parameters, HaefAblation::GaDeAdaptation)),
};

pub(super) static HAEF_WITHOUT_DES_ADAPTATION: SearchEntry = SearchEntry {
    card: &cards::evolutionary::HAEF_WITHOUT_DES_ADAPTATION,
    default_seconds: None,
    procedure: Procedure::Genomes(|parameters| haef(parameters, HaefAblation::DesAdaptation)),
};

pub(super) static TLEF: SearchEntry = SearchEntry {
    card: &cards::evolutionary::TLEF,
    default_seconds: None,
    procedure: Procedure::Genomes(tlef),
};

pub(super) static DFS: SearchEntry = SearchEntry {
    card: &cards::evolutionary::DFS,
    default_seconds: None,
    procedure: Procedure::Genomes(|_| Ok(Algorithm::Dfs(DfsSuppression::Never))),
};

pub(super) static DFS_SUPPRESS: SearchEntry = SearchEntry {
    card: &cards::evolutionary::DFS_SUPPRESS,
    default_seconds: None,
    procedure: Procedure::Genomes(|_| Ok(Algorithm::Dfs(DfsSuppression::OfBadClasses))),
};

pub(super) static ID_DGA: SearchEntry = SearchEntry {
    card: &cards::evolutionary::ID_DGA,
    default_seconds: None,
    procedure: Procedure::Genomes(|parameters| id_dga(parameters, IdDgaAblation::Nothing)),
};

pub(super) static ID_DGA_WITHOUT_FRAMEWORK: SearchEntry = SearchEntry {
    card: &cards::evolutionary::ID_DGA_WITHOUT_FRAMEWORK,
    default_seconds: None,
    procedure: Procedure::Genomes(|parameters| id_dga(parameters, IdDgaAblation::Framework)),
};

pub(super) static ID_DGA_WITHOUT_MUTATION: SearchEntry = SearchEntry {
    card: &cards::evolutionary::ID_DGA_WITHOUT_MUTATION,
    default_seconds: None,
    procedure: Procedure::Genomes(|parameters| id_dga(parameters, IdDgaAblation::Mutation)),
};

pub(super) static ID_DGA_WITHOUT_IMPROVEMENT: SearchEntry = SearchEntry {
    card: &cards::evolutionary::ID_DGA_WITHOUT_IMPROVEMENT,
    default_seconds: None,
    procedure: Procedure::Genomes(|parameters| id_dga(parameters, IdDgaAblation::Improvement)),
};

pub(super) static ID_GA: SearchEntry = SearchEntry {
    card: &cards::evolutionary::ID_GA,
    default_seconds: None,
    procedure: Procedure::Genomes(|parameters| id_dga(parameters, IdDgaAblation::Framework)),
};

pub(super) static GA: SearchEntry =
    SearchEntry { card: &cards::evolutionary::GA, default_seconds: None, procedure: Procedure::Genomes(ga) };

pub(super) static DE: SearchEntry =
    SearchEntry { card: &cards::evolutionary::DE, default_seconds: None, procedure: Procedure::Genomes(de) };

fn haef(parameters: &Parameters, without: HaefAblation) -> Result<Algorithm, Refusal> {
    Ok(Algorithm::Haef(Haef {
        population: parameters.whole("population")? as usize,
        breeding: breeding(parameters, "ga_crossover", "ga_mutation")?,
        differential: differential(parameters)?,
        update_interval: parameters.whole("update_interval")?,
        without,
    }))
}

fn tlef(parameters: &Parameters) -> Result<Algorithm, Refusal> {
    Ok(Algorithm::Tlef(Tlef {
        population: parameters.whole("population")? as usize,
        breeding: breeding(parameters, "ga_crossover", "ga_mutation")?,
        differential: differential(parameters)?,
    }))
}

fn id_dga(parameters: &Parameters, without: IdDgaAblation) -> Result<Algorithm, Refusal> {
    // Without the framework there is one population, and no parameter that says how many.
    let islands = match without {
        IdDgaAblation::Framework => 1,
        _ => parameters.whole("islands")?,
    };
    Ok(Algorithm::IdDga(IdDga {
        population: population(parameters, 2 * islands)?,
        islands: islands as usize,
        mutation: parameters.number("mutation")?,
        pairing: parameters.choice("pairing", &Pairing::WORDS)?,
        migration_interval: parameters.whole("migration_interval")?,
        without,
    }))
}

fn ga(parameters: &Parameters) -> Result<Algorithm, Refusal> {
    let breeding = breeding(parameters, "crossover", "mutation")?;
    Ok(Algorithm::Ga(Ga { population: parameters.whole("population")? as usize, breeding }))
}

fn de(parameters: &Parameters) -> Result<Algorithm, Refusal> {
    Ok(Algorithm::De(De {
        population: parameters.whole("population")? as usize,
        differential: differential(parameters)?,
        strategy: Strategy::Rand1,
    }))
}

/// A population of at least `least` individuals, also where the default is smaller.
fn population(parameters: &Parameters, least: u64) -> Result<usize, Refusal> {
    let found = parameters.whole("population")?;
    if parameters.is_said("population") && found < least {
        let expected = Range::Whole(least as i64, cards::evolutionary::MOST_INDIVIDUALS).to_string().into();
        return Err(Refusal::OutOfRange { parameter: "population", found: found as f64, expected });
    }
    Ok(found.max(least) as usize)
}

fn breeding(parameters: &Parameters, crossover: &str, mutation: &str) -> Result<Breeding, Refusal> {
    Ok(Breeding {
        crossover: Crossover::Uniform(parameters.number(crossover)?),
        mutation: Mutation::Uniform(parameters.number(mutation)?),
        pairing: parameters.choice("pairing", &Pairing::WORDS)?,
        improvement: false,
    })
}

fn differential(parameters: &Parameters) -> Result<Differential, Refusal> {
    let (factor, crossover) = (parameters.number("factor")?, parameters.number("de_crossover")?);
    Ok(Differential { factor, crossover })
}

//! The evolutionary searches for the front: one loop with different settings.

use super::{BUDGET, READINGS, budget_for, volume, worst_cost};
use crate::algorithm::{Algorithm, SearchCall};
use crate::evolutionary::{
    CentreVariation, ClusterGenome, ClusteringProblem, EvolutionSettings, GenomeLayout, LayoutError,
};
use crate::task::SearchResult;
use crate::{Clustering, DistanceRows, Front, TrajectorySet};
use incog_card::{Card, CardAudience};
use incog_search::pareto::{Archive, Generation, evolve};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

const APMA_PAPER: &str = "Jahan, Ge, Wang, Kabir, Adaptive-parameter memetic algorithm for privacy-preserving trajectory data publishing (APMA), Computing 107(7), 2025, doi:10.1007/s00607-025-01504-0";

pub(super) static APMA: Algorithm = Algorithm {
    card: Card {
        name: "apma",
        audience: CardAudience::Product,
        summary: "trajectories: memetic search with crossover and mutation rates that adapt",
        reference: APMA_PAPER,
        parameters: READINGS,
        caveat: None,
    },
    run: |set, call| search(set, EvolutionSettings::APMA.under(call.limits.reading), call),
};

pub(super) static APGA: Algorithm = Algorithm {
    card: Card {
        name: "apga",
        audience: CardAudience::Research,
        summary: "trajectories: APMA without its local search",
        reference: APMA_PAPER,
        parameters: READINGS,
        caveat: None,
    },
    run: |set, call| search(set, EvolutionSettings::APGA.under(call.limits.reading), call),
};

pub(super) static NSMA: Algorithm = Algorithm {
    card: Card {
        name: "nsma",
        audience: CardAudience::Research,
        summary: "trajectories: NSGA-II with the local search of APMA",
        reference: APMA_PAPER,
        parameters: BUDGET,
        caveat: None,
    },
    run: |set, call| search(set, EvolutionSettings::NSMA, call),
};

pub(super) static NSGA_II: Algorithm = Algorithm {
    card: Card {
        name: "nsga-ii",
        audience: CardAudience::Research,
        summary: "trajectories: non-dominated sorting and crowding, uniform crossover, mutation rate 0.05",
        reference: "Deb, Pratap, Agarwal, Meyarivan, A fast and elitist multiobjective genetic algorithm: NSGA-II, IEEE TEC 6(2), 2002, doi:10.1109/4235.996017",
        parameters: BUDGET,
        caveat: None,
    },
    run: |set, call| search(set, EvolutionSettings::NSGA_II, call),
};

pub(super) static DPGA: Algorithm = Algorithm {
    card: Card {
        name: "dpga",
        audience: CardAudience::Research,
        summary: "trajectories: rates that change linearly over the run and scramble mutation; a reading of its description",
        reference: "Jahan et al., dynamic parameter genetic algorithm, as described in APMA, Computing 107(7), 2025, doi:10.1007/s00607-025-01504-0",
        parameters: BUDGET,
        caveat: None,
    },
    run: |set, call| search(set, EvolutionSettings::DPGA, call),
};

fn search(
    set: &TrajectorySet,
    settings: EvolutionSettings,
    call: &SearchCall<'_>,
) -> Result<SearchResult, LayoutError> {
    let SearchCall { task, limits, seed } = call;
    let layout = GenomeLayout::new(set, task.k)?;
    let rows = DistanceRows::new(set, limits.memory);
    let watch = call.watch();
    let problem = ClusteringProblem::new(&rows, &layout, task.delta, &watch);
    let mut variation = CentreVariation::new(&layout, settings);
    let mut archive: Archive<ClusterGenome, 2> = Archive::default();
    let worst = worst_cost(set, task.delta);
    let mut convergence = Vec::new();
    let budget = budget_for(set, limits);
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(*seed);
    let mut observe = |generation: Generation<'_, ClusterGenome, 2>| {
        generation.candidates.iter().zip(generation.losses).for_each(|(genome, losses)| {
            archive.insert(genome, *losses);
        });
        let front: Vec<[f64; 2]> = archive.entries().iter().map(|(_, losses)| *losses).collect();
        (limits.observe)(generation.evaluations, budget.evaluations);
        convergence.push((generation.evaluations, volume(set, worst, &front)));
    };
    let evolved = evolve(
        &problem,
        &mut variation,
        settings.survival,
        settings.population,
        budget,
        &mut rng,
        &mut observe,
    );
    let mut clusterings: Vec<Clustering> =
        archive.into_sorted().iter().map(|(genome, _)| problem.decode(genome)).collect();
    if clusterings.is_empty() {
        // Ended before anything was looked at: this release needs no search.
        clusterings.push(Clustering::coarsest(set));
    }
    let front = Front::new(set, task.delta, clusterings);
    Ok(SearchResult { front, evaluations: evolved.evaluations, stop: evolved.stop, convergence })
}

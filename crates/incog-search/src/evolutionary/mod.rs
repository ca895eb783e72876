//! Searches that breed: HAEF, ID-DGA and everything they are compared with.
//!
//! An algorithm is a short file that puts shared operators together: [`Crossover`], [`Mutation`]
//! and [`Breeding`] make a generation of a genetic algorithm, [`Strategy`] and [`Differential`] one
//! of differential evolution, [`islands`] let several populations evolve side by side. All of them
//! use [`is_better`] to decide which individual replaces which.

mod adaptation;
mod bits;
mod bytes;
mod cpgen;
mod crossover;
mod de;
mod dfs;
mod differential;
#[cfg(test)]
mod figures;
mod ga;
mod generation;
mod genome;
mod haef;
mod id_dga;
pub mod islands;
mod mutation;
mod population;
mod refinement;
mod snapshot;
mod tlef;

pub use adaptation::StrategyShares;
pub use bits::Bits;
pub use cpgen::{Cpgen, FlippedGenes};
pub use crossover::Crossover;
pub use de::De;
pub use dfs::{DfsSuppression, dfs};
pub use differential::{Differential, LEAST_POPULATION, Recipe, Strategies, Strategy};
pub use ga::Ga;
pub use generation::{Breeding, Nursery, Successes};
pub use genome::{Genome, GenomeProblem, is_better};
pub use haef::{Haef, HaefAblation};
pub use id_dga::{IdDga, IdDgaAblation};
pub use mutation::Mutation;
pub use population::{GenomePopulation, Individual};
pub use tlef::Tlef;

pub use crate::observer::{Degrees, Shares, Snapshot};

use crate::Stop;
use std::convert::Infallible;

/// The result of a loop that ends only with a reason to stop.
type Endless = Result<Infallible, Stop>;

/// The reason.
fn reason(end: Endless) -> Stop {
    match end {
        Err(stop) => stop,
        Ok(never) => match never {},
    }
}

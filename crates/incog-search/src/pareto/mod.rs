//! Searching for all compromises between several objectives at once.
//!
//! Points are arrays of `M` losses: every objective is minimized. An objective that is to be
//! maximized goes in with its sign reversed.

mod archive;
mod contributions;
mod crowding_distance;
mod dominance;
mod evolution;
mod hypervolume;
mod non_dominated_sort;
mod real_vector;
mod survival;
#[cfg(test)]
mod zdt;

pub use archive::Archive;
pub use contributions::contributions;
pub use crowding_distance::crowding_distances;
pub use dominance::{dominates, non_dominated};
pub use evolution::{Evolved, Generation, Individual, Offspring, ParetoProblem, Variation, evolve};
pub use hypervolume::hypervolume;
pub use non_dominated_sort::ranks;
pub use real_vector::{RealVariation, RealVector, tournament};
pub use survival::Survival;
